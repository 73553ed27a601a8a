"""Rest pose of an armature in the world as arrays; the only place where Blender's units and axes are read."""

from collections.abc import Mapping, Sequence

import bpy
import numpy as np
from mathutils import Vector

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.fitting.rest_bone import RestBone
from ...solver.fitting.skeleton import Skeleton
from ...solver.formats.armature_motion import ArmaturePlace
from .units import world_matrix

SCALE_TOLERANCE = 1e-4


def armature_data(armature_object: bpy.types.Object) -> bpy.types.Armature:
    """The armature data-block of an object."""
    assert isinstance(armature_object.data, bpy.types.Armature)
    return armature_object.data


def place_of(armature_object: bpy.types.Object) -> ArmaturePlace:
    """The object's place in the world.

    Raises:
        InputError: its scale is uneven, mirrored or zero.
    """
    matrix = world_matrix(armature_object)
    scales = np.linalg.norm(matrix[:3, :3], axis=0)
    scale = float(scales.mean())
    upright = scale > 0 and bool(np.linalg.det(matrix[:3, :3]) > 0)
    if not upright or float(np.ptp(scales)) > SCALE_TOLERANCE * scale:
        owner = _scaled(armature_object)
        whose = f" on its parent '{owner.name}'" if owner != armature_object else ""
        raise InputError(
            f"the armature '{armature_object.name}' needs the same positive scale along all axes, found "
            f"{', '.join(f'{each:.4g}' for each in owner.scale)}{whose}; apply the scale (Ctrl+A) first"
        )
    return ArmaturePlace(matrix[:3, 3], nearest_rotation(matrix[:3, :3]), scale)


def _scaled(armature_object: bpy.types.Object) -> bpy.types.Object:
    """The armature, or its nearest parent, with an uneven, mirrored or zero scale; the armature if none has one."""
    above: bpy.types.Object | None = armature_object
    while above is not None:
        scale = np.array(above.scale, float)
        sizes = np.abs(scale)
        if scale.prod() <= 0 or np.ptp(sizes) > SCALE_TOLERANCE * sizes.max():
            return above
        above = above.parent
    return armature_object


def facing_of(armature_object: bpy.types.Object) -> Array:
    """Horizontal unit vector (3,) in which the character faces in its rest pose, world.

    Raises:
        InputError: it faces up or down, or its scale is uneven.
    """
    settings = armature_data(armature_object).spacetime
    ahead = _tipped(settings.upright) @ [np.sin(settings.facing), -np.cos(settings.facing), 0.0]
    facing: Array = place_of(armature_object).rotation @ ahead
    facing[2] = 0.0
    size = float(np.linalg.norm(facing))
    if size < 1e-6:
        raise InputError(
            "the armature lies on its back or face; rotate it upright as it was when bodies were fitted"
        )
    return facing / size


def store_upright(armature_object: bpy.types.Object) -> None:
    """Stores which of the object's directions points up now."""
    armature_data(armature_object).spacetime.upright = place_of(armature_object).rotation[2].tolist()


def store_facing(armature_object: bpy.types.Object, forward: Array) -> None:
    """Stores which of the object's directions points up now, and which points ``forward`` (3,), level, world."""
    store_upright(armature_object)
    settings = armature_data(armature_object).spacetime
    x, y, _ = _tipped(settings.upright).T @ place_of(armature_object).rotation.T @ forward
    settings.facing = float(np.arctan2(x, -y))


def _tipped(up: Sequence[float]) -> Array:
    """The least rotation (3, 3) that takes Z to the direction ``up``."""
    return np.array(Vector((0.0, 0.0, 1.0)).rotation_difference(Vector(up)).to_matrix(), float)


def bone_axes(bone: bpy.types.Bone) -> Array:
    """Columns (3, 3) are the bone's X, Y, Z in armature space, orthogonalized: Blender's are skewed by up to 6e-6."""
    return nearest_rotation(np.array(bone.matrix_local, float)[:3, :3])


def nearest_rotation(matrix: Array) -> Array:
    """Rotations (..., 3, 3) nearest to matrices that may be skewed or scaled."""
    u, _, vt = np.linalg.svd(matrix)
    rotation: Array = u @ vt
    return rotation


