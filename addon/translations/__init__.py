"""What our labels and tooltips are in other languages; what is not here stays English.

Another language is another folder beside ``german`` and a line in ``LANGUAGES``. Blender tells button labels (context
"Operator") from all other words (context "*"), and its own dictionary goes before ours: titles have a context of their
own, as *Solve* is something else in motion tracking.
"""

import bpy

from . import german

OWN_SENSE = "Spacetime"  # the context of titles, and of words that Blender has in another sense
LANGUAGES: dict[str, dict[tuple[str, str], str]] = {
    "de_DE": {
        **{("Operator", english): word for english, word in german.BUTTONS.items()},
        **{(OWN_SENSE, english): word for english, word in german.TITLES.items()},
        **{("*", english): word for english, word in german.WORDS.items()},
    },
}


def register() -> None:
    """Lets Blender look words up."""
    bpy.app.translations.register(__package__, LANGUAGES)


def unregister() -> None:
    """No more."""
    bpy.app.translations.unregister(__package__)
