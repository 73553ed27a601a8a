"""The artist's motion of a rig moved by constraints, keyed bone by bone for the ghost to blend with."""

from collections.abc import Iterator
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ...solver.arrays import Array
from ...solver.formats.armature_motion import rotation_channel
from ..blender import actions
from ..blender.evaluation import pose_matrices
from ..blender.overriding import overriding_constraints, overriding_drivers
from ..blender.rest_pose import armature_data
from ..blender.ruled_bones import following_bones, moved_bones, ruling_constraints
from ..blender.write_motion import (
    BAKED_SOURCE,
    PREVIOUS_ACTION,
    PREVIOUS_SLOT,
    fit_to_source,
    previous_action,
    previous_slot,
    start_at,
)

Basis = tuple[Array, Array, Array]  # location (3,), rotation (3, 3), scale (3,) of a bone at a frame


def needs_baking(action: bpy.types.Action, armature_object: bpy.types.Object, bodies: list[str]) -> bool:
    """Whether the artist's keys alone do not determine the bones of a solved motion."""
    moved = moved_bones(armature_object, bodies)
    return previous_action(action) is not None and bool(
        ruling_constraints(armature_object, bodies)
        or overriding_constraints(armature_object, moved)
        or overriding_drivers(armature_object, moved)
    )


def bake_source(
    action: bpy.types.Action, armature_object: bpy.types.Object, bodies: list[str]
) -> Iterator[None]:
    """Bakes the armature's current motion to an action stored with the solved one, a frame or bone per step.

    Other bones, such as fingers, keep their motion relative to their parents, which the solved motion gets too.

    Args:
        action: solved and written.
        armature_object: plays the artist's motion.
        bodies: names of the bones with bodies.
    """
    moved = moved_bones(armature_object, bodies)
    following = following_bones(armature_object, moved)
    written = actions.channels(action)
    solved = actions.keys_of(next(curves for (bone, _), curves in written.items() if bone in moved))[0]
    yield
    frames = _frames(action, solved)
    within = (frames >= solved[0]) & (frames <= solved[-1])
    bones = armature_data(armature_object).bones
    names = [bone.name for bone in bones if bone.name in moved | following]
    line = {bone.name for name in names for bone in (bones[name], *bones[name].parent_recursive)}
    yield
    bpy.context.view_layer.update()  # makes the new curves known before the first frame is set
    yield
    bases: list[list[Basis]] = []
    for frame in frames.tolist():
        posed = pose_matrices(armature_object, names, [frame])[0]
        bases.append(
            _bases([bone for bone in bones if bone.name in line], dict(zip(names, posed, strict=True)))
        )
        yield
    baked = actions.new_action(f"{action.name} (as keyed)", armature_object.name)
    start_at(baked, frames[0])
    baked[PREVIOUS_ACTION], baked[PREVIOUS_SLOT] = previous_action(action), previous_slot(action)
    for name, column in zip(names, zip(*bases, strict=True), strict=True):
        for channel, values in _channels(armature_object.pose.bones[name], column):
            actions.add_curves(baked, name, channel, frames, values)
            if (name, channel) not in written:
                still = actions.rest_values(channel, values.shape[1])[None]
                keyed = (solved, values[within]) if name in following else (solved[:1], still)
                actions.add_curves(action, name, channel, *keyed)
        yield
    baked.frame_end = frames[-1]
    yield from fit_to_source(baked, armature_object)
    action[BAKED_SOURCE] = baked  # counts as a user, so that the file saves it


def _frames(action: bpy.types.Action, solved: Array) -> Array:
    """Frames (S,) of the solved motion, and frames with the artist's keys before and after it."""
    source = previous_action(action)
    assert source is not None
    keyed = actions.key_frames(source, slot=previous_slot(action))
    outside = [frame for frame in keyed if not solved[0] <= frame <= solved[-1]]
    return np.sort(np.concatenate([solved, outside]))


def _bases(line: list[bpy.types.Bone], posed: dict[str, Array]) -> list[Basis]:
    """Values to key for bones with poses (4, 4); others in ``line``, parents first, are at rest."""
    stands: dict[str, Matrix] = {}
    found = []
    for bone in line:
        above: Any = {}
        if bone.parent is not None:
            above = {
                "parent_matrix": stands[bone.parent.name],
                "parent_matrix_local": bone.parent.matrix_local,
            }
        key = Matrix()
        if bone.name in posed:
            seen = Matrix(posed[bone.name].tolist())
            place, turn, size = bone.convert_local_to_pose(
                seen, bone.matrix_local, invert=True, **above
            ).decompose()
            found.append((np.array(place), np.array(turn.to_matrix(), float), np.array(size)))
            key = Matrix.LocRotScale(place[:], turn, size[:])  # without shear, which cannot be keyed
        stands[bone.name] = bone.convert_local_to_pose(key, bone.matrix_local, **above)
    return found


def _channels(bone: bpy.types.PoseBone, bases: tuple[Basis, ...]) -> Iterator[tuple[str, Array]]:
    """Name and values (S, k) of each of a bone's channels."""
    places, turns, sizes = (np.array(each, float) for each in zip(*bases, strict=True))
    yield rotation_channel(bone.rotation_mode, turns)
    yield "scale", sizes
    if not bone.bone.use_connect:
        yield "location", places
