"""Reads the panels into a Job in world space."""

import math
from dataclasses import replace

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.character import Character
from ...solver.job.constraints.clearance import Clearance
from ...solver.job.cycle import Cycle
from ...solver.job.drawn_contacts import deepest, standing_frames, with_standing_contacts
from ...solver.job.drawn_motion import DrawnMotion
from ...solver.job.hold import Hold
from ...solver.job.job import AnimationTiming, Constraint, Job, Objective, SolverOptions
from ...solver.job.objectives.acceleration import Acceleration
from ...solver.job.objectives.effort import Effort
from ...solver.job.objectives.force_change import ForceChange
from ...solver.job.objectives.posture import Posture
from ...solver.job.objectives.torque_change import TorqueChange
from ...solver.job.sketch import follow
from ...solver.job.start_in_place import starting_in_place
from ..blender.evaluation import require_shown
from ..blender.frame_rate import rate_of
from ..blender.gravity import gravity_of
from ..blender.rest_pose import armature_data, facing_of
from ..blender.units import in_meters
from ..character.read_character import read_character
from .first_frame import first_frame_of
from .free_timing import GIVEN, free_length, timing_search
from .read_goals import Scenery, read_goals
from .read_sketch import Sketch
from .read_surfaces import contact_timings, surfaces

# Factor of the weights without keys: style determines what keys leave open, and keys set the posture.
STYLE: dict[type, float] = {Effort: 0.1, ForceChange: 0.1, Posture: 0.01}
YIELDS = 0.03  # of a leg; depth to which bodies other than feet sink when lying, kneeling or rolling
# of the optimum; the last digits of closeness to the drawn motion are invisible
DRAWN_TOLERANCE = 1e-2


def read_job(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, *, sketch: Sketch | None = None
) -> Job:
    """The job set up in the panels.

    Args:
        armature_object: with bodies on bones and the settings of the motion.
        scene: with the ground, gravity, frames and targets.
        sketch: the artist's animation to follow, which determines the length.

    Raises:
        InputError: naming the invalid bone or setting and a remedy.
    """
    require_shown(armature_object, scene)
    settings = armature_object.spacetime.motion
    character = read_character(armature_object)
    fps = rate_of(scene)
    searches = settings.timing != GIVEN and sketch is None
    steps = n_frames(settings, fps) if sketch is None else len(sketch.frames) - 1
    length, first = steps / fps, first_frame_of(armature_object, scene, sketch)
    drawn, followed = None, None
    if sketch is not None:
        followed = int(sketch.frames[0]), int(sketch.frames[-1])
        timings = contact_timings(armature_object, steps, are_free=False, followed=followed)
        phases = [phase for timing in timings for phase in timing.phases]
        changes = [at for start, duration in phases for at in (start, start + duration)]
        drawn = sketch.drawn(1 / fps).as_solved(changes)
        steps = len(drawn.position) - 1
    job = Job(
        name=settings.motion_name.strip() or "Motion",
        character=character,
        timing=AnimationTiming(
            length, steps / length, free=free_length(settings, length, follows_keys=sketch is not None)
        ),
        cycle=_cycle(settings, character, armature_object, length)
        if settings.is_cyclic and sketch is None
        else None,
        contact_timings=contact_timings(armature_object, steps, are_free=searches, followed=followed),
        timing_search=timing_search(settings),
        surfaces=surfaces(armature_object, scene, (first, first + round(length * fps))),
        constraints=_clearances(armature_object) if sketch is None else (),
        objectives=_objectives(settings, searches=searches),
        gravity=gravity_of(scene),
        ground_height=in_meters(scene.spacetime.ground_height),
        options=SolverOptions(
            max_iterations=settings.max_iterations,
            time_limit=settings.time_limit,
            seed=settings.seed,
            noise=settings.noise,
        ),
    )
    if drawn is not None:
        job = _following(job, drawn, armature_object)
    job = _with_goals(job, armature_object, scene, start=first)
    return job if sketch is not None or settings.free_start else starting_in_place(job)


