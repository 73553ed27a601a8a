"""Sentences wrapped to the width of the sidebar, since Blender shortens long labels in the middle."""

import textwrap
from typing import Any

import bpy
from bpy.types import UILayout

LETTER = 5.8  # pixels; average width at the default text size
AROUND = 76  # pixels next to the text: tabs, margins and the icon
LEAST, UNSEEN = 16, 44  # letters in a line: minimum, and without a region
NARROW = 32  # letters; a name and a field next to it would both be truncated


def draw_sentence(layout: UILayout, sentence: str, icon: Any) -> None:
    """Draws a sentence in as many lines as needed; nothing if empty."""
    if not sentence:
        return  # an empty column would leave a gap
    column = layout.column(align=True)
    for line in textwrap.wrap(bpy.app.translations.pgettext_iface(sentence), _letters()):
        column.label(text=line, icon=icon, translate=False)
        icon = "BLANK1"


def worded(sentence: str, **values: object) -> str:
    """The translation of an English sentence with fields in braces, filled with names or numbers."""
    return bpy.app.translations.pgettext_iface(sentence).format(**values)


def where(bone: str, frame: int | None) -> str:
    """Label of a button that goes to a bone, a frame or both."""
    places = [bone] * bool(bone) + ([] if frame is None else [worded("Frame {frame}", frame=frame)])
    return worded("Go to {places}", places=", ".join(places))


def is_narrow() -> bool:
    """Whether the current region is so narrow that names should be above their fields."""
    return _letters() < NARROW


def _letters() -> int:
    """Number of letters in a line of the current region."""
    region, preferences = bpy.context.region, bpy.context.preferences
    if region is None or preferences is None:
        return UNSEEN
    scale = preferences.system.ui_scale or 1.0  # 0 before any window is drawn
    return max(LEAST, int((region.width / scale - AROUND) / LETTER))
