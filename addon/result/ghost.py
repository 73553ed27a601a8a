"""The ghost: a second armature with the same bones and linked meshes, which shows a motion before it is accepted.

The artist's armature is never posed or keyed meanwhile. A ghost has no pose constraints, so that it shows only
the motion.
"""

from typing import Any

import bpy
from mathutils import Matrix

from ..blender.rest_pose import place_of
from ..blender.skin import is_skin_of
from ..blender.units import in_meters
from ..motion.goal_targets import goals_at_targets
from ..runtime.event_loop import Work, at_once
from .tints import TINTS, Tint, tint_skin
from .treadmill import hold_in_place, restore_travel

GHOST, RIVAL = "ghost", "rival"  # names of the pointer properties
SIDES = {GHOST: 1.0, RIVAL: -1.0}
COLLECTION = "Spacetime Ghosts"
PLACED_BY = "LIMIT_LOCATION"
PINS = (PLACED_BY, "LIMIT_ROTATION", "LIMIT_SCALE")  # constraints that keep it next to the character
NOTHING = (0.0, 0.0, 0.0)


def ensure_ghost(armature_object: bpy.types.Object, role: str = GHOST) -> bpy.types.Object:
    """The armature's ghost, created if needed; RIVAL is a second one on the other side."""
    return at_once(making_ghost(armature_object, role))


def making_ghost(armature_object: bpy.types.Object, role: str = GHOST) -> Work[bpy.types.Object]:
    """``ensure_ghost`` in steps; a new ghost is hidden until the end, so that it never shows the rest pose."""
    found = ghost_of(armature_object, role)
    if found is not None:
        return found
    ghost = yield from making_bare_copy(armature_object)
    return show_copy(armature_object, ghost, role)


def show_copy(
    armature_object: bpy.types.Object, ghost: bpy.types.Object, role: str = GHOST
) -> bpy.types.Object:
    """Turns a bare copy into the armature's ghost, with skins, unless there is one now; returns the ghost."""
    found = ghost_of(armature_object, role)
    if found is not None:  # created meanwhile by other work
        bpy.data.objects.remove(ghost)
        return found
    remove_ghost(armature_object, role)  # the pointer still references a deleted ghost
    link_copy(armature_object, ghost)
    setattr(armature_object.spacetime, role, ghost)
    place_ghosts(armature_object)
    return ghost


def link_copy(armature_object: bpy.types.Object, ghost: bpy.types.Object) -> None:
    """Links a bare copy to the armature's scene, with skins, as its child."""
    scene = armature_object.users_scene[0]
    collection = _collection(scene)
    collection.objects.link(ghost)
    for skin in [o for o in scene.objects if o.type == "MESH" and is_skin_of(o, armature_object)]:
        copy = _skin_copy(skin, armature_object, ghost)
        collection.objects.link(copy)
        if len(ghost.pose.bones):
            tint_skin(copy, ghost.pose.bones[0].color.palette)
    ghost.parent = armature_object
    ghost.show_in_front = True
    for each in (ghost, *ghost.children):
        each.hide_select = each.hide_render = True
        each.color = ghost.color


def tint_for(armature_object: bpy.types.Object) -> Tint:
    """Tint of a character's ghosts: the first that no other character's ghost has."""
    collection = bpy.data.collections.get(COLLECTION)
    ghosts: list[bpy.types.Object] = list(collection.objects) if collection is not None else []
    used: set[str] = {
        ghost.pose.bones[0].color.palette
        for ghost in ghosts
        if ghost.type == "ARMATURE" and ghost.parent not in (None, armature_object) and len(ghost.pose.bones)
    }
    return next((tint for tint in TINTS if tint.palette not in used), TINTS[0])


def ghost_of(armature_object: bpy.types.Object, role: str = GHOST) -> bpy.types.Object | None:
    """The armature's ghost, if it is in a scene; a copy of the armature may point to the original's."""
    ghost: bpy.types.Object | None = getattr(armature_object.spacetime, role)
    if ghost is None or not _is_made_for(armature_object, ghost):
        return None
    return ghost if len(ghost.users_scene) and PLACED_BY in ghost.constraints else None


