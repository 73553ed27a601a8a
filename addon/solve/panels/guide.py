"""Subpanel for refining a solved motion: an interval, bones, and four buttons."""

from typing import Any

from bpy.types import Context, Panel, UILayout

from ...interface.availability import the_armature, the_scene
from ...interface.sidebar import Part
from ...locale import OWN_SENSE
from ..operators.guide import CONTINUE, REWEIGH, SHAKE, SMOOTH, why_no_clip


class SPACETIME_PT_guide(Part, Panel):
    """Refine the solved motion."""

    bl_label = "Refine"
    bl_parent_id = "SPACETIME_PT_solve"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether a solved motion is shown."""
        return not why_no_clip(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        scene, layout = the_scene(context), self.layout
        hand = the_armature(context).spacetime.guidance
        column = layout.column(align=True)
        column.operator("spacetime.edit_interval", icon="ARROW_LEFTRIGHT")
        column.prop(scene, "use_preview_range", text="Limit to Interval", toggle=True)
        ends = column.row(align=True)
        ends.active = scene.use_preview_range
        ends.prop(scene, "frame_preview_start", text="From")
        ends.prop(scene, "frame_preview_end", text="To", text_ctxt=OWN_SENSE)
        column.prop(hand, "only_selected", icon="BONE_DATA", toggle=True)
        for how, word, icon, settings in (
            (SMOOTH, "Smooth", "MOD_SMOOTH", ("passes",)),
            (SHAKE, "Shake", "FORCE_TURBULENCE", ("size", "seed")),
        ):
            column = layout.column(align=True)
            _button(column, how, word, icon)
            row = column.row(align=True)
            for name in settings:
                row.prop(hand, name)
        row = layout.row(align=True)
        _button(row, REWEIGH, "Reweight", "MODIFIER")
        _button(row, CONTINUE, "Continue", "PLAY")


def _button(layout: UILayout, how: str, word: str, icon: Any) -> None:
    button: Any = layout.operator("spacetime.guide", text=word, text_ctxt="*", icon=icon)
    button.how = how
