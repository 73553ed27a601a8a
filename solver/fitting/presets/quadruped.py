"""A dog: a trunk of two parts, head, tail and four legs of three segments with point paws."""

from dataclasses import replace

from ...character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from .parts import SIDES, Vector, left_and_right, rod

ROOT_TURN = 0.6  # rad

# Joints of a leg from hip to paw (forward, outward, up) [m]: knees point forward, elbows back.
_LEGS: dict[str, tuple[Vector, ...]] = {
    "hind": ((-0.30, 0.08, 0.55), (-0.23, 0.09, 0.34), (-0.37, 0.09, 0.15), (-0.31, 0.09, 0.0)),
    "fore": ((0.30, 0.08, 0.52), (0.23, 0.09, 0.33), (0.27, 0.09, 0.12), (0.30, 0.09, 0.0)),
}
_SEGMENTS = ("upper", "lower", "paw")
_MASSES = {"upper": 1.3, "lower": 0.6, "paw": 0.2}  # kg
_WIDTHS = {"upper": 0.10, "lower": 0.06, "paw": 0.045}  # m
# (lowest, highest) angle about world Y from rest [rad]; positive swings a hanging leg back.
_BENDS: dict[str, dict[str, tuple[float, float]]] = {
    "hind": {"upper": (-1.1, 1.1), "lower": (-0.9, 1.3), "paw": (-1.4, 0.9)},
    "fore": {"upper": (-1.2, 1.0), "lower": (-1.7, 0.7), "paw": (-0.7, 1.6)},
}
_STRENGTH = {"upper": 120.0, "lower": 100.0, "paw": 60.0}  # N m


def quadruped(*, root_turn: float = ROOT_TURN) -> Character:
    """A dog of 30 kg and 16 bodies, with hips 0.55 m high, that faces world X with its paws on Z = 0.

    Args:
        root_turn: maximum rotation of the pelvis from level and forward [rad]; 0: free.
    """
    bodies = [
        RigidBody("pelvis", 7.5, (0.34, 0.20, 0.20), (-0.19, 0.0, 0.55)),
        RigidBody("chest", 9.5, (0.40, 0.22, 0.27), (0.16, 0.0, 0.54)),
        rod("head", 4.0, ((0.34, 0.0, 0.60), (0.66, 0.0, 0.78)), 0.14),
        rod("tail", 0.6, ((-0.36, 0.0, 0.58), (-0.68, 0.0, 0.50)), 0.04),
    ]
    joints = [
        BodyJoint(
            "spine", "pelvis", "chest", (-0.02, 0.0, 0.56), axes="XZY",
            limits=((-0.3, 0.3), (-0.4, 0.4), (-0.6, 0.6)), torque_limits=(80.0, 80.0, 150.0),
        ),
        BodyJoint(
            "neck", "chest", "head", (0.34, 0.0, 0.60), axes="ZY",
            limits=((-0.8, 0.8), (-0.7, 1.0)), torque_limits=(40.0, 60.0),
        ),
        BodyJoint(
            "tail", "pelvis", "tail", (-0.36, 0.0, 0.58), axes="ZY",
            limits=((-1.0, 1.0), (-0.9, 1.0)), torque_limits=(6.0, 6.0),
        ),
    ]  # fmt: skip
    contacts = []
    for leg, trunk in (("hind", "pelvis"), ("fore", "chest")):
        for side, y in SIDES:
            places = [(x, y * out, z) for x, out, z in _LEGS[leg]]
            carrier = trunk
            for k, segment in enumerate(_SEGMENTS):
                name = f"{leg}_{segment}.{side}"
                bodies.append(rod(name, _MASSES[segment], (places[k], places[k + 1]), _WIDTHS[segment]))
                joints.append(_leg_joint(name, carrier, places[k], leg, segment))
                carrier = name
            contacts.append(ContactJoint(f"{leg}.{side}", carrier, places[-1]))
    pairs = left_and_right([f"{leg}_{segment}" for leg in _LEGS for segment in _SEGMENTS])
    root = RootJoint("pelvis", limits=((-root_turn, root_turn),) * 3 if root_turn else ())
    fitted = tuple(replace(body, role="hips" if body.name == "pelvis" else body.name) for body in bodies)
    return Character("Quadruped", fitted, tuple(joints), tuple(contacts), root, pairs)


def _leg_joint(name: str, carrier: str, place: Vector, leg: str, segment: str) -> BodyJoint:
    """A hinge, preceded by a sideways axis at the hip or shoulder."""
    bend, strength = _BENDS[leg][segment], _STRENGTH[segment]
    if segment != "upper":
        return BodyJoint(name, carrier, name, place, axes="Y", limits=(bend,), torque_limits=(strength,))
    return BodyJoint(
        name, carrier, name, place, axes="XY",
        limits=((-0.2, 0.2), bend), torque_limits=(0.6 * strength, strength),
    )  # fmt: skip
