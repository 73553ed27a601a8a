"""Open clips on the spot: reaches from pose to pose, throws."""

import numpy as np

from solver.character import Character
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job
from tests.robustness.poses import ENDS, pins, random_pose, standing_pose, steadied
from tests.robustness.task import within

FPS = 30.0


def reach_job(
    rng: np.random.Generator,
    name: str,
    character: Character,
    *,
    joints: tuple[str, ...] = (),
    length: tuple[float, float],
    reach: float,
) -> Job:
    """At rest in one pose of some joints, at rest in another; all contacts stay down.

    Args:
        rng: of the draw.
        name: of the reach.
        character: who.
        joints: which are held at both ends; all when empty.
        length: lowest and highest time [s].
        reach: share of the joints' range.
    """
    seconds = within(rng, *length)
    constraints: tuple[Pin, ...] = ()
    for ends in ENDS:
        pose = random_pose(rng, character, joints=joints, reach=reach)
        if character.contacts:
            pose = standing_pose(character) | steadied(character, pose)
        constraints += pins(pose, *ends)
    return _standing(f"{name} {seconds:.2f} s", character, seconds, constraints)


def throw_job(
    rng: np.random.Generator,
    name: str,
    character: Character,
    cocked: dict[str, float],
    released: dict[str, float],
    *,
    swing: tuple[float, float],
) -> Job:
    """A wind-up, a fast swing from cocked to released, and time to come to rest.

    Args:
        rng: of the draw.
        name: of the throw.
        character: who.
        cocked: angles before the swing [rad].
        released: angles after it [rad].
        swing: lowest and highest time of the swing [s].
    """
    seconds, windup, follow = within(rng, *swing), within(rng, 0.6, 0.9), within(rng, 0.5, 0.8)
    length = windup + seconds + follow
    first, last = round(windup * FPS), round((windup + seconds) * FPS)
    scatter = {dof: within(rng, -0.1, 0.1) for dof in cocked}
    constraints = pins({dof: value + scatter[dof] for dof, value in cocked.items()}, first, first)
    constraints += pins({dof: value + scatter[dof] for dof, value in released.items()}, last, last)
    if character.contacts:
        pose = standing_pose(character)
        constraints += pins(pose, *ENDS[0]) + pins(pose, *ENDS[1])
    return _standing(f"{name}, swing {seconds:.2f} s", character, length, constraints)


def _standing(label: str, character: Character, length: float, constraints: tuple[Pin, ...]) -> Job:
    timings = tuple(ContactTiming(contact.name, ((0.0, 1.0),)) for contact in character.contacts)
    return Job(label, character, AnimationTiming(length, FPS), None, timings, constraints)
