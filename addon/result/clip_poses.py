"""A clip as poses of an armature's bones, one frame at a time, since long ones would hold Blender up."""

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.rotations import matrix_from_quaternion, quaternion_inverse, quaternion_product
from ..blender.rest_pose import rest_bone
from .clip_on_action import place_of_solve, trajectory_of_solve


class ClipPoses:
    """Poses of the bones that have a clip's bodies, in the armature's space when it was solved.

    Args:
        action: shows the clip.
        clip: the solved motion.
        armature_object: with the bones, or a ghost of it.

    Attributes:
        bones: their names, in the order of the bodies.

    Raises:
        InputError: the stored transform or trajectory is damaged.
    """

    def __init__(self, action: bpy.types.Action, clip: Clip, armature_object: bpy.types.Object) -> None:
        place, way, bones = place_of_solve(action), trajectory_of_solve(action), armature_object.pose.bones
        self._motion, self._scale = clip.motion, place.scale
        self._origin = np.broadcast_to(place.origin, (clip.n_frames, 3))
        self._turned = np.broadcast_to(place.rotation, (clip.n_frames, 3, 3))
        if way is not None:
            self._origin, self._turned = way.at(clip.motion.step * np.arange(clip.n_frames))
        bodies = [(k, body) for k, body in enumerate(clip.job.character.bodies) if body.name in bones]
        self.bones = tuple(body.name for _, body in bodies)
        self._bodies = [k for k, _ in bodies]
        rests = [rest_bone(bones[name].bone, place) for name in self.bones]
        self._axes = np.reshape([rest.axes for rest in rests], (-1, 3, 3))
        heads = [rest.head - np.asarray(body.position) for rest, (_, body) in zip(rests, bodies, strict=True)]
        self._heads = np.reshape(heads, (-1, 3))  # from the body's position at rest
        self._unturn = quaternion_inverse(np.reshape([body.orientation for _, body in bodies], (-1, 4)))

    def at(self, frame: int) -> Array:
        """Poses (B, 4, 4) of the bones at a frame of the clip, armature space."""
        turn = matrix_from_quaternion(
            quaternion_product(self._motion.orientation[frame, self._bodies], self._unturn)
        )
        head = self._motion.position[frame, self._bodies] + np.einsum("bij,bj->bi", turn, self._heads)
        pose = np.tile(np.eye(4), (len(self.bones), 1, 1))
        pose[:, :3, :3] = self._turned[frame].T @ turn @ self._axes
        pose[:, :3, 3] = (head - self._origin[frame]) @ self._turned[frame] / self._scale
        return pose
