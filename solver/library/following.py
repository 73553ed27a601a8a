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
    """The job that follows an unphysical motion.

    Args:
        name: of the job.
        guess: the motion, with contacts.
        closeness: weight of following it.
        envelopes: (N, B) factors of this weight for each body and frame; a body with none is free. None: 1.
        objectives: further objectives.
        constraints: further constraints.
        yields: whether joints get the axes and limits that the motion needs, and more strength; roots always do.
    """
    count, cycle = guess.n_frames, guess.cycle
    drawn = DrawnMotion(guess.step, guess.position, guess.turn, drawn_bones=guess.drawn_bones)
    parts = follow(guess.character, drawn, weight=closeness, steepness=0.0, yields=yields)
    timings = phases(guess.contact_active, closed=cycle is not None)
    return Job(
        name,
        parts.character,
        AnimationTiming(guess.step * (count if cycle else count - 1), guess.fps),
        cycle,
        tuple(
            ContactTiming(contact.name, own)
            for contact, own in zip(guess.character.contacts, timings, strict=True)
            if own
        ),
        constraints,
        (*objectives, parts.closeness if envelopes is None else _shaped(parts.closeness, envelopes)),
        gravity=guess.world.gravity,
        ground_height=guess.world.ground_height,
        heading=() if guess.cycle else guess.heading,
        drawn_bones=guess.drawn_bones,
    )


def _shaped(closeness: PoseCloseness, envelopes: Array) -> PoseCloseness:
    """Closeness of the bodies that have an envelope (N, B) above 0."""
    bodies = zip(closeness.bodies, envelopes.T, strict=True)
    return replace(
        closeness,
        bodies=tuple(
            replace(body, envelope=tuple(envelope.tolist())) for body, envelope in bodies if envelope.any()
        ),
    )
