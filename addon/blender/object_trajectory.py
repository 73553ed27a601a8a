"""Transforms of a moving object at each frame: keyed, parented or constrained."""

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.formats.armature_motion import ArmaturePlace, ObjectTrajectory
from . import actions
from .evaluation import object_matrices
from .frame_rate import rate_of
from .rest_pose import nearest_rotation

STILL = 1e-5  # of its size and way: what is less is no motion


def may_move(armature_object: bpy.types.Object) -> bool:
    """Whether anything could move the object itself, or what carries it; a bone or a vertex as parent may always."""
    carrier: bpy.types.Object | None = armature_object
    while carrier is not None:
        held = any(not constraint.mute and constraint.influence > 0 for constraint in carrier.constraints)
        hangs = carrier.parent is not None and carrier.parent_type != "OBJECT"
        if held or hangs or _is_animated(carrier):
            return True
        carrier = carrier.parent
    return False


def trajectory_of(matrices: Array, fps: float, place: ArmaturePlace) -> ObjectTrajectory | None:
    """The way through world matrices (F, 4, 4), one per frame of the timeline; None where it never leaves a place."""
    size = np.abs(matrices).max()
    moved = np.abs(matrices[:, :3, 3] - place.origin).max()
    turned = np.abs(matrices[:, :3, :3] - place.scale * place.rotation).max()
    if max(moved, turned) < STILL * size:
        return None
    return ObjectTrajectory(matrices[:, :3, 3], nearest_rotation(matrices[:, :3, :3]), fps)


def trajectory_in(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    *,
    first_frame: float,
    seconds: float,
    place: ArmaturePlace,
) -> ObjectTrajectory | None:
    """All of the way while a motion of so many seconds is shown, at once; None where the object keeps its place."""
    if not may_move(armature_object):
        return None
    fps = rate_of(scene)
    return trajectory_of(
        object_matrices(armature_object, trajectory_frames(first_frame, seconds * fps)), fps, place
    )


class FollowedObject:
    """An object whose way is learnt one frame at a time, so that Blender can breathe between.

    Args:
        place: where it stood when the character was read.
        first_frame: of the timeline at which a motion begins.
        seconds: that the motion lasts.
    """

    def __init__(self, place: ArmaturePlace, *, first_frame: float, seconds: float) -> None:
        self._place, self._first_frame, self._seconds = place, first_frame, seconds
        self._stands: list[Array] = []
        self.way: ObjectTrajectory | None = None  # None where the object keeps its place

    def go_on(self, armature_object: bpy.types.Object) -> bool:
        """Looks at the next frame; whether all of the way is known."""
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
    """Frames of the timeline at which a motion of so many frames needs its object's place."""
    return [first_frame + i for i in range(int(np.ceil(n_frames)) + 1)]


def _is_animated(carrier: bpy.types.Object) -> bool:
    data = carrier.animation_data
    if data is None:
        return False
    by_tracks = data.use_nla and any(not track.mute and len(track.strips) for track in data.nla_tracks)
    return by_tracks or any(
        actions.is_place(curve) for curve in (*actions.played_curves(carrier), *data.drivers)
    )
