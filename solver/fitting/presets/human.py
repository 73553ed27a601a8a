"""A human of average proportions, standing straight with hanging arms."""

import numpy as np

from ...character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from ...character.part_names import PartName
from ..anthropometry import MALE
from ..ellipsoid import Ellipsoid
from ..human_bones import CENTRAL, PAIRED
from ..human_fit import fit_human
from ..joint_fit import JointFit
from ..rest_bone import RestBone
from .parts import SIDES, Vector, left_and_right, quaternion, vector

STATURE, MASS = 1.75, 75.0  # m, kg
ROOT_TURN = 0.6  # rad; enough for an upright motion

# Head and tail of each bone of a human of STATURE, (forward, outward, up) [m]; trunk after de Leva (1996).
_TRUNK = {
    "hips": (0.930, 1.076),
    "waist": (1.076, 1.292),
    "chest": (1.292, 1.463),
    "neck": (1.463, 1.547),
    "crown": (1.547, 1.750),
}
_LIMBS: dict[str, tuple[Vector, Vector]] = {
    "upper_arm": ((0.0, 0.19, 1.430), (0.0, 0.19, 1.147)),
    "forearm": ((0.0, 0.19, 1.147), (0.0, 0.19, 0.877)),
    "hand": ((0.0, 0.19, 0.877), (0.0, 0.19, 0.790)),
    "thigh": ((0.0, 0.09, 0.930), (0.0, 0.09, 0.506)),
    "shin": ((0.0, 0.09, 0.506), (0.0, 0.09, 0.075)),
    "foot": ((0.0, 0.09, 0.075), (0.130, 0.09, 0.020)),
    "toe": ((0.130, 0.09, 0.020), (0.200, 0.09, 0.0)),
    "heel": ((-0.060, 0.075, 0.0), (-0.060, 0.105, 0.0)),
}
_CARRIER = {
    "waist": "hips",
    "chest": "waist",
    "neck": "chest",
    "upper_arm": "chest",
    "forearm": "upper_arm",
    "thigh": "hips",
    "shin": "thigh",
    "foot": "shin",
}


def human(*, stature: float = STATURE, mass: float = MASS, root_turn: float = ROOT_TURN) -> Character:
    """An adult man of 14 bodies who faces world X, with heels and toes on Z = 0.

    Bodies are after de Leva (1996), ranges and strengths those of the rig fit; he stands straight with hanging arms.

    Args:
        stature: ground to crown [m].
        mass: [kg].
        root_turn: maximum rotation of the hips from upright and forward [rad]; 0: free, so that they may flip.
    """
    bones = _bones(stature / STATURE)
    fit = fit_human(bones, mass=mass, sex=MALE)
    parts = [*CENTRAL, *(f"{part}.{side}" for part in PAIRED for side, _ in SIDES)]
    return Character(
        "Human",
        bodies=tuple(_body(part, fit.bodies[part]) for part in parts),
        joints=tuple(_joint(part, bones[part], fit.joints[part]) for part in parts if part in fit.joints),
        contacts=tuple(ContactJoint(c.name, c.part, vector(c.point)) for c in fit.contacts),
        root=RootJoint("hips", limits=((-root_turn, root_turn),) * 3 if root_turn else ()),
        mirror_pairs=left_and_right(PAIRED),
    )


def _bones(size: float) -> dict[str, RestBone]:
    bones = {
        part: _bone(part, (0.0, 0.0, low), (0.0, 0.0, high), size) for part, (low, high) in _TRUNK.items()
    }
    for part, ends in _LIMBS.items():
        for side, y in SIDES:
            head, tail = ((x, y * out, z) for x, out, z in ends)
            bones[f"{part}.{side}"] = _bone(f"{part}.{side}", head, tail, size)
    return bones


def _bone(name: str, head: Vector, tail: Vector, size: float) -> RestBone:
    """A bone whose X is the world's Y, or Z if the bone lies along Y."""
    first, second = size * np.array(head), size * np.array(tail)
    y = (second - first) / np.linalg.norm(second - first)
    x = np.array([0.0, 1.0, 0.0] if abs(y[1]) < 0.9 else [0.0, 0.0, 1.0])
    return RestBone(name, first, second, np.stack([x, y, np.cross(x, y)], axis=1))


def _body(part: str, ellipsoid: Ellipsoid) -> RigidBody:
    return RigidBody(
        part,
        ellipsoid.mass,
        vector(ellipsoid.diameters),
        vector(ellipsoid.center),
        quaternion(ellipsoid.axes),
        part,
    )


def _joint(part: str, bone: RestBone, fit: JointFit) -> BodyJoint:
    name = PartName.of(part)
    carrier = _CARRIER[name.kind]
    return BodyJoint(
        part,
        body_a=name.beside(carrier) if carrier in PAIRED else carrier,
        body_b=part,
        position=vector(bone.head),
        orientation=quaternion(bone.axes),
        axes=fit.axes,
        limits=fit.limits,
        torque_limits=fit.torque_limits,
        preferred=fit.preferred,
    )
