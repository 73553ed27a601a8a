"""How physical a motion is, in numbers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """Measures of a clip, recomputed from world poses and claimed forces alone; made by ``verify``.

    Attributes:
        linear_residual: rms over frames of |sum m a - sum forces - m g| in body weights of the whole cast;
            of the worst tree where there are several.
        angular_residual: rms of |dL/dt - sum r x f| about the tree's centre of mass in body weights x 1 m.
        joint_gap: largest distance between two copies of one point [m]: a joint's on its two bodies, a
            contact's on its body and where its force is said to act, a hold's on its bodies while it lasts,
            a root's centre and where a root without some translations must stay.
        limit_excess: largest angle beyond a joint limit [rad].
        torque_excess: largest torque beyond its limit, as a fraction of that limit; where there is no
            muscle, in N m (N).
        slide: longest path of a touching point along its surface in one stance [m], between frames that
            both touch; a patch's turn counts with its twist_radius.
        contact_height: largest distance of a touching or loaded point from its surface [m].
        penetration: deepest point of an ellipsoid below the ground or within a half space [m].
        friction_excess: largest tangential force beyond the friction cone in body weights, or free moment
            beyond friction x twist_radius x normal force in body weights x 1 m.
        pull: strongest pull of a surface in body weights.
        mean_vertical_force: of all contacts over the judged frames in body weights; 1 for a cycle in which
            nothing else carries.
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
