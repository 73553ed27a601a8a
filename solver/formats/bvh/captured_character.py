"""Fits a character to a captured skeleton: a human by average proportions, a creature by the lengths of its bones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array
from ...character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from ...character.part_names import PartName, pairs
from ...errors import InputError
from ...fitting.anthropometry import MALE
from ...fitting.creature_fit import CreatureFit, fit_creature
from ...fitting.creature_parts import CreatureParts
from ...fitting.human_fit import HumanFit, fit_human
from ...fitting.human_map import is_human
from ...fitting.rest_bone import RestBone
from ...fitting.rig_map import map_bones
from ...fitting.skeleton import Skeleton
from ...rotations import quaternion_from_matrix
from .rest_pose import SIDES

HUMAN_MASS = 75.0  # kg
FLESH = 1000.0  # kg/m^3
HUMAN_CARRIERS = {  # part to its possible parents, the nearest first
    "waist": ("hips",), "chest": ("waist", "hips"), "neck": ("chest",), "upper_arm": ("chest",),
    "forearm": ("upper_arm",), "hand": ("forearm",), "thigh": ("hips",), "shin": ("thigh",), "foot": ("shin",),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class CapturedCharacter:
    """A character whose bodies move with joints of a file.

    Attributes:
        character: fitted to the skeleton.
        joints: body to the joint that moves it.
    """

    character: Character
    joints: Mapping[str, str]


def captured_character(name: str, skeleton: Skeleton, *, mass: float | None) -> CapturedCharacter:
    """Fits a character to a skeleton.

    Args:
        name: of the character.
        skeleton: in the rest pose, with its first joint above the origin.
        mass: total [kg]; None: HUMAN_MASS for a human, by volume for a creature.

    Raises:
        InputError: the skeleton is neither a human nor a creature with legs.
    """
    parts = {line.part: line.bone for line in map_bones(skeleton, SIDES)}
    bones = {bone.name: _along(bone) for bone in skeleton.bones.values()}
    own = {part: bones[bone] for part, bone in parts.items()}
    if is_human(parts):
        human = fit_human(own, mass=HUMAN_MASS if mass is None else mass, sex=MALE)
        carriers = {part: _human_carrier(part, human) for part in human.joints}
        return CapturedCharacter(_character(name, human, own, carriers), parts)
    try:
        creature = CreatureParts(Skeleton(bones.values()), parts)
        fit = fit_creature(creature, {}, density=FLESH, mass=mass or 0.0)
    except InputError as error:  # its message mentions the bone map in Blender
        raise InputError("expected the skeleton of a standing human, or of a creature with legs") from error
    carriers = {part: creature.carrier(part) for part in fit.joints}
    return CapturedCharacter(_character(name, fit, own, carriers), parts)


def _along(bone: RestBone) -> RestBone:
    """The bone with axes as in Blender: Y along it, X perpendicular to the plane in which limbs bend."""
    along = bone.direction
    side = np.array([0.0, 1.0, 0.0]) if abs(along[1]) < 0.9 else np.array([0.0, 0.0, 1.0])
    across = side - (side @ along) * along
    across = across / np.linalg.norm(across)
    return replace(bone, axes=np.stack([across, along, np.cross(across, along)], 1))


def _character(
    name: str, fit: HumanFit | CreatureFit, bones: Mapping[str, RestBone], carriers: Mapping[str, str]
) -> Character:
    parts = sorted(fit.bodies, key=lambda part: (part != "hips", list(fit.bodies).index(part)))
    return Character(
        name,
        tuple(
            RigidBody(
                part, fit.bodies[part].mass, _vector(fit.bodies[part].diameters), _vector(fit.bodies[part].center),
                _quaternion(fit.bodies[part].axes), role=part,
            )
            for part in parts
        ),
        tuple(
            BodyJoint(
                part, carriers[part], part, _vector(bones[part].head), _quaternion(bones[part].axes),
                axes=joint.axes, limits=joint.limits, torque_limits=joint.torque_limits, preferred=joint.preferred,
            )
            for part, joint in fit.joints.items()
        ),
        tuple(ContactJoint(contact.name, contact.part, _vector(contact.point)) for contact in fit.contacts),
        root=RootJoint("hips"),
        mirror_pairs=pairs(parts),
    )  # fmt: skip


def _human_carrier(part: str, fit: HumanFit) -> str:
    own = PartName.of(part)
    named = [name for up in HUMAN_CARRIERS[own.kind] for name in (own.beside(up), up)]
    return next(name for name in named if name in fit.bodies)


def _vector(values: Array) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


def _quaternion(axes: Array) -> tuple[float, float, float, float]:
    w, x, y, z = quaternion_from_matrix(axes).tolist()
    return w, x, y, z
