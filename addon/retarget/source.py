"""The motion of a source armature, with bodies or without, as it is shown."""

from dataclasses import dataclass, replace

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.character import Character
from ...solver.errors import InputError
from ...solver.fitting.rest_bone import RestBone
from ...solver.formats.bvh.captured_character import captured_character
from ...solver.motion.motion import Motion
from ...solver.rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix
from ..blender.evaluation import require_shown, visit
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data, nearest_rotation, place_of, rest_bones, skeleton_of
from ..blender.units import world_matrix
from ..character.ground import carries_motion
from ..character.read_character import read_character
from ..motion.read_sketch import sketch_range
from ..runtime.event_loop import Work


@dataclass(frozen=True, eq=False)
class SourceSkeleton:
    """A character that is no more than the source of a motion.

    Attributes:
        character: with the bodies of the armature, or fitted to its bones by average proportions.
        bones: that move its bodies, in their order.
    """

    character: Character
    bones: tuple[str, ...]


def source_of(armature_object: bpy.types.Object) -> SourceSkeleton:
    """The source; the armature stays as it is.

    Raises:
        InputError: it has neither bodies nor the skeleton of a human or a creature with legs.
    """
    if carries_motion(armature_object):
        character = read_character(armature_object)
        return SourceSkeleton(character, tuple(body.name for body in character.bodies))
    try:
        found = captured_character(armature_object.name, skeleton_of(armature_object), mass=None)
    except InputError as error:
        raise InputError(
            f"'{armature_object.name}' was not recognized: {error}; select it and press Fit Bodies"
        ) from error
    bones = tuple(found.joints[body.name] for body in found.character.bodies)
    names = dict(zip((body.name for body in found.character.bodies), bones, strict=True))
    return SourceSkeleton(_named(found.character, names), bones)


def _named(character: Character, names: dict[str, str]) -> Character:
    """The character with bodies that have the names of their bones."""
    return replace(
        character,
        bodies=tuple(replace(each, name=names[each.name]) for each in character.bodies),
        joints=tuple(
            replace(each, body_a=names[each.body_a], body_b=names[each.body_b]) for each in character.joints
        ),
        contacts=tuple(replace(each, body=names[each.body]) for each in character.contacts),
        root=None if character.root is None else replace(character.root, body=names[character.root.body]),
        mirror_pairs=tuple((names[a], names[b]) for a, b in character.mirror_pairs),
    )


def reading(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[tuple[Motion, int]]:
    """The motion as shown, one frame per step, and its first frame of the timeline.

    Raises:
        InputError: there is no motion, or the armature was not recognized.
    """
    require_shown(armature_object, scene)
    first, last = sketch_range(armature_object, scene)
    source = source_of(armature_object)
    rest = rest_bones(
        [armature_data(armature_object).bones[name] for name in source.bones], place_of(armature_object)
    )
    yield
    matrices = []
    for frame in range(first, last + 1):
        with visit(scene, frame):
            posed = [np.array(armature_object.pose.bones[name].matrix, float) for name in source.bones]
            matrices.append(np.asarray(world_matrix(armature_object) @ np.array(posed), float))
        yield
    return _motion(source.character, rest, np.array(matrices), 1 / rate_of(scene)), first


def _motion(character: Character, rest: list[RestBone], matrices: Array, step: float) -> Motion:
    """The motion in which bodies move rigidly with bones of world matrices (F, B, 4, 4)."""
    turn = nearest_rotation(matrices[..., :3, :3]) @ np.swapaxes([bone.axes for bone in rest], -1, -2)
    arms = np.array([body.position for body in character.bodies]) - [bone.head for bone in rest]
    own = matrix_from_quaternion(np.array([body.orientation for body in character.bodies]))
    position = matrices[..., :3, 3] + np.einsum("fbij,bj->fbi", turn, arms)
    return Motion(character, step, position, continuous_signs(quaternion_from_matrix(turn @ own)))
