"""Translations of labels and tooltips; whatever has none stays English.

Another language is another ``.po`` file beside this one, whose header names it as Blender does. Blender tells button
labels (context "Operator") from all other words (context "*"), and its own dictionary goes before ours: titles have a
context of their own, as *Solve* is something else in motion tracking.
"""

from pathlib import Path

import bpy

from .po import read_po

OWN_SENSE = "Spacetime"  # the context of titles, and of words that Blender has in another sense
LANGUAGES = dict(read_po(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("*.po")))


def register() -> None:
    """Lets Blender look words up."""
    bpy.app.translations.register(__package__, LANGUAGES)


def unregister() -> None:
    """No more."""
    bpy.app.translations.unregister(__package__)
