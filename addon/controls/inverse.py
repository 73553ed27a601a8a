"""Inverse kinematics: bases of targets and poles for the ends and bends of limbs.

A target has the same offset from its end as at rest. The bend of a limb is one angle about the line from its first
joint to its end; it is measured by the axes of its bones, which also works for straight limbs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...solver.arrays import Array
from ...solver.rotations import matrix_from_quaternion, rotation_about
from ..blender.rest_pose import nearest_rotation
from .control_frames import control_frames
from .handles import Handle
from .limbs import ControlChain
from .rehearsal import Rehearsal
from .response import turn_between

SETTLED = 2e-4  # rad
MOST_ROUNDS = 12
LEAST_SLACK = 1e-6


@dataclass(frozen=True, eq=False)
class Reach:
    """Controls of one limb at a frame.

    Attributes:
        target: (4, 4) its basis.
        heels: (H, 4, 4) their bases.
        bend: (4, 4) basis of the pole or the bend control.
        angle: correction of the bend by the pole or bend control, about the limb's line [rad].
        slack: shift of the target toward the first joint, relative to the distance of the end from it.
        missing: remaining angle before the last correction [rad].
    """

    target: Array
    heels: Array
    bend: Array
    angle: float
    slack: float = 0.0
    missing: float = 0.0


@dataclass(frozen=True, eq=False)
class LimbGoals:
    """Goals of a limb's bones at a frame, armature space.

    Attributes:
        end: (4, 4) the bone that moves with the target.
        head_offset: (3,) head of that bone relative to the target.
        heels: (H, 4, 4) the controls.
        shown: (4, 4) the body that shows the bend.
        first: (4, 4) the chain's first bone as moved by its body.
        line: (3, 3) the chain's first joint, last joint and end.
        pole: (4, 4) the pole as moved by the chain's first body; None without a pole.
    """

    end: Array
    head_offset: Array
    heels: Array
    shown: Array
    first: Array
    line: Array
    pole: Array | None


def resting(limbs: Sequence[ControlChain]) -> list[Reach]:
    """All controls at rest."""
    return [Reach(np.eye(4), np.tile(np.eye(4), (len(limb.heels), 1, 1)), np.eye(4), 0.0) for limb in limbs]


def bases_of(limbs: Sequence[ControlChain], reaches: Sequence[Reach]) -> dict[str, Array]:
    """Bases by control."""
    found = {}
    for limb, reach in zip(limbs, reaches, strict=True):
        found[limb.target.name] = reach.target
        found |= {heel.handle.name: basis for heel, basis in zip(limb.heels, reach.heels, strict=True)}
        handle = limb.pole or limb.bend
        if handle is not None:
            found[handle.name] = reach.bend
    return found


def reaching(
    rehearsal: Rehearsal, limbs: Sequence[ControlChain], goals: Sequence[LimbGoals], reaches: Sequence[Reach]
) -> Iterator[list[Reach]]:
    """Poses one frame: yields the initial controls and each correction; the last ones are the result.

    Args:
        rehearsal: with all other controls posed.
        limbs: with active inverse kinematics.
        goals: of each limb.
        reaches: initial guess.
    """
    found = [replace(each, slack=0.0, missing=0.0) for each in reaches]
    rehearsal.pose(bases_of(limbs, found))
    for _ in range(MOST_ROUNDS):
        yield found
        corrected = [_corrected(rehearsal, *each) for each in zip(limbs, goals, found, strict=True)]
        change = max(
            (
                max(
                    np.abs(new.target - old.target).max(),
                    np.abs(new.heels - old.heels).max(initial=0.0),
                    np.abs(new.bend - old.bend).max(),
                )
                for new, old in zip(corrected, found, strict=True)
            ),
            default=0.0,
        )
        if change < SETTLED:
            return
        found = corrected
        rehearsal.pose(bases_of(limbs, found))


def _corrected(rehearsal: Rehearsal, limb: ControlChain, goals: LimbGoals, reach: Reach) -> Reach:
    shown, end = rehearsal.matrices([limb.bodies[0], limb.end])
    line = goals.line[2] - goals.line[0]
    is_posed = bool(np.isfinite(shown).all())  # Blender's IK solver fails for fully straight limbs
    slack = reach.slack if is_posed else max(2 * reach.slack, LEAST_SLACK)
    goal = _turned(rehearsal, limb.target, end, goals.end)
    goal[:3, 3] = goals.end[:3, 3] - goal[:3, :3] @ goals.head_offset - slack * line
    target = _put(rehearsal, limb.target, reach.target, goal)
    by = goal @ np.linalg.inv(rehearsal.matrices([limb.target.name])[0])  # heels move with the target
    turned = [
        _put(rehearsal, heel.handle, basis, goal, moved=by)
        for heel, basis, goal in zip(limb.heels, reach.heels, goals.heels, strict=True)
    ]
    line = line / np.linalg.norm(line)
    missing = float(turn_between(shown, goals.shown) @ line) if is_posed else 0.0
    overshot = missing * reach.missing < 0  # rotating the bend moves the heels, which are corrected later
    angle = reach.angle + (missing / 2 if overshot else missing)
    if limb.pole is not None and goals.pole is not None:
        carrying = control_frames(rehearsal.evaluated, [limb.pole.name], reach.bend[None])[0]
        bend = carrying.basis(_about(goals.line[0], line, angle) @ goals.pole)
        bend[:3, :3] = np.eye(3)
    elif limb.bend is not None:
        bend = _bent(rehearsal, limb, goals, angle)
    else:
        return Reach(target, np.reshape(turned, (-1, 4, 4)), reach.bend, 0.0, slack)
    handle = limb.pole or limb.bend
    return Reach(target, np.reshape(turned, (-1, 4, 4)), handle.allowed(bend), angle, slack, missing)


def _turned(rehearsal: Rehearsal, handle: Handle, got: Array, target: Array) -> Array:
    """Pose (4, 4) of a control that gives the bone rotating with it its goal rotation."""
    goal: Array = rehearsal.matrices([handle.name])[0]
    goal[:3, :3] = nearest_rotation(target[:3, :3]) @ nearest_rotation(got[:3, :3]).T @ goal[:3, :3]
    return goal


def _put(
    rehearsal: Rehearsal, handle: Handle, basis: Array, goal: Array, *, moved: Array | None = None
) -> Array:
    """Basis that moves a control to a goal within its locks, after its parent was ``moved`` (4, 4)."""
    carrying = control_frames(rehearsal.evaluated, [handle.name], basis[None])[0]
    return handle.allowed((carrying if moved is None else carrying.moved(moved)).basis(goal))


def _bent(rehearsal: Rehearsal, limb: ControlChain, goals: LimbGoals, angle: float) -> Array:
    """Basis of the bend control, in a frame from its parent, since its IK pose does not reveal it."""
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
    line = goals.line[2] - goals.line[0]
    goal = _about(goals.line[0], line / np.linalg.norm(line), angle) @ goals.first
    turned: Array = np.linalg.inv(carrying) @ goal
    turned[:3, 3] = 0.0
    return turned


def _about(point: Array, axis: Array, angle: float) -> Array:
    """Rotation (4, 4) about a line."""
    turn = np.eye(4)
    turn[:3, :3] = matrix_from_quaternion(rotation_about(axis, np.array(angle)))
    turn[:3, 3] = point - turn[:3, :3] @ point
    return turn
