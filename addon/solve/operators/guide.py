"""Smooth, Shake, Reweigh and Continue: solve a motion, or an interval of it, further."""

from dataclasses import replace

import bpy
from bpy.props import EnumProperty
from bpy.types import Context

from ....solver.clip.clip import Clip
from ....solver.commands.request import Guidance, Weight
from ....solver.errors import InputError
from ...blender.take_names import continued_name
from ...interface.availability import (
    Outcome,
    chosen_bones,
    the_armature,
    the_scene,
    why_no_character,
)
from ...interface.button import refusable
from ...overlays.shown import clip_frame, shown_action
from ...result.clip_on_action import clip_of, place_of_solve
from ...result.flaw import flaw_of
from .. import session
from ..guidance import dofs_of
from .starts_solve import StartsSolve

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
    action = shown_action(the_armature(context)) if not reason else None
    if not reason and clip_of(action) is None:
        return flaw_of(action) or "No solved motion is shown; press Solve or show a take"
    return reason


class SPACETIME_OT_guide(StartsSolve):
    """Refine Motion."""

    bl_idname = "spacetime.guide"
    bl_label = "Refine Motion"
    bl_description = (
        "Modify the solved motion and continue solving from there. Use a preview range to change only "
        "its frames, and Only Selected Bones to change only those joints"
    )
    why_not = staticmethod(why_no_clip)

    how: EnumProperty(
        name="Method",
        description="What to do before solving continues",
        items=(
            (SMOOTH, "Smooth", "Remove jitter from the motion, then make it physical again"),
            (SHAKE, "Shake", "Perturb the motion to find a different solution to the same goals"),
            (REWEIGH, "Reweight", "Continue with the current effort, smoothness and posture settings"),
            (CONTINUE, "Continue", "Continue from the current motion, for example after Stop"),
        ),
        default=CONTINUE,
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver."""
        armature_object = the_armature(context)
        action = shown_action(armature_object)
        clip = clip_of(action)
        assert action is not None
        assert clip is not None
        motion = armature_object.spacetime.motion
        # limits of the panel, name of the take
        limits = replace(clip.job.options, max_iterations=motion.max_iterations, time_limit=motion.time_limit)
        clip = replace(
            clip, job=replace(clip.job, name=continued_name(action.name, clip.job.name), options=limits)
        )
        hand = armature_object.spacetime.guidance
        dofs = dofs_of(clip.job.character, chosen_bones(context))
        if hand.only_selected and not dofs:
            raise InputError(
                "Only Selected Bones is enabled, but no selected bone has a body; select other bones"
            )
        kinds = {objective.kind for objective in clip.job.objectives}
        weights = [Weight(kind, getattr(motion, name)) for kind, name in WEIGHTS.items() if kind in kinds]
        frames = interval(the_scene(context), clip, action)
        guidance = Guidance(
            intervals=(frames,) if frames is not None else (),
            dofs=dofs,
            smooth=hand.passes if self.how == SMOOTH else 0,
            shake=hand.size if self.how == SHAKE else 0.0,
            seed=hand.seed,
            weights=tuple(weights) if self.how == REWEIGH else (),
        )
        started = session.start_guide(
            armature_object,
            clip,
            guidance,
            place=place_of_solve(action),
            first_frame=round(action.frame_range[0]),
        )
        return self.outcome_of(started)


def interval(scene: bpy.types.Scene, clip: Clip, action: bpy.types.Action) -> tuple[int, int] | None:
    """Frames of the clip in the preview range; None without one, or if it contains all of them."""
    if not scene.use_preview_range:
        return None
    first, _ = clip_frame(clip, action, scene.frame_preview_start)
    last, _ = clip_frame(clip, action, scene.frame_preview_end)
    shown = scene.frame_preview_end - scene.frame_preview_start
    whole = shown >= action.frame_range[1] - action.frame_range[0] - 1
    return None if whole else (first, last)
