"""A BVH file as an armature with an action: motion capture to sketch with.

Read by this program's own reader, which also takes what Blender's refuses: a byte order mark, a brace on the name's
line, a frame's numbers over several lines, a skeleton without motion.
"""

from functools import partial
from pathlib import Path

import bpy
import numpy as np

from ...solver.motion.bvh import read_bvh
from ...solver.motion.bvh.motion import BvhMotion
from ...solver.motion.pose_channels import basis_channels, quaternion_channels, rigid_motion
from ..armature import actions
from ..armature.rest_pose import Array, armature_data
from ..armature.write_motion import FIRST_FRAME, bones_of
from ..event_loop import Work, in_a_thread

UNITS = (1.0, 0.1, 0.0564444, 0.0254, 0.01, 0.001)  # m; the third is of Carnegie Mellon's files
USUAL_HEIGHT = 1.7  # m, by which the unit is guessed
STUB = 0.05  # of the skeleton's size: length of a bone that leads nowhere
SAME = 1e-6


def import_bvh(
    path: Path, scene: bpy.types.Scene, *, up: str = "Y", unit: float = 0.0
) -> Work[bpy.types.Object]:
    """Makes an armature of a BVH file's skeleton, with its motion as an action; a thread reads the file.

    Args:
        path: of the file.
        scene: that it is added to, at its frame rate.
        up: the file's axis that points up, "Y" or "Z".
        unit: length of the file's unit [m]; 0 guesses by the skeleton's size.

    Raises:
        InputError: naming the file, the line, what was expected there and what was found.
    """
    motion = yield from in_a_thread(partial(_read, path, up, unit))
    heads = rest_positions(motion)
    armature = bpy.data.armatures.new(path.stem)
    rig = bpy.data.objects.new(path.stem, armature)
    scene.collection.objects.link(rig)
    names = _make_bones(rig, motion, heads)
    if motion.n_frames:
        fps = scene.render.fps / scene.render.fps_base
        frames = FIRST_FRAME + np.arange(motion.n_frames) * motion.frame_time * fps
        yield
        yield from _make_action(rig, motion, heads, names, frames)
    return rig


def _read(path: Path, up: str, unit: float) -> BvhMotion:
    return read_bvh(path, up=up, unit=unit or guessed_unit(read_bvh(path, up=up)))


def rest_positions(motion: BvhMotion) -> Array:
    """(J, 3) joints with all rotations zero [m]."""
    heads = motion.offsets.copy()
    for j, parent in enumerate(motion.parents):
        if parent >= 0:
            heads[j] += heads[parent]
    return heads


def guessed_unit(motion: BvhMotion) -> float:
    """The usual unit [m] that makes the skeleton's longest side nearest to a person's height."""
    heads = rest_positions(motion)
    ends = heads[list(motion.end_sites)] + motion.end_offsets
    size = float(np.ptp(np.concatenate([heads, ends]), axis=0).max()) or 1.0
    return min(UNITS, key=lambda unit: abs(np.log(size * unit / USUAL_HEIGHT)))


def _make_bones(rig: bpy.types.Object, motion: BvhMotion, heads: Array) -> list[str]:
    """Bones from joint to joint, in their order; their names, which Blender may have made different."""
    layer = bpy.context.view_layer
    for each in bpy.context.selected_objects:
        each.select_set(False)
    layer.objects.active = rig
    rig.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bones = armature_data(rig).edit_bones
    made: list[bpy.types.EditBone] = []
    stub = STUB * max(float(np.ptp(heads, axis=0).max()), 1e-3)
    ends = dict(zip(motion.end_sites, motion.end_offsets, strict=True))
    for j, name in enumerate(motion.names):
        bone = bones.new(name)
        children = [heads[k] for k, parent in enumerate(motion.parents) if parent == j]
        tail = np.mean(children, axis=0) if children else heads[j] + ends.get(j, np.zeros(3))
        if np.linalg.norm(tail - heads[j]) < SAME:
            tail = heads[j] + [0.0, 0.0, stub]
        bone.head, bone.tail = heads[j].tolist(), tail.tolist()
        if motion.parents[j] >= 0:
            bone.parent = made[motion.parents[j]]
        made.append(bone)
    names = [bone.name for bone in made]
    bpy.ops.object.mode_set(mode="OBJECT")
    return names


def _make_action(
    rig: bpy.types.Object, motion: BvhMotion, heads: Array, names: list[str], frames: Array
) -> Work[None]:
    upright = np.array([1.0, 0.0, 0.0, 0.0])
    motions = {
        name: rigid_motion(motion.world_positions[:, j], motion.world_rotations[:, j], heads[j], upright)
        for j, name in enumerate(names)
    }
    shifted = [
        j for j in range(len(names)) if np.abs(motion.positions[:, j] - motion.offsets[j]).max() > SAME
    ]
    needed = {names[j]: np.full((motion.n_frames, 3), np.nan) for j in shifted}
    channels = partial(basis_channels, bones_of(rig), motions, needed, motion.n_frames)
    rotations, shifts = yield from in_a_thread(channels)
    action = actions.new_action(rig.name, rig.name)
    for name, rotation in rotations.items():
        actions.add_curves(action, name, "rotation_quaternion", frames, quaternion_channels(rotation))
        yield
    for name, shift in shifts.items():
        actions.add_curves(action, name, "location", frames, shift)
        yield
    actions.assign(rig, action)
