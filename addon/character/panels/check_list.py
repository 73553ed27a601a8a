"""The check list: problems of the character, each with a button that fixes or shows it."""

from typing import Any

from bpy.types import Context, Panel, UILayout

from ...interface.availability import the_armature, the_scene, why_no_armature
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Sidebar
from ..checks import Finding, check_character
from ..fixes import FIXES

MOST_SHOWN = 8


class SPACETIME_PT_check_list(Sidebar, Panel):
    """Problems of the character, with their fixes."""

    bl_label = "Check List"
    bl_parent_id = "SPACETIME_PT_character"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether there is an armature."""
        return not why_no_armature(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_check_list(self.layout, check_character(the_armature(context), the_scene(context)))


def draw_check_list(layout: UILayout, findings: tuple[Finding, ...]) -> None:
    """Draws one box per finding, errors first, up to a readable number."""
    if not findings:
        layout.label(text="No issues found", icon="CHECKMARK")
    for finding in findings[:MOST_SHOWN]:
        _draw_finding(layout, finding)
    if len(findings) > MOST_SHOWN:
        layout.label(text=worded("And {count} more", count=len(findings) - MOST_SHOWN))


def draw_first_error(layout: UILayout, findings: tuple[Finding, ...]) -> None:
    """Draws the first error, for artists with a closed check list."""
    error = next((finding for finding in findings if finding.is_error), None)
    if error is not None:
        _draw_finding(layout, error)


def _draw_finding(layout: UILayout, finding: Finding) -> None:
    box = layout.box()
    words = box.column()
    words.alert = finding.is_error
    sentence = finding.sentence[:1].upper() + finding.sentence[1:]
    draw_sentence(words, sentence, "ERROR" if finding.is_error else "INFO")
    buttons = box.row(align=True)
    for kind in filter(None, (finding.fix, finding.other_fix)):
        button: Any = buttons.operator("spacetime.mend", text=FIXES[kind][0])
        button.kind, button.bone, button.contact = kind, finding.bone, finding.contact
    if finding.bone:
        look: Any = buttons.operator("spacetime.select_bone", text="", icon="RESTRICT_SELECT_OFF")
        look.bone = finding.bone
