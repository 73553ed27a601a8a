"""A hopping lamp, after Luxo Jr. (Lasseter 1987; Witkin & Kass 1988)."""

from ...character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from .parts import rod

KNEE, NECK, ANKLE = (-0.16, 0.0, 0.36), (0.10, 0.0, 0.66), (0.0, 0.0, 0.05)


def hopper(*, root_turn: float = 0.8) -> Character:
    """A lamp of 2.8 kg and 0.75 m in the XZ plane that faces X, with its base flat on Z = 0.

    It has a base with heel and toe, two links and a head; the upper link is the root, so that the base can stand still.

    Args:
        root_turn: maximum rotation of the upper link from rest [rad]; 0: free, so that it may flip.
    """
    bodies = (
        rod("upper", 0.5, (KNEE, NECK), 0.05),
        rod("lower", 0.5, (ANKLE, KNEE), 0.05),
        RigidBody("base", 0.8, (0.28, 0.28, 0.06), (0.0, 0.0, 0.03)),
        rod("head", 1.0, (NECK, (0.26, 0.0, 0.58)), 0.16),
    )
    joints = (
        BodyJoint("knee", "upper", "lower", KNEE, axes="Y", limits=((-0.8, 1.2),), torque_limits=(40.0,)),
        BodyJoint("ankle", "lower", "base", ANKLE, axes="Y", limits=((-0.7, 0.7),), torque_limits=(25.0,)),
        BodyJoint("neck", "upper", "head", NECK, axes="Y", limits=((-1.0, 1.0),), torque_limits=(6.0,)),
    )
    contacts = (
        ContactJoint("heel", "base", (-0.12, 0.0, 0.0)),
        ContactJoint("toe", "base", (0.12, 0.0, 0.0)),
    )
    limits = ((-root_turn, root_turn),) if root_turn else ()
    root = RootJoint("upper", translation="XZ", axes="Y", limits=limits)
    return Character("Hopper", bodies, joints, contacts, root)
