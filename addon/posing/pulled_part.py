"""A dragged part of the character: all bones follow, and can be keyed on release.

On a control rig, deforming bones follow with their constraints disabled; controls take over the pose after release,
since finding them takes a second or two. The rig shows the pose until then.
"""

from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.formats.armature_motion import BoneChannel, armature_channels
from ...solver.job.drawn_bones import joint_frames
from ...solver.job.job import AnimationTiming, Job
from ...solver.mechanics.inverse_kinematics import coordinates
from ...solver.mechanics.tree import Tree
from ...solver.motion.motion import Motion
from ...solver.posing.auto_pose import AutoPose, Held
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data, body_bone
from ..blender.ruled_bones import ruling_constraints
from ..blender.units import in_meters, world_matrix
from ..blender.write_motion import plan_motion
from ..character.read_character import read_character
from ..controls.one_pose import finding_pose, pose_controls, pose_of
from ..controls.rehearsal import Rehearsal
from ..motion.read_sketch import read_bones, read_pose
from ..motion.read_surfaces import surfaces
from ..runtime.event_loop import Work


class PulledPart:
    """One drag, from grip to release.

    Args:
        armature_object: to be posed.
        scene: with the ground.
        bone: dragged; one without a body moves with that of its nearest parent.
        place: (3,) dragged point of the body in its current pose, world [m].

    Raises:
        InputError: the character is invalid.
    """

    def __init__(
        self, armature_object: bpy.types.Object, scene: bpy.types.Scene, bone: str, place: Array
    ) -> None:
        self._armature, self._scene = armature_object, scene
        character = read_character(armature_object)
        names = [body.name for body in character.bodies]
        carrier = carrier_named(armature_object, bone)
        position, turn = read_pose(armature_object, character)
        k = names.index(carrier)
        point = np.array(character.bodies[k].position) + turn[k].T @ (place - position[k])
        self._bones = read_bones(armature_object, character)
        joints = joint_frames(self._bones, character, 1, closed=False)
        q = coordinates(Tree(character), position[None], turn[None], joints)[0]
        x, y, z = (float(value) for value in point)
        self._pose = AutoPose(
            character, q, Held(carrier, (x, y, z)), ground_height=in_meters(scene.spacetime.ground_height),
            boxes=surfaces(armature_object), joints=joints,
        )  # fmt: skip
        self._step = 1 / rate_of(scene)
        job = Job("Pose", character, AnimationTiming(self._step, rate_of(scene)), drawn_bones=self._bones)
        self._plan = plan_motion(job, armature_object)
        self._former: dict[str, Matrix] = {}
        self._ruling = [each for _, each in ruling_constraints(armature_object, names)]
        self._target = np.array(place, float)
        self._place = self._target

    def move(self, offset: Array) -> None:
        """Moves the part by ``offset`` (3,) from the grip, world [m]."""
        self._target = self._place + offset
        self._pose.follow(self._target)
        self._write()

    def keeping(self, *, keys: bool) -> Work[None]:
        """Keeps the pose, on controls if the rig has them, and with ``keys`` keys it at the current frame.

        It takes one step without controls, and hundreds with them. If it is dropped, ``take_back`` restores the pose.

        Raises:
            InputError: the controls cannot show the pose; the initial pose is restored.
        """
        self._pose.settle(self._target)
        channels = self._write()
        if self._ruling:
            yield from self._keeping_on_controls(keyed_at=self._scene.frame_current if keys else None)
            return
        for channel in channels if keys else ():
            bone = self._armature.pose.bones[channel.bone]
            bone.keyframe_insert(channel.name, group=channel.bone)

    def take_back(self) -> None:
        """Restores the initial pose."""
        for name, matrix in self._former.items():
            self._armature.pose.bones[name].matrix_basis = matrix
        self._rule(is_on=True)

    def _keeping_on_controls(self, *, keyed_at: float | None) -> Work[None]:
        self._update()
        pose = pose_of(self._armature, self._pose.character)
        self.take_back()  # controls are tested with constraints enabled
        self._update()
        rehearsal = Rehearsal(self._armature)
        self._write()
        try:
            bake = yield from finding_pose(self._armature, rehearsal, pose)
        except InputError:
            self.take_back()
            raise
        self.take_back()
        pose_controls(self._armature, bake, keyed_at=keyed_at)

    def _rule(self, *, is_on: bool) -> None:
        """Enables or disables constraints that pose the bones of bodies."""
        for constraint in self._ruling:
            constraint.mute = not is_on

    def _update(self) -> None:
        assert bpy.context.view_layer is not None
        bpy.context.view_layer.update()

    def _write(self) -> tuple[BoneChannel, ...]:
        """Writes the pose to the bones of bodies, without their constraints."""
        self._rule(is_on=False)
        position, orientation = self._pose.poses()
        motion = Motion(self._pose.character, self._step, position, orientation, drawn_bones=self._bones)
        channels = armature_channels(motion, self._plan)
        bones = self._armature.pose.bones
        for channel in channels:
            bone: Any = bones[channel.bone]
            self._former.setdefault(channel.bone, bone.matrix_basis.copy())
            setattr(bone, channel.name, channel.values[0].tolist())
        return channels


def carrier_named(armature_object: bpy.types.Object, name: str) -> str:
    """The bone whose body moves a bone: itself or a parent.

    Raises:
        InputError: no body moves the bone.
    """
    bone = armature_data(armature_object).bones.get(name)
    carrier = body_bone(bone) if bone is not None else None
    if carrier is None:
        raise InputError(f"expected a bone that a body moves, found '{name}'")
    return carrier.name


def tip_of(armature_object: bpy.types.Object, bone: str) -> Array:
    """Current tail (3,) of a bone, world [m].

    Raises:
        InputError: no body moves the bone.
    """
    carrier_named(armature_object, bone)
    tail = np.array([*armature_object.pose.bones[bone].tail[:], 1.0])
    return np.asarray((world_matrix(armature_object) @ tail)[:3])
