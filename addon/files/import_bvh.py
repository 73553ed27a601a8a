"""A BVH file as an armature with an action, for motion capture.

Uses the reader of this add-on, which also accepts what Blender's rejects: a byte order mark, a brace on the line of
the name, frames over several lines, and skeletons without motion.
"""

import math
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.formats.bvh.motion import BvhMotion
from ...solver.formats.bvh.rest_pose import GUESS, RestPose, read_standing, tails_of
from ...solver.formats.bvh.unit import FoundUnit
from ...solver.formats.pose_channels import basis_channels, quaternion_channels, rigid_motion
from ..blender import actions
from ..blender.frame_rate import rate_of, set_rate
from ..blender.rest_pose import armature_data
from ..blender.units import in_units
from ..blender.write_motion import bones_of
from ..motion.first_frame import start_of
from ..runtime.event_loop import Operators, Work, in_a_thread, with_operators
from .file_units import keep_unit

SAME = 1e-6


@dataclass(frozen=True)
class Imported:
    """An imported armature, and the interpretation of the file.

    Attributes:
        rig: the armature.
        up: the file's axis that points up, "Y" or "Z".
        is_sure: whether that is certain.
        standing_frame: frame of the file, from 0, used as rest pose; None for the file's rest pose.
        rate: frames per second of the file; 0 for a file without motion.
        take: first imported frame of the file, and the one after the last.
        n_frames: total number of frames of the file.
        notices: what the file contradicts or lacks, and how it was read.
        unit: of the file.
        height: of the rest pose [m].
    """

    rig: bpy.types.Object
    up: str
    is_sure: bool
    standing_frame: int | None
    rate: float
    take: tuple[int, int]
    n_frames: int
    notices: tuple[str, ...]
    unit: FoundUnit
    height: float


def import_bvh(
    path: Path, scene: bpy.types.Scene, *, up: str = GUESS, unit: float = 0.0, stand: bool = True,
    all_frames: bool = False, first_frame: int | None = None, update_fps: bool = False, update_duration: bool = False,
    fps: float = 0.0,
) -> Work[Imported]:  # fmt: skip
    """Creates an armature from a BVH file's skeleton, with its motion as an action; a thread reads the file.

    Args:
        path: of the file.
        scene: to add it to. Durations are preserved at any frame rate, with keys between frames.
        up: the file's axis that points up, "Y" or "Z"; or GUESS: Z if the skeleton stands only with it, else Y.
        unit: length of the file's unit [m]; 0: the most likely one.
        stand: if the file's rest pose does not stand, uses the best standing frame as the rest pose.
        all_frames: imports all frames of a file with jumps, such as after a T-pose, instead of its longest take.
        first_frame: of the timeline at which the motion begins; None: the first frame of the scene.
        update_fps: whether to set the scene's frame rate to the file's.
        update_duration: whether to extend the scene to the end of the motion.
        fps: frames per second of the file; 0: of its frame time.

    Raises:
        InputError: naming the file, the line, and what was expected and found.
    """
    seen = yield from in_a_thread(
        partial(read_standing, path, up=up, unit=unit, stand=stand, all_frames=all_frames, fps=fps)
    )
    motion, rest = seen.motion.scaled(in_units(1.0)), seen.rest.scaled(in_units(1.0))
    rig, names = yield from with_operators(_make_rig, scene, path.stem, motion, rest)
    rate = 1 / motion.frame_time if motion.n_frames else 0.0
    if motion.n_frames:
        if update_fps:
            set_rate(scene, rate)
        scene_fps = rate_of(scene)
        begin = start_of(scene) if first_frame is None else first_frame
        frames = begin + np.arange(motion.n_frames) * motion.frame_time * scene_fps
        if update_duration:
            scene.frame_end = max(scene.frame_end, math.ceil(frames[-1] - SAME))
        yield
        yield from _make_action(rig, motion, rest, names, frames)
    keep_unit(rig, seen.unit.length)
    return Imported(
        rig,
        seen.up,
        seen.is_sure,
        rest.frame,
        rate,
        seen.take,
        seen.n_frames,
        motion.notices,
        seen.unit,
        seen.height,
    )


def _make_rig(
    operators: Operators, scene: bpy.types.Scene, name: str, motion: BvhMotion, rest: RestPose
) -> tuple[bpy.types.Object, list[str]]:
    """Creates an armature with bones from joint to joint; returns their names, which Blender may have changed."""
    rig = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    scene.collection.objects.link(rig)
    layer = bpy.context.view_layer
    for each in bpy.context.selected_objects:
        each.select_set(False)
    layer.objects.active = rig
    rig.select_set(True)
    operators.object.mode_set(mode="EDIT")
    bones = armature_data(rig).edit_bones
    made: list[bpy.types.EditBone] = []
    for name, parent, head, tail in zip(
        motion.names, motion.parents, rest.heads, tails_of(motion, rest), strict=True
    ):
        bone = bones.new(name)
        bone.head, bone.tail = head.tolist(), tail.tolist()
        if parent >= 0:
            bone.parent = made[parent]
        made.append(bone)
    names = [bone.name for bone in made]
    operators.object.mode_set(mode="OBJECT")
    return rig, names


def _make_action(
    rig: bpy.types.Object, motion: BvhMotion, rest: RestPose, names: list[str], frames: Array
) -> Work[None]:
    motions = {
        name: rigid_motion(
            motion.world_positions[:, j], motion.world_rotations[:, j], rest.heads[j], rest.turns[j]
        )
        for j, name in enumerate(names)
    }
    shifted = [j for j in range(len(names)) if np.abs(motion.positions[:, j] - rest.offsets[j]).max() > SAME]
    needed = {names[j]: np.full((motion.n_frames, 3), np.nan) for j in shifted}
    channels = partial(basis_channels, bones_of(rig), motions, needed, motion.n_frames, {})
    rotations, shifts = yield from in_a_thread(channels)
    action = actions.new_action(rig.name, rig.name)
    for name, rotation in rotations.items():
        actions.add_curves(action, name, "rotation_quaternion", frames, quaternion_channels(rotation))
        yield
    for name, shift in shifts.items():
        actions.add_curves(action, name, "location", frames, shift)
        yield
    actions.assign(rig, action)
