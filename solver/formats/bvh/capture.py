"""Motion capture as the motion of a character that is fitted to it, without Blender."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from ...arrays import Array
from ...character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from ...errors import InputError
from ...fitting.anthropometry import MALE
from ...fitting.human_fit import HumanFit, fit_human
from ...fitting.rest_bone import RestBone
from ...fitting.rig_map import is_human, map_bones
from ...motion.motion import Motion
from ...rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix
from .motion import BvhMotion
from .rest_pose import GUESS, SIDES, RestPose, read_standing, skeleton_in

MASS = 75.0  # kg
CARRIERS = {  # part to those that may carry it, the nearest first
    "waist": ("hips",), "chest": ("waist", "hips"), "neck": ("chest",), "upper_arm": ("chest",),
    "forearm": ("upper_arm",), "hand": ("forearm",), "thigh": ("hips",), "shin": ("thigh",), "foot": ("shin",),
}  # fmt: skip


def capture(path: Path, *, up: str = GUESS, unit: float = 0.0, mass: float = MASS, sex: str = MALE) -> Motion:
    """A human's captured motion at the file's own rate.

    Args:
        path: of a BVH file.
        up: the file's axis that points up, "Y" or "Z"; or GUESS.
        unit: length of the file's unit [m]; 0 guesses by the skeleton's size.
        mass: of the human [kg].
        sex: whose proportions: "male" or "female".

    Raises:
        InputError: the file cannot be read, has no motion, or its skeleton is not that of a standing human.
    """
    seen = read_standing(path, up=up, unit=unit)
    motion, rest = seen.motion, seen.rest
    if motion.n_frames < 2:
        raise InputError(f"expected at least two frames, found {motion.n_frames}", field=str(path))
    ground = float(rest.heads[:, 2].min())
    rest = replace(rest, heads=rest.heads - [*rest.heads[0, :2], ground])
    skeleton = skeleton_in(motion, rest)
    parts = {line.part: line.bone for line in map_bones(skeleton, SIDES)}
    if not is_human(parts):
        raise InputError("expected the skeleton of a standing human", field=str(path))
    bones = {part: _along(skeleton.bones[name]) for part, name in parts.items()}
    character = _character(path.stem, fit_human(bones, mass=mass, sex=sex), bones)
    joints = [motion.names.index(parts[body.name]) for body in character.bodies]
    return _followed(character, motion, rest, joints)


def _along(bone: RestBone) -> RestBone:
    """With axes as Blender's bones have them: Y along it, X across the plane in which limbs bend."""
    along = bone.direction
    side = np.array([0.0, 1.0, 0.0]) if abs(along[1]) < 0.9 else np.array([0.0, 0.0, 1.0])
    across = side - (side @ along) * along
    across = across / np.linalg.norm(across)
    return replace(bone, axes=np.stack([across, along, np.cross(across, along)], 1))


def _character(name: str, fit: HumanFit, bones: dict[str, RestBone]) -> Character:
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
                part, _carrier(part, fit), part, _vector(bones[part].head), _quaternion(bones[part].axes),
                axes=joint.axes, limits=joint.limits, torque_limits=joint.torque_limits, preferred=joint.preferred,
            )
            for part, joint in fit.joints.items()
        ),
        tuple(ContactJoint(contact.name, contact.part, _vector(contact.point)) for contact in fit.contacts),
        root=RootJoint("hips"),
        mirror_pairs=tuple((part, f"{part[:-2]}.R") for part in parts if part.endswith(".L")),
    )  # fmt: skip


def _carrier(part: str, fit: HumanFit) -> str:
    kind, dot, side = part.partition(".")
    named = [name for up in CARRIERS[kind] for name in (f"{up}{dot}{side}", up)]
    return next(name for name in named if name in fit.bodies)


def _followed(character: Character, motion: BvhMotion, rest: RestPose, joints: list[int]) -> Motion:
    """Each body as its joint carries it."""
    turn = matrix_from_quaternion(motion.world_rotations[:, joints])
    turn = turn @ np.swapaxes(matrix_from_quaternion(rest.turns[joints]), 1, 2)
    arms = np.array([body.position for body in character.bodies]) - rest.heads[joints]
    own = matrix_from_quaternion([body.orientation for body in character.bodies])
    return Motion(
        character,
        motion.frame_time,
        motion.world_positions[:, joints] + np.einsum("tbij,bj->tbi", turn, arms),
        continuous_signs(quaternion_from_matrix(turn @ own)),
    )


def _vector(values: Array) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


def _quaternion(axes: Array) -> tuple[float, float, float, float]:
    w, x, y, z = quaternion_from_matrix(axes).tolist()
    return w, x, y, z
