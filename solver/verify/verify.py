"""Verifies a motion by its world poses and claimed forces, independently of the optimizer."""

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..motion.world_motion import WorldMotion
from .balance import balance
from .contact_measures import (
    contact_height,
    friction_excess,
    mean_vertical_force,
    peak_vertical_force,
    penetration,
    pull,
    slide,
)
from .energy import energy
from .joint_limits import limit_excess
from .report import Report
from .solid_depth import inside_solids


def verify(motion: WorldMotion, *, torques: Array, torque_limits: Array) -> Report:
    """Measures the physics of a motion.

    Accelerations are central differences of world poses, across a cycle's seam by its transform, so the residuals
    include their discretization error, which is O(step^2).

    Args:
        motion: poses and the world's forces.
        torques: (N, n) generalized muscle torques [N m] ([N]), in the order of mechanics.tree.Tree.
        torque_limits: (n,) largest torque of each [N m] ([N]); 0 for a degree of freedom without a muscle.

    Raises:
        InputError: the torques and their limits do not fit the motion, or it is open and has fewer than three frames.
    """
    motion.require_accelerations()
    expected = (len(motion.position), *np.shape(torque_limits))
    if np.shape(torques) != expected:
        raise InputError(f"expected the shape {expected}, found {np.shape(torques)}", field="motion.torques")
    linear, angular = balance(motion, torques)
    return Report(
        linear_residual=_rms(linear) / motion.weight,
        angular_residual=_rms(angular) / motion.weight,
        joint_gap=_joint_gap(motion),
        limit_excess=limit_excess(motion),
        torque_excess=_torque_excess(torques, torque_limits),
        slide=slide(motion),
        contact_height=contact_height(motion),
        penetration=penetration(motion),
        inside_solids=inside_solids(motion),
        friction_excess=friction_excess(motion),
        pull=pull(motion),
        mean_vertical_force=mean_vertical_force(motion),
        peak_vertical_force=peak_vertical_force(motion),
        energy=energy(motion, torques),
    )


def _rms(vectors: Array) -> float:
    """Root mean square over the frames of vectors (K, R, 3), of the worst tree."""
    return float(np.sqrt((vectors**2).sum(-1).mean(0)).max())


def _joint_gap(motion: WorldMotion) -> float:
    """Largest distance [m] between two points that should coincide.

    They are a joint on its two bodies, a contact on its body and its force's point, a hold on its bodies and its
    force's point while it lasts, and a root's center and its fixed coordinates if the root joint lacks translations.
    """
    character = motion.character
    gaps = [motion.carried_contacts() - motion.contact_points]
    gaps += [(end - motion.hold_points)[motion.holding] for end in motion.carried_holds()]
    for joint in character.joints:
        b = character.body_index(joint.body_b)
        gaps.append(motion.joint_place(joint)[0] - motion.carried(b, joint.position))
    for root in character.roots:
        body = character.body_index(root.body)
        held = np.array([letter not in root.translation for letter in "XYZ"])
        gaps.append((motion.position[:, body] - np.array(character.bodies[body].position)) * held)
    return max(float(np.linalg.norm(gap, axis=-1).max(initial=0.0)) for gap in gaps)


def _torque_excess(torques: Array, limits: Array) -> float:
    """Largest torque beyond its limit, as a fraction of the limit; if that is 0, in N m (N)."""
    limits = np.asarray(limits, float)
    beyond = np.maximum(np.abs(torques) - limits, 0.0) / np.where(limits > 0, limits, 1.0)
    return float(beyond.max(initial=0.0))
