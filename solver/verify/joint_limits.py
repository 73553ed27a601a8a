"""How far bodies turn beyond the limits of their joints, from their world orientations alone."""

import numpy as np

from ..arrays import Array
from ..character import BodyJoint
from ..mechanics.euler import angles_from_matrix, other_angles, parity
from ..motion.world_motion import WorldMotion
from ..rotations import matrix_from_quaternion

Limits = tuple[tuple[float, float], ...]

GIMBAL = 1e-6  # cosine of the middle angle under which the outer angles are one


def limit_excess(motion: WorldMotion) -> float:
    """Largest angle beyond a limit [rad] of any joint; about an axis that a joint lacks, any angle is.

    A root counts where it lacks axes; its limits do not, for they are about the heading of the motion.
    """
    worst = [_joint_excess(motion, joint) for joint in motion.character.joints]
    for root in motion.character.roots:
        if len(root.axes) < 3:
            turn = motion.turn[:, motion.character.body_index(root.body)] @ root.frame
            turn = np.swapaxes(motion.reference @ root.frame, -1, -2) @ turn
            worst.append(excess(turn, root.axes, ((-np.inf, np.inf),) * len(root.axes)))
    return max((float(w.max()) for w in worst), default=0.0)


def excess(relative: Array, axes: str, limits: Limits) -> Array:
    """Largest angle beyond its limit (N,) [rad] of rotations about up to three successive axes.

    Args:
        relative: (N, 3, 3) rotation in the joint's own frame.
        axes: different letters of XYZ; the ones that are left out may not turn at all.
        limits: (lowest, highest) of each axis [rad].

    Two triples of angles make every rotation, and where the middle angle is a right angle infinitely many
    do: the motion is given the benefit of the triple that fits best.
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
    a = motion.turn[:, motion.character.body_index(joint.body_a)] @ frame
    b = motion.turn[:, motion.character.body_index(joint.body_b)] @ frame
    return excess(np.swapaxes(a, -1, -2) @ b, joint.axes, joint.limits)


def _beyond(angles: Array, bounds: Array) -> Array:
    """Largest angle (N,) outside ``bounds`` (3, 2) after whole turns towards their middle."""
    low, high = bounds.T
    middle = np.where(np.isfinite(low) & np.isfinite(high), _halfway(low, high), 0.0)
    angles = angles - 2 * np.pi * np.round((angles - middle) / (2 * np.pi))
    outside: Array = np.maximum(np.maximum(low - angles, angles - high), 0.0).max(-1)
    return outside


def _halfway(low: Array, high: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return (low + high) / 2


def _shared_turn(angles: Array, order: str, bounds: Array) -> Array:
    """At a right middle angle: the whole outer turn given to the first axis, and its overflow to the last."""
    sign = parity(order) * np.where(angles[:, 1] > 0, 1.0, -1.0)
    total = angles[:, 0] + sign * angles[:, 2]
    preferred = np.clip(0.0, bounds[2, 0], bounds[2, 1])
    first = total - sign * preferred
    middle = _halfway(*bounds[0]) if np.isfinite(bounds[0]).all() else 0.0
    first = first - 2 * np.pi * np.round((first - middle) / (2 * np.pi))
    kept = np.clip(first, bounds[0, 0], bounds[0, 1])
    return np.stack([kept, angles[:, 1], preferred + sign * (first - kept)], -1)
