"""Translations of labels and tooltips; whatever has none stays English.

Another language is another ``.po`` file beside this one, whose header names it as Blender does. Blender
distinguishes button labels (context "Operator") from all other text (context "*"), and its own dictionary takes
precedence: titles have a separate context, since *Solve* means something else in motion tracking.
"""

from pathlib import Path

import bpy

from .po import read_po

OWN_SENSE = "Spacetime"  # context of titles, and of words that Blender uses in another sense
LANGUAGES = dict(read_po(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("*.po")))


def register() -> None:
    """Registers the translations with Blender."""
    bpy.app.translations.register(__package__, LANGUAGES)


def unregister() -> None:
    """Removes the translations."""
    bpy.app.translations.unregister(__package__)
