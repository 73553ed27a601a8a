"""AutoPose operator: drags a hand, a foot, the hips or the head, and the rest follows in balance."""

import numpy as np
from bpy.props import BoolProperty, FloatVectorProperty, StringProperty
from bpy.types import Context, Event

from ....solver.errors import InputError
from ...announcement import announced
from ...blender.units import in_meters
from ...interface.availability import Outcome, the_armature, the_scene
from ...interface.button import refusable
from ...interface.drag import Drag
from ...interface.status_bar import say
from ...overlays.grip import Pull, grip_under, point_under_mouse
from ...runtime.event_loop import at_once
from ..pulled_part import PulledPart, tip_of

WAITING = "Drag a part of the character. Press Esc or right-click when done"
HOLDING = "{bone}: release to keep the pose. Press Esc or right-click to cancel"


class SPACETIME_OT_auto_pose(Drag):
    """AutoPose."""

    bl_idname = "spacetime.auto_pose"
    bl_label = "AutoPose"
    bl_description = (
        "Drag a hand, a foot, the hips or the head, and the rest follows: in balance over the "
        "standing feet, within joint limits, and without entering the ground or boxes that "
        "contacts touch"
    )
    bl_options = {"REGISTER", "UNDO", "BLOCKING"}
    waiting = WAITING

    bone: StringProperty(name="Bone", description="Bone whose tip is dragged", options={"SKIP_SAVE"})
    location: FloatVectorProperty(
        name="Location",
        description="Target position of the bone's tip, in world space",
        subtype="TRANSLATION",
        options={"SKIP_SAVE"},
    )
    insert_keys: BoolProperty(
        name="Insert Keys",
        description="Key all bones of the character at the current frame. With Auto Keying, this is always done",
        default=False,
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Moves a bone's tail to a location, for scripts."""
        armature_object = the_armature(context)
        place = tip_of(armature_object, self.bone)
        part = PulledPart(armature_object, the_scene(context), self.bone, place)
        part.move(in_meters(np.array(self.location, float)) - place)
        at_once(part.keeping(keys=self._keys(context)))
        return {"FINISHED"}

    def hold(self, context: Context, event: Event) -> Outcome:
        """Grabs the part under the mouse; keeps waiting if there is none."""
        armature_object, point = the_armature(context), point_under_mouse(context, event)
        grip = grip_under(armature_object, *point.ray()) if point is not None else None
        if point is None or grip is None:
            return {"PASS_THROUGH"}
        try:
            self._part = PulledPart(armature_object, the_scene(context), grip.bone, grip.place)
        except InputError as error:
            self.report({"ERROR"}, announced(error))
            say(context, None)
            return {"CANCELLED"}
        self._pull = Pull(point, grip.hit)
        say(context, HOLDING.format(bone=grip.bone))
        return {"RUNNING_MODAL"}

    def follow(self, _: Context, event: Event) -> None:
        """Moves the part, and the rest of the character with it."""
        self._part.move(self._pull.shift(event))

    def let_go(self, context: Context, _: Event) -> Outcome:
        """Keeps the pose."""
        return self.finish(context, self._part.keeping(keys=self._keys(context)))

    def take_back(self, _: Context) -> None:
        """Restores the pose."""
        self._part.take_back()

    def _keys(self, context: Context) -> bool:
        settings = context.tool_settings
        return bool(self.insert_keys or (settings is not None and settings.use_keyframe_insert_auto))
