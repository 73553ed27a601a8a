"""How physical a motion is, in numbers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """Measures of a clip, recomputed from world poses and claimed forces alone; made by ``verify``.

    Attributes:
        linear_residual: rms over frames of |sum m a - sum forces - m g| in body weights.
        angular_residual: rms of |dL/dt - sum r x f| about the centre of mass in body weights x 1 m.
        joint_gap: largest distance between the two bodies' copies of a joint's point [m].
        limit_excess: largest angle beyond a joint limit [rad].
        torque_excess: largest torque beyond its limit, as a fraction of that limit.
        slide: longest path of a touching point along the ground in one stance [m].
        contact_height: largest distance of a touching point from the ground [m].
        penetration: deepest point of an ellipsoid below the ground [m].
        friction_excess: largest tangential force beyond the friction cone in body weights.
        pull: strongest pull of the ground in body weights.
        mean_vertical_force: over the clip in body weights; 1 for a cycle.
        peak_vertical_force: of all contacts of one body together, in body weights.
    """

    linear_residual: float
    angular_residual: float
    joint_gap: float
    limit_excess: float
    torque_excess: float
    slide: float
    contact_height: float
    penetration: float
    friction_excess: float
    pull: float
    mean_vertical_force: float
    peak_vertical_force: float
