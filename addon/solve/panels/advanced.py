"""Subpanel with the limits of the solver and its statistics."""

from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...interface.availability import the_armature
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, column_of_fields


class SPACETIME_PT_advanced(Part, Panel):
    """Limits and random start of the solver."""

    bl_label = "Advanced"
    bl_parent_id = "SPACETIME_PT_solve"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        motion = the_armature(context).spacetime.motion
        draw_advanced(self.layout, motion, context.window_manager.spacetime)


def draw_advanced(layout: UILayout, motion: PropertyGroup, run: PropertyGroup) -> None:
    """Draws the solver's limits, and its statistics while it runs."""
    column = column_of_fields(layout)
    for name in ("max_iterations", "time_limit", "noise", "seed"):
        column.prop(motion, name)
    if run.is_running:
        draw_sentence(layout, run.figures, "BLANK1")
        unphysical = worded("Constraint violation: {violation}", violation=f"{run.violation:.1e}")
        draw_sentence(layout, unphysical if run.progress else "", "BLANK1")
