"""Transforms of a moving object at each frame: keyed, parented or constrained."""

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.formats.armature_motion import ArmaturePlace, ObjectTrajectory
from . import actions
from .evaluation import object_matrices
from .frame_rate import rate_of
from .rest_pose import nearest_rotation

STILL = 1e-5  # of its size and distance; smaller changes are no motion


def may_move(armature_object: bpy.types.Object) -> bool:
    """Whether the object or an ancestor could move; a bone or a vertex as parent always could."""
    carrier: bpy.types.Object | None = armature_object
    while carrier is not None:
        held = any(not constraint.mute for constraint in carrier.constraints)  # its influence may be animated
        hangs = carrier.parent is not None and carrier.parent_type != "OBJECT"
        if held or hangs or _is_animated(carrier):
            return True
        carrier = carrier.parent
    return False


def trajectory_of(matrices: Array, fps: float, place: ArmaturePlace) -> ObjectTrajectory | None:
    """Trajectory from world matrices (F, 4, 4), one per frame of the timeline; None if it never leaves ``place``."""
    size = np.abs(matrices).max()
    moved = np.abs(matrices[:, :3, 3] - place.origin).max()
    turned = np.abs(matrices[:, :3, :3] - place.scale * place.rotation).max()
    if max(moved, turned) < STILL * size:
        return None
    return ObjectTrajectory(matrices[:, :3, 3], nearest_rotation(matrices[:, :3, :3]), fps)


class FollowedObject:
    """An object whose trajectory is evaluated one frame at a time, to keep Blender responsive.

    Args:
        place: of the object when the character was read.
        first_frame: of the timeline at which a motion begins.
        seconds: duration of the motion.
    """

    def __init__(self, place: ArmaturePlace, *, first_frame: float, seconds: float) -> None:
        self._place, self._first_frame, self._seconds = place, first_frame, seconds
        self._stands: list[Array] = []
        self.way: ObjectTrajectory | None = None  # None if the object stays in place

    def go_on(self, armature_object: bpy.types.Object) -> bool:
        """Evaluates the next frame; returns whether the trajectory is complete."""
        if not may_move(armature_object):
            return True
        fps = rate_of(armature_object.users_scene[0])
        frames = trajectory_frames(self._first_frame, self._seconds * fps)
        self._stands.extend(object_matrices(armature_object, frames[len(self._stands) :][:1]))
        if len(self._stands) < len(frames):
            return False
        self.way = trajectory_of(np.array(self._stands), fps, self._place)
        return True


def trajectory_frames(first_frame: float, n_frames: float) -> list[float]:
    """Frames of the timeline at which a motion needs its object's transform."""
    return [first_frame + i for i in range(int(np.ceil(n_frames)) + 1)]


def _is_animated(carrier: bpy.types.Object) -> bool:
    data = carrier.animation_data
    if data is None:
        return False
    by_tracks = data.use_nla and any(not track.mute and len(track.strips) for track in data.nla_tracks)
    return by_tracks or any(
        actions.is_place(curve) for curve in (*actions.played_curves(carrier), *data.drivers)
    )
