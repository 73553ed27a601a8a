"""Accept, Reject, Snap and Give Back."""

import bpy
from bpy.types import Context, Operator

from ..availability import (
    Outcome,
    allowed,
    chosen_bones,
    the_armature,
    the_scene,
    why_no_armature,
)
from ..event_loop import Work
from ..result import review
from ..result.taking_over import give_back
from .button import InSteps, Told


def why_no_result(context: Context) -> str:
    """Empty when a motion waits on the ghost."""
    reason = why_no_armature(context)
    if not reason and the_armature(context).spacetime.pending is None:
        return "No motion waits for a decision; press Solve, or show a take"
    return reason


class _OfAResult:
    @classmethod
    def poll(cls, context: Context) -> bool:
        """A motion waits on the ghost."""
        return allowed(cls, why_no_result(context))


class _OfAPhysicalResult:
    @classmethod
    def poll(cls, context: Context) -> bool:
        """A motion waits on the ghost, and it is more than an attempt at what cannot be."""
        reason = why_no_result(context)
        return allowed(cls, reason or review.why_not_kept(the_armature(context).spacetime.pending))


class SPACETIME_OT_accept(_OfAPhysicalResult, InSteps):
    """Accept."""

    bl_idname = "spacetime.accept"
    bl_label = "Accept"
    bl_description = (
        "Give the character what its ghost shows, as a new action; your own action stays as it is"
    )

    def work(self, context: Context) -> Work[Told]:
        """Assigns it and sends the ghost away."""
        return _accept(the_armature(context))


def _accept(armature_object: bpy.types.Object) -> Work[Told]:
    action, constraints = yield from review.accepting(armature_object)
    told = f"The character plays '{action.name}'. {constraints}".rstrip(". ")
    return "WARNING" if constraints else "INFO", told


class SPACETIME_OT_reject(_OfAResult, Operator):
    """Reject."""

    bl_idname = "spacetime.reject"
    bl_label = "Reject"
    bl_description = "Send the ghost away and forget its motion, unless its take is starred"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context: Context) -> Outcome:
        """Forgets it."""
        review.reject(the_armature(context))
        return {"FINISHED"}


class SPACETIME_OT_snap(_OfAPhysicalResult, InSteps):
    """Snap."""

    bl_idname = "spacetime.snap"
    bl_label = "Snap"
    bl_description = (
        "Key the character as its ghost stands in this frame, in a copy of your action; with a preview range, "
        "in all its frames; with Only Selected Bones, only those"
    )

    def work(self, context: Context) -> Work[Told]:
        """Keys it."""
        armature_object, scene = the_armature(context), the_scene(context)
        frames = [scene.frame_current]
        if scene.use_preview_range:
            frames = list(range(scene.frame_preview_start, scene.frame_preview_end + 1))
        return _snap(armature_object, frames, chosen_bones(context))


def _snap(armature_object: bpy.types.Object, frames: list[int], chosen: set[str]) -> Work[Told]:
    action, constraints = yield from review.snap(armature_object, frames, chosen)
    keyed = f"frame {frames[0]}" if len(frames) == 1 else f"{len(frames)} frames"
    told = f"Keyed {keyed} in '{action.name}'. {constraints}".rstrip(". ")
    return "WARNING" if constraints else "INFO", told


class SPACETIME_OT_give_back(Operator):
    """Give Back."""

    bl_idname = "spacetime.give_back"
    bl_label = "Give Back"
    bl_description = (
        "Let the constraints that were muted for a solved motion rule again, and the character play what it played "
        "before; the motion stays on the list of takes"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Constraints are muted for a motion."""
        reason = why_no_armature(context)
        if not reason and not len(the_armature(context).spacetime.taken_over):
            reason = "No constraint is muted for a solved motion"
        return allowed(cls, reason)

    def execute(self, context: Context) -> Outcome:
        """Gives them back."""
        given = give_back(the_armature(context))
        self.report({"INFO"}, f"{given} constraints rule again")
        return {"FINISHED"}


register, unregister = bpy.utils.register_classes_factory(
    (SPACETIME_OT_accept, SPACETIME_OT_reject, SPACETIME_OT_snap, SPACETIME_OT_give_back)
)
