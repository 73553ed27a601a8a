"""A played action made physical: the motion nearest to it that the creature's own body can do."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..analysis.contact_guess.phases import phases
from ..arrays import Array, Flags
from ..clip.clip import Clip
from ..job.drawn_motion import DrawnMotion
from ..job.job import AnimationTiming, ContactTiming, Job, Objective
from ..job.objectives.acceleration import Acceleration
from ..job.objectives.effort import Effort
from ..job.objectives.force_change import ForceChange
from ..job.objectives.pose_closeness import DrawnBody, PoseCloseness
from ..job.sketch import follow
from .playback import Played
from .similarity import Similarity

CLOSENESS = 1.0
# Factor of the weights without a motion to follow: style decides what it leaves open.
STYLE: tuple[Objective, ...] = (Effort(0.1), ForceChange(0.1), Acceleration(1.0))


def physical_job(played: Played, *, closeness: float = CLOSENESS, gravity: float = 9.81) -> Job:
    """The job that follows a played action, with its feet as contacts, by a similar creature of a person's size.

    ``own_size`` gives its clip the size of the creature.

    Args:
        played: kinematic motion of an action.
        closeness: weight of following it; channels' importance multiplies it where they move.
        gravity: [m/s^2].
    """
    similarity = Similarity.to_person(played.binding.creature)
    character = similarity.character(played.motion.character)
    motion = similarity.motion(played.motion, character)
    drawn = DrawnMotion(motion.step, motion.position, motion.turn)
    parts = follow(character, drawn, weight=closeness, steepness=0.0)
    timings = phases(_touching(played), closed=motion.cycle is not None)
    spans = motion.n_frames if motion.cycle is not None else motion.n_frames - 1
    ground = min((contact.point[2] for contact in character.contacts), default=0.0)
    return Job(
        name=f"{played.binding.action.name} of {character.name}",
        character=parts.character,
        timing=AnimationTiming(motion.step * spans, 1 / motion.step),
        cycle=motion.cycle,
        contact_timings=tuple(
            ContactTiming(contact.name, own)
            for contact, own in zip(character.contacts, timings, strict=True)
            if own
        ),
        constraints=parts.constraints if motion.cycle is None else (),
        objectives=(*STYLE, _important(parts.closeness, played)),
        gravity=(0.0, 0.0, -gravity),
        ground_height=ground,
    )


def own_size(clip: Clip, played: Played) -> Clip:
    """A clip of ``physical_job`` in the size, time and strength of the creature that played."""
    return Similarity.to_person(played.binding.creature).inverse.clip(clip)


def _important(closeness: PoseCloseness, played: Played) -> PoseCloseness:
    """Closeness in which bodies weigh as their channels do, while these move them."""
    character, n_frames = played.motion.character, played.motion.n_frames
    factor: dict[str, Array] = {}
    for goal in played.goals:
        weight = np.maximum(goal.place_weight, goal.turn_weight)[:n_frames]
        factor[character.bodies[goal.body].name] = 1 + (goal.importance - 1) * weight
    return replace(closeness, bodies=tuple(_weighed(body, factor) for body in closeness.bodies))


def _weighed(body: DrawnBody, factor: Mapping[str, Array]) -> DrawnBody:
    own = factor.get(body.body)
    return body if own is None else replace(body, envelope=tuple(own.round(6).tolist()))


def _touching(played: Played) -> Flags:
    """(F, C) whether each contact touches: as its foot stands."""
    character = played.motion.character
    touching = np.zeros((len(played.stands), len(character.contacts)), bool)
    for c, contact in enumerate(character.contacts):
        body = character.body_index(contact.body)
        if body in played.feet:
            touching[:, c] = played.stands[:, played.feet.index(body)]
    return touching