def _is_made_for(armature_object: bpy.types.Object, ghost: bpy.types.Object) -> bool:
    """Whether an object is a ghost of this armature, and can be removed as such."""
    return ghost.type == "ARMATURE" and ghost.parent == armature_object


def unskinned_ghosts(armature_object: bpy.types.Object) -> list[bpy.types.Object]:
    """Its ghosts without skins, which show their bodies."""
    found = (ghost_of(armature_object, role) for role in SIDES)
    return [ghost for ghost in found if ghost is not None and not len(ghost.children)]


def place_ghosts(armature_object: bpy.types.Object) -> None:
    """Keeps ghosts next to the character at the offset of its slider; they move along with it.

    Their motions may also key the object, but the character already has that movement.
    """
    for role, side in SIDES.items():
        ghost = ghost_of(armature_object, role)
        if ghost is not None:
            place_beside(armature_object, ghost, side)


def place_beside(armature_object: bpy.types.Object, ghost: bpy.types.Object, steps: float) -> None:
    """Keeps a ghost next to the character; steps: multiple of the slider's offset."""
    sideways = steps * offset_of(armature_object) / place_of(armature_object).scale
    ghost.matrix_parent_inverse = Matrix.Identity(4)
    restore_travel(ghost)
    for axis, way in zip("xyz", (sideways, 0.0, 0.0), strict=True):
        for end in ("min", "max"):
            setattr(ghost.constraints[PLACED_BY], f"{end}_{axis}", way)
    if armature_object.spacetime.stays_in_place:
        hold_in_place(ghost, PLACED_BY, (sideways, 0.0, 0.0), armature_object.users_scene[0])


def offset_of(armature_object: bpy.types.Object) -> float:
    """Offset of ghosts from the character [m]; 0 if goals have targets, which ghosts would miss."""
    result = armature_object.spacetime
    at_goals = result.stands_at_goals and any(goals_at_targets(result.motion))
    return 0.0 if at_goals else in_meters(float(result.offset))


def is_ghost(candidate: bpy.types.Object) -> bool:
    """Whether an object is a ghost or its skin, of any character and in any role."""
    collection = bpy.data.collections.get(COLLECTION)
    return collection is not None and candidate.name in collection.objects


def remove_ghost(armature_object: bpy.types.Object, role: str = GHOST) -> None:
    """Removes a ghost and its skins, but not its actions."""
    ghost = getattr(armature_object.spacetime, role)
    setattr(armature_object.spacetime, role, None)
    if ghost is not None and _is_made_for(armature_object, ghost):
        remove_copy(ghost)


def release_ghost(armature_object: bpy.types.Object) -> Work[bpy.types.Object]:
    """The armature's ghost, created if needed, which now belongs to the caller: in no scene, without skins."""
    ghost = yield from making_ghost(armature_object)
    armature_object.spacetime.ghost = None
    for skin in tuple(ghost.children):
        bpy.data.objects.remove(skin)
    ghost.parent = None
    for collection in tuple(ghost.users_collection):
        collection.objects.unlink(ghost)
    return ghost


def sweep_ghosts() -> None:
    """Removes ghosts whose character has been deleted."""
    collection = bpy.data.collections.get(COLLECTION)
    if collection is not None:
        for ghost in [each for each in collection.objects if each.type == "ARMATURE" and each.parent is None]:
            remove_copy(ghost)


def remove_copy(ghost: bpy.types.Object) -> None:
    """Removes a ghost and its skins, and their collection with the last one."""
    bones = ghost.data
    for each in (*ghost.children, ghost):
        bpy.data.objects.remove(each)
    if isinstance(bones, bpy.types.Armature) and not bones.users:  # bones of another body
        bpy.data.armatures.remove(bones)
    collection = bpy.data.collections.get(COLLECTION)
    if collection is not None and not len(collection.all_objects):
        bpy.data.collections.remove(collection)


