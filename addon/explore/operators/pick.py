"""Picks a ghost of the row, or a motion of the front, whose take is selected and shown."""

from collections.abc import Sequence
from typing import ClassVar

import bpy
import numpy as np
from bpy.props import IntProperty
from bpy.types import Context, Event

from ....solver.arrays import Array
from ....solver.errors import InputError
from ...interface.availability import Outcome, the_armature, why_no_character
from ...interface.button import Button, refusable
from ...interface.status_bar import say
from ...overlays.front_chart import dot_under
from ...overlays.grip import ViewPoint, grip_under, point_under_mouse
from ...result import review
from ...result.lineup import action_of, lineup_of
from ...strips.read_strips import pixels_per_point
from ..front_points import dots_of, shown_points

WAITING = "Click a ghost of the row. Press Esc or right-click to cancel"
FRONT_WAITING = "Click a dot in the corner of the viewport. Press Esc or right-click to cancel"


class _Pick(Button):
    """Base of operators that pick a motion in the 3D Viewport, and select and show its take.

    Attributes:
        waiting: text in the status bar until the click.
        index: of the motion, from 1.
    """

    waiting: ClassVar[str]
    index: IntProperty(
        name="Position", description="Position in the row, starting from 1", default=1, min=1,
        options={"SKIP_SAVE"},
    )  # fmt: skip

    def under(self, context: Context, point: ViewPoint) -> int:
        """Index, from 1, of the motion under the mouse; 0 if none."""
        raise NotImplementedError  # not an abstract method: Blender's classes have their own metaclass

    def actions(self, armature_object: bpy.types.Object) -> Sequence[bpy.types.Action | None]:
        """The motions to pick from."""
        raise NotImplementedError  # for the same reason

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Waits for a click."""
        say(context, self.waiting)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> Outcome:
        """Passes events to the view until a motion is clicked."""
        if event.type in {"ESC", "RIGHTMOUSE"}:
            say(context, None)
            return {"CANCELLED"}
        if (event.type, event.value) != ("LEFTMOUSE", "PRESS"):
            return {"PASS_THROUGH"}
        point = point_under_mouse(context, event)
        hit = self.under(context, point) if point is not None else 0
        if not hit:
            return {"PASS_THROUGH"}
        say(context, None)
        self.index = hit
        return self.execute(context)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Selects the take and shows it on the ghost, for clicks and scripts."""
        armature_object = the_armature(context)
        actions = self.actions(armature_object)
        if self.index > len(actions):
            raise InputError(f"expected a number from 1 to {len(actions)}, found {self.index}")
        action = actions[self.index - 1]
        takes = [take.action for take in armature_object.spacetime.takes]
        if action not in takes:
            raise InputError(f"the take at position {self.index} was removed from the list; pick another")
        armature_object.spacetime.active_take = takes.index(action)
        review.show(armature_object, action)
        return {"FINISHED"}


class SPACETIME_OT_pick_ghost(_Pick):
    """Pick Ghost."""

    bl_idname = "spacetime.pick_ghost"
    bl_label = "Pick Ghost"
    bl_description = (
        "Click one of the ghosts side by side to select its take and show it on the character's "
        "own ghost, where it can be accepted"
    )

    waiting = WAITING

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is a row of ghosts."""
        reason = why_no_character(context)
        if not reason and not lineup_of(the_armature(context)):
            reason = "No ghosts are shown in a row; press Side by Side first"
        return reason

    def under(self, context: Context, point: ViewPoint) -> int:
        """Index of the nearest ghost of the row under the mouse."""
        return place_under(the_armature(context), *point.ray())

    def actions(self, armature_object: bpy.types.Object) -> Sequence[bpy.types.Action | None]:
        """Actions of the ghosts in the row."""
        return [action_of(ghost) for ghost in lineup_of(armature_object)]


class SPACETIME_OT_pick_trade_off(_Pick):
    """Pick Trade-Off."""

    bl_idname = "spacetime.pick_trade_off"
    bl_label = "Pick Trade-Off"
    bl_description = (
        "Click a dot of the plot in the corner of the 3D Viewport to select its take and show it "
        "on the ghost, where it can be accepted"
    )

    waiting = FRONT_WAITING

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if a front is shown in the view."""
        reason = why_no_character(context)
        if not reason and not shown_points(the_armature(context)):
            reason = "No trade-offs are shown; press Find Trade-Offs first, and enable Show Trade-Offs"
        return reason

    def under(self, context: Context, point: ViewPoint) -> int:
        """Index of the nearest dot at the mouse."""
        return dot_under(dots_of(the_armature(context)), *point.pixel, pixels_per_point(context))

    def actions(self, armature_object: bpy.types.Object) -> Sequence[bpy.types.Action | None]:
        """Actions of the points of the front."""
        return [point.action for point in shown_points(armature_object)]


def place_under(armature_object: bpy.types.Object, origin: Array, ray: Array) -> int:
    """Position in the row, from 1, of the nearest ghost hit by a ray; 0 if none.

    Args:
        armature_object: of the row.
        origin: (3,) of the ray, world [m].
        ray: (3,) direction.
    """
    met = [
        (float(np.linalg.norm(grip.hit - origin)), index)
        for index, ghost in enumerate(lineup_of(armature_object), 1)
        if (grip := grip_under(ghost, origin, ray)) is not None
    ]
    return min(met)[1] if met else 0
