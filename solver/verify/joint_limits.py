"""Rotations of bodies beyond the limits of their joints, from their world orientations alone."""

import numpy as np

from ..arrays import Array
from ..character import BodyJoint
from ..mechanics.euler import angles_from_matrix, other_angles, parity
from ..motion.world_motion import WorldMotion
from ..rotations import matrix_from_quaternion

Limits = tuple[tuple[float, float], ...]

GIMBAL = 1e-6  # cosine of the middle angle below which the outer angles are degenerate (gimbal lock)


def limit_excess(motion: WorldMotion) -> float:
    """Largest angle of any joint beyond a limit [rad]; about an axis that a joint lacks, the limit is 0.

    Roots are checked only if they lack axes, and without their limits, which are relative to the motion's heading.
    """
    worst = [_joint_excess(motion, joint) for joint in motion.character.joints]
    for root in motion.character.roots:
        if len(root.axes) < 3:
            turn = motion.turn[:, motion.character.body_index(root.body)] @ root.frame
            turn = np.swapaxes(motion.reference @ root.frame, -1, -2) @ turn
            worst.append(excess(turn, root.axes, ((-np.inf, np.inf),) * len(root.axes)))
    return max((float(w.max()) for w in worst), default=0.0)


def excess(relative: Array, axes: str, limits: Limits) -> Array:
    """(N,) largest angle beyond its limit [rad] of rotations about up to three successive axes.

    Args:
        relative: (N, 3, 3) rotation in the joint's own frame.
        axes: different letters of XYZ; missing ones are locked.
        limits: (lowest, highest) of each axis [rad].

    Two triples of Euler angles represent every rotation, and infinitely many if the middle angle is a right angle; the
    triple with the least excess is used.
    """
    missing = "".join(letter for letter in "XYZ" if letter not in axes)
    order = axes + missing
    bounds = np.array([*limits, *((0.0, 0.0),) * len(missing)], float)
    angles = angles_from_matrix(relative, order)
    best = np.minimum(_beyond(angles, bounds), _beyond(other_angles(angles), bounds))
    degenerate = np.abs(np.cos(angles[:, 1])) < GIMBAL
    if degenerate.any():
        shared = _beyond(_shared_turn(angles[degenerate], order, bounds), bounds)
        best[degenerate] = np.minimum(best[degenerate], shared)
    return best


def _joint_excess(motion: WorldMotion, joint: BodyJoint) -> Array:
    frame = matrix_from_quaternion(joint.orientation)
    a = motion.joint_place(joint)[1] @ frame
    b = motion.turn[:, motion.character.body_index(joint.body_b)] @ frame
    return excess(np.swapaxes(a, -1, -2) @ b, joint.axes, joint.limits)


def _beyond(angles: Array, bounds: Array) -> Array:
    """(N,) largest angle outside ``bounds`` (3, 2), after whole turns toward their middle."""
    low, high = bounds.T
    middle = np.where(np.isfinite(low) & np.isfinite(high), _halfway(low, high), 0.0)
    angles = angles - 2 * np.pi * np.round((angles - middle) / (2 * np.pi))
    outside: Array = np.maximum(np.maximum(low - angles, angles - high), 0.0).max(-1)
    return outside


def _halfway(low: Array, high: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return (low + high) / 2


def _shared_turn(angles: Array, order: str, bounds: Array) -> Array:
    """Angles in gimbal lock: the combined outer rotation is assigned to the first axis, and its excess to the last."""
    sign = parity(order) * np.where(angles[:, 1] > 0, 1.0, -1.0)
    total = angles[:, 0] + sign * angles[:, 2]
    preferred = np.clip(0.0, bounds[2, 0], bounds[2, 1])
    first = total - sign * preferred
    middle = _halfway(*bounds[0]) if np.isfinite(bounds[0]).all() else 0.0
    first = first - 2 * np.pi * np.round((first - middle) / (2 * np.pi))
    kept = np.clip(first, bounds[0, 0], bounds[0, 1])
    return np.stack([kept, angles[:, 1], preferred + sign * (first - kept)], -1)
