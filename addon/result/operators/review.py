"""Accept, Reject, Snap and Give Back."""

import bpy
from bpy.types import Context

from ...interface.availability import Outcome, chosen_bones, the_armature, the_scene, why_no_armature
from ...interface.button import Button, InSteps, Report
from ...runtime.event_loop import Work
from .. import review
from ..taken_over import restore_rig


def why_no_result(context: Context) -> str:
    """Empty if the ghost shows a pending motion."""
    reason = why_no_armature(context)
    if not reason and the_armature(context).spacetime.pending is None:
        return "There is no motion to accept or reject; press Solve or show a take"
    return reason


def _why_not_physical(context: Context) -> str:
    """Empty if the ghost shows a pending physical motion, and not the closest attempt."""
    reason = why_no_result(context)
    return reason or review.why_not_kept(the_armature(context).spacetime.pending)


class SPACETIME_OT_accept(InSteps):
    """Accept."""

    bl_idname = "spacetime.accept"
    bl_label = "Accept"
    bl_description = "Apply the ghost's motion to the character as a new action. Your own action is kept"
    why_not = staticmethod(_why_not_physical)

    def work(self, context: Context) -> Work[Report]:
        """Assigns the motion to the character and removes the ghost."""
        return _accept(the_armature(context))


def _accept(armature_object: bpy.types.Object) -> Work[Report]:
    action, constraints = yield from review.accepting(armature_object)
    text = f"The character now uses '{action.name}'. {constraints}".rstrip(". ")
    return "WARNING" if constraints else "INFO", text


class SPACETIME_OT_reject(Button):
    """Reject."""

    bl_idname = "spacetime.reject"
    bl_label = "Reject"
    bl_description = "Remove the ghost and delete its motion, unless its take is starred"
    why_not = staticmethod(why_no_result)

    def execute(self, context: Context) -> Outcome:
        """Discards the motion."""
        review.reject(the_armature(context))
        return {"FINISHED"}


class SPACETIME_OT_snap(InSteps):
    """Snap."""

    bl_idname = "spacetime.snap"
    bl_label = "Snap"
    bl_description = (
        "Key the ghost's pose at the current frame in a copy of your action. Use a preview range to "
        "key all its frames, and Only Selected Bones to key only those"
    )
    why_not = staticmethod(_why_not_physical)

    def work(self, context: Context) -> Work[Report]:
        """Keys the frames."""
        armature_object, scene = the_armature(context), the_scene(context)
        frames = [scene.frame_current]
        if scene.use_preview_range:
            frames = list(range(scene.frame_preview_start, scene.frame_preview_end + 1))
        return _snap(armature_object, frames, chosen_bones(context))


def _snap(armature_object: bpy.types.Object, frames: list[int], chosen: set[str]) -> Work[Report]:
    action, constraints = yield from review.snap(armature_object, frames, chosen)
    keyed = f"frame {frames[0]}" if len(frames) == 1 else f"{len(frames)} frames"
    text = f"Keyed {keyed} in '{action.name}'. {constraints}".rstrip(". ")
    return "WARNING" if constraints else "INFO", text


class SPACETIME_OT_give_back(Button):
    """Restore Rig."""

    bl_idname = "spacetime.give_back"
    bl_label = "Restore Rig"
    bl_description = (
        "Turn on the constraints, drivers and NLA tracks that were turned off for a solved motion and return the "
        "character to its original action. The motion stays in the list of takes"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if something is turned off for a motion."""
        reason = why_no_armature(context)
        if not reason and not len(the_armature(context).spacetime.taken_over):
            reason = "Nothing is turned off for a solved motion"
        return reason

    def execute(self, context: Context) -> Outcome:
        """Restores the rig."""
        self.report({"INFO"}, restore_rig(the_armature(context)))
        return {"FINISHED"}
