"""Refuses an animation that is too long before it is read, which takes minutes of a long one."""

import math

import bpy

from ...solver.character import Character
from ...solver.errors import InputError
from ...solver.job.checks.clip import MAX_VALUES
from ...solver.job.drawn_motion import least_steps, n_steps
from ...solver.job.excerpt import uncut_reason
from ...solver.job.job import AnimationTiming, Constraint, Job, Objective
from ...solver.library.loop.find_loop import MOST_FRAMES as MOST_OF_LOOP
from ..blender.custom_properties import MOST_FRAMES
from ..blender.frame_rate import rate_of
from .read_goals import Scenery, read_goals
from .read_sketch import sketch_range

FREEDOMS = 3  # at most, of a body in a drawn motion; its root has as many more


def require_followable(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character
) -> None:
    """Checks that the animation can be solved: in windows if it is long, unless a goal is about the whole motion.

    Raises:
        InputError: it is too long; with the number of frames that fit.
    """
    first, last = sketch_range(armature_object, scene)
    _require(last - first + 1, MOST_FRAMES, "")
    bodies = len(character.bodies)
    steps = least_steps(last - first, rate_of(scene), bodies)
    fit = MAX_VALUES // (FREEDOMS * (bodies + 1))  # knots
    if steps + 1 > fit:
        reason = uncut_reason(_with_goals(armature_object, scene, character, steps, last - first))
        if reason:
            _require(
                last - first + 1, math.floor((fit - 1) * (last - first) / steps) + 1, f", because {reason}"
            )


def require_loopable(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Checks that a loop can be searched in the animation.

    Raises:
        InputError: it is too long; with the number of frames that fit.
    """
    first, last = sketch_range(armature_object, scene)
    share = (last - first) / n_steps(last - first, rate_of(scene))
    _require(last - first + 1, math.floor((MOST_OF_LOOP - 1) * share) + 1, "")


def _require(n_frames: int, fit: int, reason: str) -> None:
    if n_frames > fit:
        raise InputError(
            f"the animation has {n_frames} frames, and at most {fit} fit{reason}; set a shorter preview range"
        )


def _with_goals(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character, steps: int, frames: int
) -> Job:
    """A job of that length with the goals of the panel."""
    length = frames / rate_of(scene)
    timing = AnimationTiming(length, steps / length)
    first, _ = sketch_range(armature_object, scene)
    scenery = Scenery(armature_object, character, scene, first, timing, is_open=True)
    found = read_goals(scenery, armature_object.spacetime.motion.goals)
    return Job(
        "goals",
        character,
        timing,
        constraints=tuple(each for each in found if isinstance(each, Constraint)),
        objectives=tuple(each for each in found if isinstance(each, Objective)),
    )
