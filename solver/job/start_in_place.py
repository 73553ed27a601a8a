"""The place at which an open motion begins: where the character stands in its rest pose."""

from dataclasses import replace

import numpy as np

from ..arrays import Indices
from ..character import Character
from ..mechanics.tree import tree_of
from ..rotations import matrix_from_quaternion
from .constraints.expression import ExpressionConstraint
from .constraints.follow_path import FollowPath
from .constraints.joins import Joins
from .constraints.pin import Pin
from .constraints.region import Region
from .constraints.stay import Stay
from .job import Constraint, Job
from .schedule import contact_schedule, hold_schedule
from .when import When

NAME = "Start in Place"
HELD = 1e-3  # m that the middle of a foot may be off its place
FIRST = When(0, 0)


def starting_in_place(job: Job) -> Job:
    """An open motion whose first frame is held where the character is in its rest pose.

    Each foot that touches the ground keeps its place there; if none does, the root keeps its own. Nothing is held in a
    cycle, which begins in place anyway, nor if the job itself places the character at its first frame.
    """
    if job.cycle is not None or _is_placed(job):
        return job
    schedule = contact_schedule(job)
    if (schedule.touches[0] & (schedule.surface[0] > 0)).any():  # it begins on a surface
        return job
    held = np.flatnonzero(schedule.touches[0])
    begun = _feet(job.character, held) if len(held) else _root(job.character)
    return replace(job, constraints=(*begun, *job.constraints))


def _is_placed(job: Job) -> bool:
    """Whether a constraint or a hold gives a place in the world at the first frame."""
    fixed = np.array([not hold.body_b for hold in job.holds], bool)
    return any(map(_places, job.constraints)) or bool((hold_schedule(job).holds[0] & fixed).any())


def _places(constraint: Constraint) -> bool:
    """Whether a constraint gives a place at the first frame."""
    if isinstance(constraint, FollowPath):
        return constraint.waypoints[0].time <= 0.0
    if isinstance(constraint, Pin):
        return constraint.first == 0 and constraint.dof in ("root.tx", "root.ty")
    if isinstance(constraint, Region):
        return constraint.inside and constraint.when.first == 0
    return isinstance(constraint, Joins) or (isinstance(constraint, Stay) and constraint.when.first == 0)


def _feet(character: Character, held: Indices) -> tuple[ExpressionConstraint, ...]:
    """Keeps the middle of each body's touching contacts above its place in the rest pose."""
    touching, found = [character.contacts[c] for c in held], list[ExpressionConstraint]()
    for body in character.bodies:
        points = [contact.point for contact in touching if contact.body == body.name]
        if points:
            middle = np.mean(points, axis=0)
            x, y, z = ((middle - body.position) @ matrix_from_quaternion(body.orientation)).tolist()
            where = f"position({body.name!r}, {(x, y, z)!r})"
            found += (
                ExpressionConstraint(f"{where}.{axis}", float(at - HELD), float(at + HELD), FIRST, name=NAME)
                for axis, at in zip("xy", middle, strict=False)
            )
    return tuple(found)


def _root(character: Character) -> tuple[Pin, ...]:
    """Keeps the root above its place in the rest pose."""
    names, body = tree_of(character).names, character.bodies[character.body_index(character.root_joint.body)]
    return tuple(
        Pin(f"root.t{axis}", 0, 0, at, at)
        for axis, at in zip("xy", body.position, strict=False)
        if f"root.t{axis}" in names
    )
