"""Sentences in a sidebar of any width: Blender cuts the middle out of a label that does not fit, so lines break."""

import textwrap
from typing import Any

import bpy
from bpy.types import UILayout

LETTER = 5.8  # pixels of the usual text size, on average
AROUND = 76  # pixels beside the letters: tabs, margins and the icon
LEAST, UNSEEN = 16, 44  # letters in a line: at least, and where no region is drawn
NARROW = 32  # letters; a name and a field beside it would both be cut


def draw_sentence(layout: UILayout, sentence: str, icon: Any) -> None:
    """A sentence in as many lines as the sidebar needs; nothing for an empty one."""
    if not sentence:
        return  # an empty column would leave a gap
    column = layout.column(align=True)
    for line in textwrap.wrap(bpy.app.translations.pgettext_iface(sentence), _letters()):
        column.label(text=line, icon=icon, translate=False)
        icon = "BLANK1"


def worded(sentence: str, **values: object) -> str:
    """A sentence about names or numbers in the language of the interface.

    Args:
        sentence: in English, with a field in braces for each value.
        values: of the fields.
    """
    return bpy.app.translations.pgettext_iface(sentence).format(**values)


def where(bone: str, frame: int | None) -> str:
    """Words of a button that leads to a bone, a frame or both."""
    places = [bone] * bool(bone) + ([] if frame is None else [worded("Frame {frame}", frame=frame)])
    return worded("Go to {places}", places=", ".join(places))


def is_narrow() -> bool:
    """Whether names had better stand above their fields in the region that is being drawn."""
    return _letters() < NARROW


def _letters() -> int:
    """How many fit into one line of the region that is being drawn."""
    region, preferences = bpy.context.region, bpy.context.preferences
    if region is None or preferences is None:
        return UNSEEN
    scale = preferences.system.ui_scale or 1.0  # 0 before any window is drawn
    return max(LEAST, int((region.width / scale - AROUND) / LETTER))
