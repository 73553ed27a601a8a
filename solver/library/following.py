"""A job that stays close to a motion."""

from dataclasses import replace

from ..analysis.contact_guess.phases import phases
from ..arrays import Array
from ..job.drawn_motion import DrawnMotion
from ..job.job import DEFAULT_OBJECTIVES, AnimationTiming, Constraint, ContactTiming, Job, Objective
from ..job.objectives.pose_closeness import PoseCloseness
from ..job.sketch import follow
from ..motion.world_motion import WorldMotion


def following(
    name: str,
    guess: WorldMotion,
    *,
    closeness: float,
    envelopes: Array | None = None,
    objectives: tuple[Objective, ...] = DEFAULT_OBJECTIVES,
    constraints: tuple[Constraint, ...] = (),
    yields: bool = False,
) -> Job:
    """The job of a motion that is not physical yet.

    Args:
        name: of the job.
        guess: its poses, and when its contacts touch.
        closeness: weight of staying close.
        envelopes: (N, B) how much of it counts for each body at each frame; a body without any is free. None: all.
        objectives: besides.
        constraints: besides.
        yields: whether joints get the axes and limits that are drawn, and more strength; else roots alone turn freely.
    """
    count, cycle = guess.n_frames, guess.cycle
    drawn = DrawnMotion(guess.step, guess.position, guess.turn)
    found = follow(guess.character, drawn, weight=closeness, steepness=0.0, yields=yields)
    timings = phases(guess.contact_active, closed=cycle is not None)
    return Job(
        name,
        found.character,
        AnimationTiming(guess.step * (count if cycle else count - 1), guess.fps),
        cycle,
        tuple(
            ContactTiming(contact.name, own)
            for contact, own in zip(guess.character.contacts, timings, strict=True)
            if own
        ),
        constraints,
        (*objectives, found.closeness if envelopes is None else _shaped(found.closeness, envelopes)),
        gravity=guess.world.gravity,
        ground_height=guess.world.ground_height,
        heading=() if guess.cycle else guess.heading,
    )


def _shaped(closeness: PoseCloseness, envelopes: Array) -> PoseCloseness:
    """Closeness of the bodies that have an envelope (N, B) above 0."""
    bodies = zip(closeness.bodies, envelopes.T, strict=True)
    return replace(
        closeness,
        bodies=tuple(replace(body, envelope=tuple(own.tolist())) for body, own in bodies if own.any()),
    )