def rest_bone(bone: bpy.types.Bone, place: ArmaturePlace) -> RestBone:
    """A bone's rest pose in the world."""
    return rest_bones([bone], place)[0]


def rest_bones(bones: Sequence[bpy.types.Bone], place: ArmaturePlace) -> list[RestBone]:
    """The rest poses of bones in the world, in one batch, because a control rig has hundreds."""
    matrices = np.array([bone.matrix_local for bone in bones], float).reshape(-1, 4, 4)
    axes = place.rotation @ nearest_rotation(matrices[:, :3, :3])
    heads = place.to_world(np.array([bone.head_local for bone in bones], float).reshape(-1, 3))
    tails = place.to_world(np.array([bone.tail_local for bone in bones], float).reshape(-1, 3))
    return [
        RestBone(
            bone.name, heads[i], tails[i], axes[i], bone.parent.name if bone.parent else "", bone.use_deform,
            bone.use_connect,
        )
        for i, bone in enumerate(bones)
    ]  # fmt: skip


def rest_of_parts(armature_object: bpy.types.Object, parts: Mapping[str, str]) -> dict[str, RestBone]:
    """The rest poses in the world of the bones named in ``parts``, by part.

    Raises:
        InputError: the object's scale is uneven.
    """
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    found = rest_bones([bones[name] for name in parts.values()], place)
    return dict(zip(parts, found, strict=True))


def skeleton_of(armature_object: bpy.types.Object) -> Skeleton:
    """The deforming bones of an armature in the world, as one tree.

    Raises:
        InputError: no bone deforms anything, or the object's scale is uneven.
    """
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    if not any(bone.use_deform for bone in bones):
        raise InputError(f"no bone of '{armature_object.name}' deforms a mesh; enable Deform for some bones")
    return Skeleton(rest_bones(list(bones), place))


def body_bone(bone: bpy.types.Bone) -> bpy.types.Bone | None:
    """The nearest bone with a body among ``bone`` and its carriers.

    Raises:
        InputError: carriers are circular, or one does not exist.
    """
    found: bpy.types.Bone | None = bone
    seen = set()
    while found is not None and not found.spacetime.is_body:
        if found.name in seen:
            raise InputError(f"the bone '{bone.name}' is its own Body Parent; clear the field")
        seen.add(found.name)
        found = carrier_of(found)
    return found


def carrier_of(bone: bpy.types.Bone) -> bpy.types.Bone | None:
    """The bone that carries ``bone``: as set by the artist, or its parent.

    Raises:
        InputError: the carrier that is set does not exist.
    """
    name = bone.spacetime.carrier
    if not name:
        return bone.parent
    armature = bone.id_data
    assert isinstance(armature, bpy.types.Armature)
    found = armature.bones.get(name)
    if found is None:
        raise InputError(
            f"the bone '{bone.name}' has the Body Parent '{name}', which does not exist; choose another"
        )
    return found


def body_bones(armature: bpy.types.Armature) -> list[bpy.types.Bone]:
    """Bones with a body, carriers first."""
    bodies = [bone for bone in armature.bones if bone.spacetime.is_body]
    return sorted(bodies, key=lambda bone: len(body_line(bone)))


def body_line(bone: bpy.types.Bone) -> list[bpy.types.Bone]:
    """The bones with bodies that carry ``bone``, nearest first, up to one that is a root.

    Raises:
        InputError: carriers are circular.
    """
    line: list[bpy.types.Bone] = []
    while not bone.spacetime.is_root and (above := carrier_of(bone)) is not None:
        if (carrier := body_bone(above)) is None:
            break
        if carrier in line:
            raise InputError(
                f"the bones '{bone.name}' and '{carrier.name}' are each other's Body Parent; clear one of them"
            )
        line.append(carrier)
        bone = carrier
    return line


def detached_bones(armature: bpy.types.Armature) -> dict[str, str]:
    """Bones that are not carried by their parents, as in generated control rigs, with their carriers."""
    with_carriers = [bone for bone in armature.bones if bone.spacetime.carrier]
    carriers = {bone.name: body_bone(bone) for bone in with_carriers}
    return {name: body.name for name, body in carriers.items() if body is not None}
