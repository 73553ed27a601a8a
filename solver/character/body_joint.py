"""A joint between two bodies."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BodyJoint:
    """Rotation about 0 to 3 axes through one point, driven by muscles (McIntosh 2011, section 4.2.1).

    ``axes`` lists the axes of the joint's frame in the order of rotation: with "ZXY", body_b turns about the Z axis
    fixed in body_a, then about the turned X, then about the twice turned Y. A joint without axes welds the bodies.

    Attributes:
        name: unique among joints.
        body_a: name of the body nearer to the root.
        body_b: name of the body that the joint carries.
        position: of the joint in the rest pose, world [m].
        orientation: wxyz, rotation of the joint's frame in the world in the rest pose.
        axes: 0 to 3 different letters of "XYZ".
        limits: (lowest, highest) angle per axis [rad], measured from the rest pose.
        torque_limits: largest muscle torque per axis [N m]; 0: the axis is passive.
        preferred: angle per axis that the posture objective prefers [rad]; empty: 0, clamped to the limits.
    """

    name: str
    body_a: str
    body_b: str
    position: tuple[float, float, float]
    orientation: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    axes: str = "XYZ"
    limits: tuple[tuple[float, float], ...] = ()
    torque_limits: tuple[float, ...] = ()
    preferred: tuple[float, ...] = ()
