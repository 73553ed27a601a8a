"""An armature's rest pose in the world, as arrays; the one place where Blender's units and axes come in."""

import bpy
import numpy as np
from numpy.typing import NDArray

from ..solver.character.human_bones import RestBone
from ..solver.errors import InputError
from ..solver.motion.armature_motion import ArmaturePlace

Array = NDArray[np.float64]
SCALE_TOLERANCE = 1e-4


def armature_data(armature_object: bpy.types.Object) -> bpy.types.Armature:
    """The bones' own data-block."""
    assert isinstance(armature_object.data, bpy.types.Armature)
    return armature_object.data


def place_of(armature_object: bpy.types.Object) -> ArmaturePlace:
    """The object's place in the world.

    Raises:
        InputError: its scale is uneven, mirrored or zero.
    """
    matrix = np.array(armature_object.matrix_world, float)
    scales = np.linalg.norm(matrix[:3, :3], axis=0)
    scale = float(scales.mean())
    upright = scale > 1e-9 and bool(np.linalg.det(matrix[:3, :3]) > 0)
    if not upright or float(np.ptp(scales)) > SCALE_TOLERANCE * scale:
        raise InputError(
            f"the armature '{armature_object.name}' needs the same scale, above 0, along all axes; "
            "apply its scale (Ctrl+A) first"
        )
    return ArmaturePlace(matrix[:3, 3], nearest_rotation(matrix[:3, :3]), scale)


def bone_axes(bone: bpy.types.Bone) -> Array:
    """Columns (3, 3) are the bone's X, Y, Z in the armature; Blender's own are skewed by up to 6e-6."""
    return nearest_rotation(np.array(bone.matrix_local, float)[:3, :3])


def nearest_rotation(matrix: Array) -> Array:
    """Rotations (..., 3, 3) nearest to matrices that may be skewed or scaled."""
    u, _, vt = np.linalg.svd(matrix)
    rotation: Array = u @ vt
    return rotation


def rest_bone(bone: bpy.types.Bone, place: ArmaturePlace) -> RestBone:
    """A bone's rest pose in the world."""
    axes = place.rotation @ bone_axes(bone)
    head, tail = (place.to_world(np.array(p, float)) for p in (bone.head_local, bone.tail_local))
    return RestBone(bone.name, head, tail, axes)


def body_bone(bone: bpy.types.Bone) -> bpy.types.Bone | None:
    """The bone whose body ``bone`` moves with: itself or the nearest parent that has one."""
    found: bpy.types.Bone | None = bone
    while found is not None and not found.spacetime.is_body:
        found = found.parent
    return found


def body_bones(armature: bpy.types.Armature) -> list[bpy.types.Bone]:
    """Bones with a body, parents first."""
    return sorted((b for b in armature.bones if b.spacetime.is_body), key=lambda b: len(b.parent_recursive))
