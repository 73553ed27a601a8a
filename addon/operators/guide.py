"""Smooth, Shake, Reweigh and Continue: a solved motion, all of it or an interval, solved on from where it is."""

from dataclasses import replace

import bpy
from bpy.props import EnumProperty
from bpy.types import Context

from ...solver.errors import InputError
from ...solver.motion.clip import Clip
from ..armature.take_names import asked_name
from ..availability import (
    Outcome,
    allowed,
    chosen_bones,
    the_armature,
    the_scene,
    why_no_character,
)
from ..overlays.shown import clip_frame, shown_action
from ..result.clip_on_action import clip_of, place_of_solve
from ..solve import session
from ..solve.guidance import Guidance, dofs_of
from .button import MayWait, refusable

SMOOTH, SHAKE, REWEIGH, CONTINUE = "SMOOTH", "SHAKE", "REWEIGH", "CONTINUE"
WEIGHTS = {
    "effort": "effort",
    "acceleration": "smoothness",
    "force_change": "soft_contact",
    "posture": "ease",
    "torque_change": "unhurried",
}


def why_no_clip(context: Context) -> str:
    """Empty when a solved motion is shown."""
    reason = why_no_character(context)
    if not reason and clip_of(shown_action(the_armature(context))) is None:
        return "No solved motion is shown; press Solve, or show a take"
    return reason


class SPACETIME_OT_guide(MayWait):
    """Guide."""

    bl_idname = "spacetime.guide"
    bl_label = "Guide"
    bl_description = (
        "Change the solved motion and solve on from there. With a preview range only its frames change, with Only "
        "Selected Bones only the joints of those, and all else stays as it is"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    how: EnumProperty(
        name="How",
        description="What is done before the solver goes on",
        items=(
            (SMOOTH, "Smooth", "Take the jitter out of the motion, then make it physical again"),
            (SHAKE, "Shake", "Disturb the motion, to come upon another way of doing the same"),
            (REWEIGH, "Reweigh", "Go on with the effort, smoothness and posture that the panel asks for now"),
            (CONTINUE, "Continue", "Go on from where it is, as after Stop"),
        ),
        default=CONTINUE,
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A solved motion is shown."""
        return allowed(cls, why_no_clip(context))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver."""
        armature_object = the_armature(context)
        action = shown_action(armature_object)
        clip = clip_of(action)
        assert action is not None
        assert clip is not None
        motion = armature_object.spacetime.motion
        # its limits as the panel has them now, its name as the take has it
        limits = replace(clip.job.options, max_iterations=motion.max_iterations, time_limit=motion.time_limit)
        clip = replace(
            clip, job=replace(clip.job, name=asked_name(action.name, clip.job.name), options=limits)
        )
        hand = armature_object.spacetime.guidance
        dofs = dofs_of(clip.job.character, chosen_bones(context))
        if hand.only_selected and not dofs:
            raise InputError("Only selected bones may change and none of them has a body; select others")
        kinds = {objective.kind for objective in clip.job.objectives}
        weights = [(kind, getattr(motion, name)) for kind, name in WEIGHTS.items() if kind in kinds]
        guidance = Guidance(
            frames=interval(the_scene(context), clip, action),
            dofs=dofs,
            smooth=hand.passes if self.how == SMOOTH else 0,
            shake=hand.size if self.how == SHAKE else 0.0,
            seed=hand.seed,
            weights=tuple(weights) if self.how == REWEIGH else (),
        )
        started = session.start_guide(
            context,
            armature_object,
            clip,
            guidance,
            place=place_of_solve(action),
            first_frame=round(action.frame_range[0]),
        )
        if not self.blocking:
            session.start_timer()
            return {"FINISHED"}
        session.wait(started)
        return self.end(started.outcome, failed=started.failed)


def interval(scene: bpy.types.Scene, clip: Clip, action: bpy.types.Action) -> tuple[int, int] | None:
    """Frames of the clip that the preview range shows; None without one, or when it shows them all."""
    if not scene.use_preview_range:
        return None
    first, _ = clip_frame(clip, action, scene.frame_preview_start)
    last, _ = clip_frame(clip, action, scene.frame_preview_end)
    shown = scene.frame_preview_end - scene.frame_preview_start
    whole = shown >= action.frame_range[1] - action.frame_range[0] - 1
    return None if whole else (first, last)


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_guide,))
