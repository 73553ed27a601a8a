"""Jumps to the problem of the last solve, a violation of an attempt, or a warning."""

import bpy
from bpy.props import IntProperty
from bpy.types import Context

from ....solver.errors import InputError
from ...interface.availability import Outcome, the_armature, the_scene
from ...interface.button import Button, refusable
from ..attempt import shortfalls
from ..clip_on_action import clip_from, frames_of, is_attempt
from ..doubts import doubts_of
from .review import why_no_result


def why_nothing_to_show(context: Context) -> str:
    """Empty if the last solve failed at a bone or frame that can be shown."""
    run = context.window_manager.spacetime
    if not run.error:
        return "There is no problem to show"
    if not run.error_armature:
        return "The problem affects the whole motion, not a single bone or frame"
    if run.error_armature not in context.view_layer.objects:
        return f"'{run.error_armature}' is no longer in this view layer"
    if context.mode.startswith("EDIT"):
        return "Leave Edit Mode first"
    return ""


class SPACETIME_OT_show_where(Button):
    """Go to Problem."""

    bl_idname = "spacetime.show_where"
    bl_label = "Go to Problem"
    bl_description = "Jump to the frame where the motion fails and select the bone involved"
    why_not = staticmethod(why_nothing_to_show)

    def execute(self, context: Context) -> Outcome:
        """Jumps to it."""
        run, scene = context.window_manager.spacetime, the_scene(context)
        armature_object = scene.objects[run.error_armature]
        frame = run.error_frame if run.error_has_frame else None
        if context.object != armature_object:
            if context.object is not None and context.object.mode != "OBJECT":
                bpy.ops.object.mode_set(mode="OBJECT")
            context.view_layer.objects.active = armature_object
        return _go_there(scene, frame, run.error_bone)


class SPACETIME_OT_show_shortfall(Button):
    """Go to Problem, of one missed goal."""

    bl_idname = "spacetime.show_shortfall"
    bl_label = "Go to Problem"
    bl_description = (
        "Jump to the frame where the closest attempt misses this goal most and select the bone involved"
    )

    index: IntProperty(
        name="Index", description="Index in the list, starting from 0", min=0, options={"SKIP_SAVE"}
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if the ghost shows an attempt."""
        reason = why_no_result(context)
        if not reason and not is_attempt(the_armature(context).spacetime.pending):
            reason = "The motion on the ghost meets all its goals"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Jumps to it."""
        armature_object = the_armature(context)
        found = shortfalls(armature_object.spacetime.pending)
        if self.index >= len(found):
            raise InputError(
                f"There is no missed goal with index {self.index}; this attempt misses {len(found)}"
            )
        chosen = found[self.index]
        bone = chosen.bone if chosen.bone in armature_object.pose.bones else ""
        return _go_there(the_scene(context), chosen.frame, bone)


class SPACETIME_OT_show_doubt(Button):
    """Go to Warning."""

    bl_idname = "spacetime.show_doubt"
    bl_label = "Go to Warning"
    bl_description = "Jump to the frame of this warning and select the bone involved"
    why_not = staticmethod(why_no_result)

    index: IntProperty(
        name="Index", description="Index in the list, starting from 0", min=0, options={"SKIP_SAVE"}
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Jumps to it."""
        armature_object = the_armature(context)
        action = armature_object.spacetime.pending
        clip = clip_from(action)
        found = doubts_of(action, clip)
        if self.index >= len(found):
            raise InputError(f"There is no warning with index {self.index}; this motion has {len(found)}")
        doubt = found[self.index]
        joints = {joint.name: joint.body_b for joint in clip.job.character.joints}
        bone = joints.get(doubt.subject, doubt.subject)
        frame = round(float(frames_of(clip, action)[doubt.frame]))
        return _go_there(the_scene(context), frame, bone if bone in armature_object.pose.bones else "")


def _go_there(scene: bpy.types.Scene, frame: int | None, bone: str) -> Outcome:
    """Jumps to a frame and selects a bone of the active armature."""
    if frame is not None:
        scene.frame_set(frame)
    outcome: Outcome = bpy.ops.spacetime.select_bone(bone=bone) if bone else {"FINISHED"}
    return outcome
