"""Adds or removes dimensions; new ones have values around those of the panel."""

from typing import Any

from bpy.props import EnumProperty
from bpy.types import Context

from ...interface.availability import Outcome, the_armature
from ...interface.button import Button
from ...interface.row_buttons import RemoveRow, free_name
from ..panel_values import first_values
from ..properties import KINDS

LABELS = {kind: label for kind, label, *_ in KINDS}


class SPACETIME_OT_add_dimension(Button):
    """Vary."""

    bl_idname = "spacetime.add_dimension"
    bl_label = "Vary"
    bl_description = "Add something that varies between motions, with values around the current settings"

    kind: EnumProperty(
        name="What Varies", description="What differs from one motion to the next", items=KINDS
    )

    def execute(self, context: Context) -> Outcome:
        """Adds an expanded dimension and collapses the others."""
        dimensions = the_armature(context).spacetime.space.dimensions
        for each in dimensions:
            each.is_open = False
        name = free_name(LABELS[self.kind].lower(), dimensions.keys(), ending="_{}")
        row = dimensions.add()
        row.kind, row.name = self.kind, name
        row.low, row.high, row.steps = first_values(self.kind, the_armature(context).spacetime.motion)
        return {"FINISHED"}


class SPACETIME_OT_remove_dimension(RemoveRow):
    """Stop Varying."""

    bl_idname = "spacetime.remove_dimension"
    bl_label = "Stop Varying"
    bl_description = "Stop varying this"

    row = "variation"

    @staticmethod
    def rows(context: Context) -> Any:
        """The space's dimensions."""
        return the_armature(context).spacetime.space.dimensions
