"""Arms on a fixed base."""

from ...character import BodyJoint, Character, RigidBody, RootJoint
from .parts import rod

BASE_HEIGHT = 1.0  # m


def planar_arm() -> Character:
    """Three links, 1.0 m long and 6 kg in total, hanging from a fixed base 1 m high, that move in the XZ plane."""
    z = BASE_HEIGHT
    bodies = (
        _base(),
        rod("upper", 3.0, ((0.0, 0.0, z), (0.0, 0.0, z - 0.42)), 0.10),
        rod("fore", 2.0, ((0.0, 0.0, z - 0.42), (0.0, 0.0, z - 0.78)), 0.08),
        rod("hand", 1.0, ((0.0, 0.0, z - 0.78), (0.0, 0.0, z - 1.0)), 0.07),
    )
    joints = (
        BodyJoint(
            "shoulder", "base", "upper", (0.0, 0.0, z), axes="Y", limits=((-2.8, 2.8),), torque_limits=(90.0,)
        ),
        BodyJoint(
            "elbow", "upper", "fore", (0.0, 0.0, z - 0.42), axes="Y",
            limits=((-2.5, 0.0),), torque_limits=(40.0,), preferred=(-0.2,),
        ),
        BodyJoint(
            "wrist", "fore", "hand", (0.0, 0.0, z - 0.78), axes="Y", limits=((-1.2, 1.2),), torque_limits=(12.0,)
        ),
    )  # fmt: skip
    return Character("Planar arm", bodies, joints, root=_fixed())


def spatial_arm() -> Character:
    """The same links with a shoulder of three axes and a wrist of two, like the right arm of a human facing X."""
    arm = planar_arm()
    shoulder, elbow, wrist = arm.joints
    joints = (
        BodyJoint(
            "shoulder", "base", "upper", shoulder.position, axes="XYZ",
            limits=((-1.6, 0.4), (-2.6, 0.9), (-1.2, 1.2)), torque_limits=(90.0, 90.0, 40.0),
        ),
        elbow,
        BodyJoint(
            "wrist", "fore", "hand", wrist.position, axes="XY",
            limits=((-0.5, 0.5), (-1.2, 1.2)), torque_limits=(12.0, 12.0),
        ),
    )  # fmt: skip
    return Character("Spatial arm", arm.bodies, joints, root=_fixed())


def _base() -> RigidBody:
    return RigidBody("base", 5.0, (0.2, 0.2, 0.2), (0.0, 0.0, BASE_HEIGHT))


def _fixed() -> RootJoint:
    return RootJoint("base", translation="", axes="")
