"""A human who can stand on its hands: shoulders that reach overhead, and palms that touch the ground."""

from dataclasses import replace

from solver.character import BodyJoint, Character, ContactJoint, RootJoint
from solver.fitting.presets.human import human

PALM = (0.0, 0.19, 0.80)  # of the left hand in the rest pose, world [m]


def gymnast(*, axes: str = "ZXY") -> Character:
    """The human preset with free hips, wide shoulders and palms.

    Args:
        axes: of the hips' turns; the middle one may not reach a quarter turn, the last may flip.
    """
    person = human(root_turn=0.0)
    x, y, z = PALM
    palms = (ContactJoint("palm.L", "forearm.L", (x, y, z)), ContactJoint("palm.R", "forearm.R", (x, -y, z)))
    return replace(
        person,
        joints=tuple(_wide(joint) for joint in person.joints),
        contacts=(*person.contacts, *palms),
        root=RootJoint("hips", axes=axes),
    )


def _wide(joint: BodyJoint) -> BodyJoint:
    """Arms that may be raised sideways all the way up."""
    if not joint.name.startswith("upper_arm"):
        return joint
    (low, high), *others = joint.limits
    raised = (-3.1, high) if joint.name.endswith("L") else (low, 3.1)
    return replace(joint, limits=(raised, *others), torque_limits=(100.0, 100.0, 60.0))