def _collection(scene: bpy.types.Scene) -> bpy.types.Collection:
    collection = bpy.data.collections.get(COLLECTION) or bpy.data.collections.new(COLLECTION)
    if collection.name not in scene.collection.children:
        scene.collection.children.link(collection)
    return collection


def _skin_copy(
    skin: bpy.types.Object, armature_object: bpy.types.Object, ghost: bpy.types.Object
) -> bpy.types.Object:
    """A copy of a skin with the same mesh on the ghost's bones."""
    copy = skin.copy()
    assert copy is not None
    copy.animation_data_clear()
    copy.parent = ghost
    copy.matrix_parent_inverse = Matrix.Identity(4)
    copy.matrix_basis = armature_object.matrix_world.inverted() @ skin.matrix_world
    for modifier in copy.modifiers:
        if modifier.type == "ARMATURE" and modifier.object == armature_object:
            modifier.object = ghost
    return copy


def _pin(ghost: bpy.types.Object, kind: str) -> None:
    """Adds a constraint that fixes the ghost to its parent, regardless of keys."""
    pin: Any = ghost.constraints.new(kind)  # type: ignore[arg-type]  # one of PINS
    pin.name, pin.owner_space = kind, "LOCAL"
    for axis in "xyz":
        if kind == "LIMIT_ROTATION":
            setattr(pin, f"use_limit_{axis}", True)  # from 0 to 0
            continue
        for end in ("min", "max"):
            setattr(pin, f"use_{end}_{axis}", True)
            setattr(pin, f"{end}_{axis}", 1.0 if kind == "LIMIT_SCALE" else 0.0)


def _is_carried(bone: bpy.types.Bone) -> bool:
    """Whether motions move the bone: it or one of its parents has a body."""
    return any(each.spacetime.is_body for each in (bone, *bone.parent_recursive))


def _leave_properties(bone: bpy.types.PoseBone) -> None:
    """Removes properties of rig generators and drivers: useless on a ghost, but copied with each pose."""
    groups: list[Any] = [bone]
    if hasattr(bone, "bl_system_properties_get"):  # since Blender 5, those of add-ons are separate
        groups.append(bone.bl_system_properties_get() or {})
    for group in groups:
        for key in tuple(group.keys()):
            del group[key]


def making_bare_copy(armature_object: bpy.types.Object, mark: str = "") -> Work[bpy.types.Object]:
    """A copy with the same bones, at rest and in the ghost's color, moved only by its action.

    It is in no scene yet. One bone per step, because removing a constraint makes Blender search the rig.

    While incomplete, it has the custom property ``mark``, if any.
    """
    ghost = armature_object.copy()
    assert ghost is not None
    if mark:
        ghost[mark] = True
    ghost.name = f"{armature_object.name} (ghost)"
    ghost.animation_data_clear()
    ghost.constraints.clear()
    for kind in PINS:
        _pin(ghost, kind)
    result = ghost.spacetime  # copied too, but not for the ghost
    result.ghost = result.rival = result.pending = result.own_action = None
    result.takes.clear()
    result.taken_over.clear()
    result.posed.clear()
    tint = tint_for(armature_object)
    ghost.color = tint.color  # type: ignore[assignment]  # Blender takes any four numbers
    for name in [bone.name for bone in ghost.pose.bones]:
        bone = ghost.pose.bones.get(name)
        if bone is None:  # removed since the last step
            continue
        for constraint in tuple(bone.constraints):
            bone.constraints.remove(constraint)
        _leave_properties(bone)
        bone.matrix_basis = Matrix.Identity(4)
        bone.color.palette = tint.palette
        if not _is_carried(bone.bone):
            bone.custom_shape_scale_xyz = NOTHING  # hides a control that would stay at rest
        if hasattr(bone, "select"):  # since Blender 5, each armature has a separate selection
            bone.select = False
        yield
    return ghost
