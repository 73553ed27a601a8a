"""The panel of a solved motion: decide on it."""

from bpy.types import Context, Panel, PropertyGroup, UILayout

from ..armature.write_motion import AS_KEYED, keyed_motion
from ..availability import the_armature
from .main import Part


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
    column.label(text=result.pending.name, icon="GHOST_ENABLED")
    column.prop(result, "offset")
    if keyed_motion(result.pending) is not None:  # else there are no keys to blend with
        column.prop(result, "blend", slider=True)
    if result.pending.get(AS_KEYED) is not None:  # the artist's own motion is made by constraints
        column.prop(result, "takes_over")
    layout.operator("spacetime.snap", icon="SNAP_ON")
    row = layout.row(align=True)
    row.operator("spacetime.accept", icon="CHECKMARK")
    row.operator("spacetime.reject", icon="X")
