"""A BVH file as an armature with an action, for motion capture.

Read by this program's own reader, which also takes what Blender's refuses: a byte order mark, a brace on the name's
line, a frame's numbers over several lines, a skeleton without motion.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.fitting.rest_bone import RestBone
from ...solver.fitting.skeleton import Skeleton
from ...solver.fitting.stance import best_stance, spread, stance
from ...solver.formats.bvh import read_bvh
from ...solver.formats.bvh.motion import BvhMotion
from ...solver.formats.pose_channels import basis_channels, quaternion_channels, rigid_motion
from ...solver.rotations import matrix_from_quaternion
from ..blender import actions
from ..blender.rest_pose import armature_data
from ..blender.write_motion import bones_of
from ..motion.first_frame import start_of
from ..runtime.event_loop import Operators, Work, in_a_thread, with_operators

UNITS = (1.0, 0.1, 0.0564444, 0.0254, 0.01, 0.001)  # m; the third is of Carnegie Mellon's files
USUAL_HEIGHT = 1.7  # m, by which the unit is guessed
STUB = 0.05  # of the skeleton's size: length of a bone that leads nowhere
SAME = 1e-6
GUESS = "GUESS"
SIDES = np.eye(3)[:2]  # that a skeleton without sided names may look along, or across


@dataclass(frozen=True, eq=False)
class RestPose:
    """The pose that the armature gets for its rest pose.

    Attributes:
        heads: (J, 3) joints [m].
        turns: (J, 4) wxyz of the joints' frames in the world.
        offsets: (J, 3) of each joint from its parent's, in the parent's frame [m].
        frame: of the file, counted from 0; None for the file's own rest pose.
    """

    heads: Array
    turns: Array
    offsets: Array
    frame: int | None = None


@dataclass(frozen=True)
class Imported:
    """An armature, and how the file was understood.

    Attributes:
        rig: the armature.
        up: the file's axis that points up, "Y" or "Z".
        standing_frame: of the file, counted from 0, whose pose it rests in; None for the file's own rest pose.
    """

    rig: bpy.types.Object
    up: str
    standing_frame: int | None


def import_bvh(
    path: Path, scene: bpy.types.Scene, *, up: str = GUESS, unit: float = 0.0, stand: bool = True,
    first_frame: int | None = None,
) -> Work[Imported]:  # fmt: skip
    """Makes an armature of a BVH file's skeleton, with its motion as an action; a thread reads the file.

    Args:
        path: of the file.
        scene: that it is added to, at its frame rate.
        up: the file's axis that points up, "Y" or "Z"; or GUESS: Z where the skeleton stands in no other way, else Y.
        unit: length of the file's unit [m]; 0 guesses by the skeleton's size.
        stand: where the file's rest pose does not stand, the armature rests in the pose of the frame that stands best.
        first_frame: of the timeline at which the motion begins; None: where the scene does, as other motions.

    Raises:
        InputError: naming the file, the line, what was expected there and what was found.
    """
    motion, up, rest = yield from in_a_thread(partial(_read, path, up, unit, stand))
    rig, names = yield from with_operators(_make_rig, scene, path.stem, motion, rest)
    if motion.n_frames:
        fps = scene.render.fps / scene.render.fps_base
        begin = start_of(scene) if first_frame is None else first_frame
        frames = begin + np.arange(motion.n_frames) * motion.frame_time * fps
        yield
        yield from _make_action(rig, motion, rest, names, frames)
    return Imported(rig, up, rest.frame)


def _read(path: Path, up: str, unit: float, stand: bool) -> tuple[BvhMotion, str, RestPose]:
    """The file's motion, its axis that points up, and the rest pose that it gets."""
    tried = []
    for axis in ("Y", "Z") if up == GUESS else (up,):
        motion = read_bvh(path, up=axis, unit=unit or guessed_unit(read_bvh(path, up=axis)))
        standing = _standing_rest(motion)
        tried.append((motion, axis, standing if stand and standing is not None else _own_rest(motion)))
        if standing is not None:
            return tried[-1]
    return tried[0]


def _own_rest(motion: BvhMotion) -> RestPose:
    turns = np.tile([1.0, 0.0, 0.0, 0.0], (len(motion.names), 1))
    return RestPose(rest_positions(motion), turns, motion.offsets)


def _standing_rest(motion: BvhMotion) -> RestPose | None:
    """The file's own rest pose if it stands, else the pose that stands best; None where none does."""
    own = _own_rest(motion)
    if stance(_skeleton(motion, own), SIDES) > 0:
        return own
    poses = [
        RestPose(motion.world_positions[f], motion.world_rotations[f], motion.positions[f], f)
        for f in (spread(0, motion.n_frames - 1) if motion.n_frames else ())
    ]
    best = best_stance([_skeleton(motion, pose) for pose in poses], SIDES)
    return poses[best] if best is not None else None


def _skeleton(motion: BvhMotion, pose: RestPose) -> Skeleton:
    axes, tails = matrix_from_quaternion(pose.turns), _tails(motion, pose)
    parents = [motion.names[p] if p >= 0 else "" for p in motion.parents]
    return Skeleton(
        RestBone(name, pose.heads[j], tails[j], axes[j], parents[j], deforms=True)
        for j, name in enumerate(motion.names)
    )


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


def _tails(motion: BvhMotion, pose: RestPose) -> Array:
    """(J, 3) from each joint to the middle of the next ones, or to its end site."""
    stub = STUB * max(float(np.ptp(pose.heads, axis=0).max()), 1e-3)
    ends = dict(zip(motion.end_sites, motion.end_offsets, strict=True))
    axes = matrix_from_quaternion(pose.turns)
    tails = []
    for j, head in enumerate(pose.heads):
        children = [pose.heads[k] for k, parent in enumerate(motion.parents) if parent == j]
        tail = np.mean(children, axis=0) if children else head + axes[j] @ ends.get(j, np.zeros(3))
        short = np.linalg.norm(tail - head) < SAME
        tails.append(head + axes[j] @ [0.0, 0.0, stub] if short else tail)
    return np.array(tails)


def _make_rig(
    operators: Operators, scene: bpy.types.Scene, name: str, motion: BvhMotion, rest: RestPose
) -> tuple[bpy.types.Object, list[str]]:
    """An armature with bones from joint to joint; their names in the same order, which Blender may have changed."""
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
        motion.names, motion.parents, rest.heads, _tails(motion, rest), strict=True
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
