"""The panel of a solved motion: decide on it."""

from typing import Any

from bpy.types import Context, Panel, PropertyGroup, UILayout

from ..armature.write_motion import AS_KEYED, keyed_motion
from ..availability import the_armature
from ..result.attempt import Shortfall, shortfalls
from .main import Part
from .sentence import draw_sentence, where

BEST_ATTEMPT = "Best attempt: it cannot be where the stripe on the timeline is red"


class SPACETIME_PT_result(Part, Panel):
    """What has been found."""

    bl_label = "Result"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A motion waits."""
        return Part.poll(context) and the_armature(context).spacetime.pending is not None

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_result(self.layout, the_armature(context).spacetime)


def draw_result(layout: UILayout, result: PropertyGroup) -> None:
    """The ghost's sliders and the buttons that decide."""
    column = layout.column()
    column.use_property_split, column.use_property_decorate = True, False
    column.label(text=result.pending.name, icon="GHOST_ENABLED", translate=False)
    draw_shortfalls(column, shortfalls(result.pending))
    column.prop(result, "offset")
    if keyed_motion(result.pending) is not None:  # else there are no keys to blend with
        column.prop(result, "blend", slider=True)
    if result.pending.get(AS_KEYED) is not None:  # the artist's own motion is made by constraints
        column.prop(result, "takes_over")
    row = layout.row(align=True)
    row.operator("spacetime.snap", icon="SNAP_ON")
    row.prop(result.guidance, "only_selected", text="", icon="BONE_DATA")
    row = layout.row(align=True)
    row.operator("spacetime.accept", icon="CHECKMARK")
    row.operator("spacetime.reject", icon="X")


def draw_shortfalls(layout: UILayout, found: tuple[Shortfall, ...]) -> None:
    """What gives in the best attempt at what cannot be, each with a button that jumps there."""
    if not found:
        return
    box = layout.box()
    words = box.column()
    words.alert = True
    draw_sentence(words, BEST_ATTEMPT, "ERROR")
    for index, each in enumerate(found):
        draw_sentence(box, each.sentence.replace("'", ""), "DOT")  # a sidebar has room for words only
        if each.bone or each.frame is not None:
            jump: Any = box.operator("spacetime.show_shortfall", text=where(each.bone, each.frame))
            jump.index = index
