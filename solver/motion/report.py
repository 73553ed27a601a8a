"""How physical a motion is, in numbers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """Measures of a clip, recomputed from world poses and claimed forces alone; made by ``verify``.

    Attributes:
        linear_residual: rms over frames of |sum m a - sum forces - m g| in body weights.
        angular_residual: rms of |dL/dt - sum r x f| about the centre of mass in body weights x 1 m.
        joint_gap: largest distance between two copies of one point [m]: a joint's on its two bodies, a
            contact's on its body and where its force is said to act, the root's centre and where a root
            without some translations must stay.
        limit_excess: largest angle beyond a joint limit [rad].
        torque_excess: largest torque beyond its limit, as a fraction of that limit; where there is no
            muscle, in N m (N).
        slide: longest path of a touching point along the ground in one stance [m], between frames that
            both touch; a patch's turn counts with its twist_radius.
        contact_height: largest distance of a touching or loaded point from the ground [m].
        penetration: deepest point of an ellipsoid below the ground [m].
        friction_excess: largest tangential force beyond the friction cone in body weights, or free moment
            beyond friction x twist_radius x normal force in body weights x 1 m.
        pull: strongest pull of the ground in body weights.
        mean_vertical_force: over the judged frames in body weights; 1 for a cycle.
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
