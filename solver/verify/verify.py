"""Judges a motion by its world poses and the forces it claims, independently of the optimizer."""

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


def verify(motion: WorldMotion, *, torques: Array, torque_limits: Array) -> Report:
    """How physical a motion is.

    Accelerations are central differences of world poses, with a cycle's seam closed by its transform, so
    the residuals contain what these differences themselves cost: of the order of step^2.

    Args:
        motion: poses and the world's forces.
        torques: (N, n) generalised muscle torques [N m] ([N]), as mechanics.tree.Tree orders them.
        torque_limits: (n,) the strongest of each [N m] ([N]); 0 for a degree of freedom without a muscle.

    Raises:
        InputError: the torques and their limits do not fit the motion.
    """
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
        friction_excess=friction_excess(motion),
        pull=pull(motion),
        mean_vertical_force=mean_vertical_force(motion),
        peak_vertical_force=peak_vertical_force(motion),
        energy=energy(motion, torques),
    )


def _rms(vectors: Array) -> float:
    """The largest of the trees' root mean squares over the frames; vectors: (K, R, 3)."""
    return float(np.sqrt((vectors**2).sum(-1).mean(0)).max())


def _joint_gap(motion: WorldMotion) -> float:
    """Largest distance [m] between two copies of a point that is meant to be one.

    They are a joint's point on its two bodies, a contact's point on its body and where its force is said
    to act, a hold's on its bodies and where its force acts, while it lasts, and a root's centre and the
    place that a root joint without some translations leaves it.
    """
    character = motion.character
    gaps = [motion.carried_contacts() - motion.contact_points]
    gaps += [(end - motion.hold_points)[motion.holding] for end in motion.carried_holds()]
    for joint in character.joints:
        a, b = character.body_index(joint.body_a), character.body_index(joint.body_b)
        gaps.append(motion.carried(a, joint.position) - motion.carried(b, joint.position))
    for root in character.roots:
        body = character.body_index(root.body)
        held = np.array([letter not in root.translation for letter in "XYZ"])
        gaps.append((motion.position[:, body] - np.array(character.bodies[body].position)) * held)
    return max(float(np.linalg.norm(gap, axis=-1).max(initial=0.0)) for gap in gaps)


def _torque_excess(torques: Array, limits: Array) -> float:
    """Largest torque beyond its limit as a fraction of it; where the limit is 0, in N m (N)."""
    limits = np.asarray(limits, float)
    beyond = np.maximum(np.abs(torques) - limits, 0.0) / np.where(limits > 0, limits, 1.0)
    return float(beyond.max(initial=0.0))