def _with_goals(job: Job, armature_object: bpy.types.Object, scene: bpy.types.Scene, *, start: int) -> Job:
    """The job with its goals, whose frames are those of the timeline."""
    found = read_goals(
        Scenery(armature_object, job.character, scene, start, job.timing, is_open=job.cycle is None),
        armature_object.spacetime.motion.goals,
    )
    return replace(
        job,
        constraints=(*job.constraints, *(each for each in found if isinstance(each, Constraint))),
        objectives=(*job.objectives, *(each for each in found if isinstance(each, Objective))),
        holds=tuple(each for each in found if isinstance(each, Hold)),
    )


def _following(job: Job, drawn: DrawnMotion, armature_object: bpy.types.Object) -> Job:
    """The job with closeness to the drawn motion, its pins, and rest at its ends where it rests."""
    sketch = armature_object.spacetime.motion.sketch
    stands = standing_frames(job.character, job.contact_timings, len(drawn.position))
    stood = with_standing_contacts(job.character, drawn, stands, job.ground_height)
    found = follow(stood, drawn, weight=sketch.closeness, yields=not sketch.keeps_limits)
    style = (replace(each, weight=STYLE.get(type(each), 1.0) * each.weight) for each in job.objectives)
    soft = _soft(armature_object, stood, deepest(stood, drawn, job.ground_height))
    return replace(
        job,
        character=found.character,
        drawn_bones=drawn.drawn_bones,
        objectives=(*style, found.closeness, *((found.relaxed,) if found.relaxed else ())),
        constraints=(*job.constraints, *soft, *found.constraints),
        options=replace(job.options, tolerance=DRAWN_TOLERANCE),
    )


def n_frames(settings: bpy.types.PropertyGroup, fps: float) -> int:
    """Whole frames of the motion; even if its second half mirrors the first."""
    if settings.is_cyclic and settings.is_mirrored:
        return max(2 * round(float(settings.length) * fps / 2), 4)
    return max(round(float(settings.length) * fps), 3)


def _clearances(armature_object: bpy.types.Object) -> tuple[Clearance, ...]:
    contacts = armature_data(armature_object).spacetime.contacts
    return tuple(
        Clearance(contact.name, in_meters(contact.clearance)) for contact in contacts if contact.clearance > 0
    )


def _soft(armature_object: bpy.types.Object, character: Character, drawn: Array) -> tuple[Clearance, ...]:
    """Lets bodies other than feet sink into the ground by YIELDS, or as deep (C,) as they are drawn."""
    contacts = armature_data(armature_object).spacetime.contacts
    depths = np.maximum(YIELDS * character.hip_height, drawn).tolist()
    return tuple(
        Clearance(contact.name, -depth)
        for contact, depth in zip(character.contacts, depths, strict=True)
        if contacts[contact.name].is_guessed
    )


def travel_heading(armature_object: bpy.types.Object, settings: bpy.types.PropertyGroup) -> float:
    """Direction of travel at the start of a cycle, about the world's Z [rad]; 0 is along X."""
    facing = facing_of(armature_object)
    return math.atan2(facing[1], facing[0]) + float(settings.heading)


def _cycle(
    settings: bpy.types.PropertyGroup, character: Character, armature_object: bpy.types.Object, length: float
) -> Cycle:
    """Transform of one cycle: along the facing direction, or along the chord of its circle."""
    x, y, _ = character.bodies[character.body_index(character.root_joint.body)].position
    return Cycle.along_arc(
        (x, y),
        in_meters(settings.speed) * length,
        heading=travel_heading(armature_object, settings),
        turn=settings.turn,
        mirrored=settings.is_mirrored,
    )


def _objectives(settings: bpy.types.PropertyGroup, *, searches: bool) -> tuple[Objective, ...]:
    """Objectives of the style; with free timings, also one for a human step rhythm (docs/measurements/gait.md)."""
    style = (
        Effort(settings.effort),
        ForceChange(settings.soft_contact),
        Acceleration(settings.smoothness),
        Posture(settings.ease),
    )
    return (*style, TorqueChange(settings.unhurried)) if searches and settings.unhurried else style
