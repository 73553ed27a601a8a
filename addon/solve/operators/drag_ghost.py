"""Drag Ghost: the motion follows a part dragged with the mouse."""

import numpy as np
from bpy.props import BoolProperty, FloatVectorProperty, StringProperty
from bpy.types import Context, Event

from ....solver.errors import InputError
from ...announcement import announced
from ...blender.rest_pose import armature_data
from ...blender.units import in_meters
from ...interface.availability import Outcome, the_armature, the_scene, why_no_character
from ...interface.button import refusable
from ...interface.drag import Drag
from ...interface.status_bar import say
from ...overlays.grip import Pull, grip_under, point_under_mouse
from ...overlays.read_figure import read_figure
from ...result.ghost import ghost_of
from ...runtime.event_loop import at_once
from ..dragging import Dragging, HeldPart, ghost_offset

WAITING = "Drag a part of the ghost. Press Esc or right-click to cancel"
HOLDING = "{goal}: release to keep it as a goal. Press Esc or right-click to cancel"
KEYING = "{goal}: release to keep it as a goal, with Ctrl as a key. Press Esc or right-click to cancel"


class SPACETIME_OT_drag_ghost(Drag):
    """Drag Ghost."""

    bl_idname = "spacetime.drag_ghost"
    bl_label = "Drag Ghost"
    bl_description = (
        "Drag a part of the ghost at the current frame, and the whole motion follows. On release it becomes "
        "a goal, or, with Follow Keys and Ctrl, a key"
    )
    bl_options = {"UNDO", "BLOCKING"}
    waiting = WAITING

    bone: StringProperty(name="Bone", description="Bone that the goal applies to", options={"SKIP_SAVE"})
    at_tail: BoolProperty(
        name="Tip",
        description="Use the tip of the bone, for example of a hand or foot, instead of its middle",
        options={"SKIP_SAVE"},
    )
    location: FloatVectorProperty(
        name="Location",
        description="Target position of the bone at the current frame, in world space",
        subtype="TRANSLATION",
        options={"SKIP_SAVE"},
    )
    insert_keys: BoolProperty(
        name="Insert Keys",
        description="Key the pose of your own animation at the current frame instead of adding a goal. Needs Follow "
        "Keys",
        options={"SKIP_SAVE"},
    )
    takes_hold: BoolProperty(
        name="At Once",
        description="Drag what is under the pointer instead of waiting for a press",
        options={"SKIP_SAVE", "HIDDEN"},
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty when a ghost is shown."""
        reason = why_no_character(context)
        if not reason and ghost_of(the_armature(context)) is None:
            reason = "No ghost is shown; press Solve first"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Creates a goal from a bone and a position, for scripts."""
        armature_object = the_armature(context)
        figure, bone = read_figure(armature_object), armature_data(armature_object).bones.get(self.bone)
        if figure is None or bone is None or not bone.spacetime.is_body:
            raise InputError(f"expected a bone with a body, found '{self.bone}'")
        held = HeldPart(self.bone, self.at_tail, in_meters(np.array(self.location, float)), figure.size)
        dragging = Dragging(armature_object, the_scene(context), held)
        if self.insert_keys:
            at_once(dragging.keying())
        else:
            dragging.let_go()
        return {"FINISHED"}

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Grabs the part under the mouse, or waits for a press."""
        if not self.takes_hold:
            return super().invoke(context, event)
        outcome = self.hold(context, event)
        return self._begin(context, is_held=True) if outcome == {"RUNNING_MODAL"} else outcome

    def hold(self, context: Context, event: Event) -> Outcome:
        """Grabs the part under the mouse, or keeps waiting."""
        armature_object = the_armature(context)
        ghost, point = ghost_of(armature_object), point_under_mouse(context, event)
        if ghost is None:  # its motion was rejected meanwhile
            say(context, None)
            return {"CANCELLED"}
        grip = grip_under(ghost, *point.ray()) if point is not None else None
        if point is None or grip is None:
            return {"CANCELLED"} if self.takes_hold else {"PASS_THROUGH"}
        own = grip.place - ghost_offset(armature_object, ghost)
        try:
            self._dragging = Dragging(
                armature_object, the_scene(context), HeldPart(grip.bone, grip.at_tail, own, grip.size)
            )
        except InputError as error:
            self.report({"ERROR"}, announced(error))
            say(context, None)
            return {"CANCELLED"}
        self._pull = Pull(point, grip.hit)
        words = KEYING if self._dragging.follows_keys else HOLDING
        say(context, words.format(goal=self._dragging.goal))
        return {"RUNNING_MODAL"}

    def follow(self, _: Context, event: Event) -> None:
        """Updates the whole motion."""
        self._dragging.move(self._pull.shift(event))

    def let_go(self, context: Context, event: Event) -> Outcome:
        """Keeps the goal, or turns it into a key."""
        self.insert_keys = event.ctrl and self._dragging.follows_keys
        if self.insert_keys:
            return self.finish(context, self._dragging.keying())
        self._dragging.let_go()
        return {"FINISHED"}

    def take_back(self, _: Context) -> None:
        """Removes the goal and restores the motion."""
        self._dragging.take_back()
