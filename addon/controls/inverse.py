"""Inverse kinematics: where the ends of limbs should be and how limbs bend, as bases of targets and poles.

A target stands beside its end as at rest. Where a limb bends is one angle about the line from its first joint to its
end; it is told from the axes of its bones, which say it also where the limb is straight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...solver.arrays import Array
from ...solver.rotations import matrix_from_quaternion, rotation_about
from .carried import carried
from .limbs import Limb
from .rehearsal import Rehearsal
from .response import turn_between

SETTLED = 2e-4  # rad
MOST_ROUNDS = 12
LEAST_SLACK = 1e-6


@dataclass(frozen=True, eq=False)
class Reach:
    """What the controls of one limb do in a frame.

    Attributes:
        target: (4, 4) its basis.
        bend: (4, 4) basis of the pole or of the first bone.
        angle: by which that is turned about the limb's line from where it would stand by itself [rad].
        slack: by which the target is nearer than wanted, a share of the limb's reach.
    """

    target: Array
    bend: Array
    angle: float
    slack: float = 0.0


@dataclass(frozen=True, eq=False)
class Wanted:
    """Where a limb's bones should be in a frame, armature space.

    Attributes:
        target: (4, 4) the target.
        shown: (4, 4) the bone that shows the bend.
        first: (4, 4) the chain's first bone as the motion carries it.
        line: (3, 3) the first joint, the middle joint and the end.
        pole: (4, 4) where the pole stands by itself; None: there is no pole.
    """

    target: Array
    shown: Array
    first: Array
    line: Array
    pole: Array | None


def resting(limbs: Sequence[Limb]) -> list[Reach]:
    """All controls at rest."""
    return [Reach(np.eye(4), np.eye(4), 0.0) for _ in limbs]


def bases_of(limbs: Sequence[Limb], reaches: Sequence[Reach]) -> dict[str, Array]:
    """By control."""
    found = {}
    for limb, reach in zip(limbs, reaches, strict=True):
        found[limb.target.name] = reach.target
        handle = limb.pole or limb.bend
        if handle is not None:
            found[handle.name] = reach.bend
    return found


def reaching(
    rehearsal: Rehearsal, limbs: Sequence[Limb], wanted: Sequence[Wanted], reaches: Sequence[Reach]
) -> Iterator[list[Reach]]:
    """Poses one frame: yields what controls do after each correction; the last ones hold.

    Args:
        rehearsal: with all other controls posed.
        limbs: that inverse kinematics pose now.
        wanted: of each limb.
        reaches: to begin with.
    """
    found = [replace(each, slack=0.0) for each in reaches]
    rehearsal.pose(bases_of(limbs, found))
    for _ in range(MOST_ROUNDS):
        yield found
        corrected = [_corrected(rehearsal, *each) for each in zip(limbs, wanted, found, strict=True)]
        change = max(
            (
                max(np.abs(new.target - old.target).max(), np.abs(new.bend - old.bend).max())
                for new, old in zip(corrected, found, strict=True)
            ),
            default=0.0,
        )
        if change < SETTLED:
            return
        found = corrected
        rehearsal.pose(bases_of(limbs, found))


def _corrected(rehearsal: Rehearsal, limb: Limb, wanted: Wanted, reach: Reach) -> Reach:
    (shown,) = rehearsal.matrices([limb.bodies[0]])
    carrying = carried(rehearsal.evaluated, [limb.target.name], reach.target[None])[0]
    line = wanted.line[2] - wanted.line[0]
    is_posed = bool(
        np.isfinite(shown).all()
    )  # Blender's own kinematics fail where a limb is as straight as can be
    slack = reach.slack if is_posed else max(2 * reach.slack, LEAST_SLACK)
    goal = wanted.target.copy()
    goal[:3, 3] -= slack * line
    target = limb.target.allowed(carrying.basis(goal))
    line = line / np.linalg.norm(line)
    angle = reach.angle + (float(turn_between(shown, wanted.shown) @ line) if is_posed else 0.0)
    if limb.pole is not None and wanted.pole is not None:
        carrying = carried(rehearsal.evaluated, [limb.pole.name], reach.bend[None])[0]
        bend = carrying.basis(_about(wanted.line[0], line, angle) @ wanted.pole)
        bend[:3, :3] = np.eye(3)
    elif limb.bend is not None:
        bend = _bent(rehearsal, limb, wanted, angle)
    else:
        return Reach(target, reach.bend, 0.0, slack)
    handle = limb.pole or limb.bend
    return Reach(target, handle.allowed(bend), angle, slack)


def _bent(rehearsal: Rehearsal, limb: Limb, wanted: Wanted, angle: float) -> Array:
    """Basis of the chain's first bone; what inverse kinematics made of it says nothing of what carries it."""
    assert limb.bend is not None
    if sum(limb.bend.turns) == 1:
        axis = limb.bend.turns.index(True)
        basis = np.eye(4)
        basis[:3, :3] = matrix_from_quaternion(rotation_about(np.eye(3)[axis], np.array(angle)))
        return basis
    bone = rehearsal.object.pose.bones[limb.bend.name]
    rest = np.array(bone.bone.matrix_local, float)
    carrying = rest
    if bone.parent is not None:
        (parent,) = rehearsal.matrices([bone.parent.name])
        carrying = parent @ np.linalg.inv(np.array(bone.parent.bone.matrix_local, float)) @ rest
    line = wanted.line[2] - wanted.line[0]
    goal = _about(wanted.line[0], line / np.linalg.norm(line), angle) @ wanted.first
    turned: Array = np.linalg.inv(carrying) @ goal
    turned[:3, 3] = 0.0
    return turned


def _about(point: Array, axis: Array, angle: float) -> Array:
    """A turn (4, 4) about a line."""
    turn = np.eye(4)
    turn[:3, :3] = matrix_from_quaternion(rotation_about(axis, np.array(angle)))
    turn[:3, 3] = point - turn[:3, :3] @ point
    return turn
