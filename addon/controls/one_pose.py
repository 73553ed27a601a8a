"""One pose of bodies, put on the controls that pose them."""

from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ...solver.arrays import Array
from ...solver.character import Character
from ...solver.errors import InputError
from ...solver.formats.armature_motion import rotation_channel_name
from ..blender.rest_pose import armature_data, place_of
from ..runtime.event_loop import Work
from .bake import FAR, TURNED, Bake, MotionOfBones, baking_on
from .keys import is_turned_on
from .rehearsal import Rehearsal

REST = np.eye(4)


def pose_of(armature_object: bpy.types.Object, character: Character) -> MotionOfBones:
    """The current pose of an armature, as a motion of one frame."""
    carriers: dict[str, str | None] = {body.name: None for body in character.bodies}
    carriers |= {joint.body_b: joint.body_a for joint in character.joints}
    bones = armature_object.pose.bones
    names = [bone.name for bone in armature_data(armature_object).bones if bone.use_deform]
    seen = {name: np.array(bones[name].matrix)[None] for name in dict.fromkeys([*carriers, *names])}
    bodies = np.stack([seen[name] for name in carriers], axis=1)
    return MotionOfBones(np.zeros(1), carriers, bodies, seen, 1 / place_of(armature_object).scale)


def finding_pose(armature_object: bpy.types.Object, rehearsal: Rehearsal, pose: MotionOfBones) -> Work[Bake]:
    """Finds the controls of a rig and their poses, in both kinds of kinematics, on a copy of it.

    Raises:
        InputError: its controls cannot show the pose.
    """
    bake = yield from baking_on(rehearsal, pose)
    if not bake.off.is_small:
        worst = int(np.argmax(np.maximum(bake.off.far / FAR, bake.off.turned / TURNED)))
        raise InputError(
            f"the controls of '{armature_object.name}' cannot show this pose: '{[*pose.carriers][worst]}' would be "
            f"{1e3 * bake.off.far[worst]:.0f} mm and {np.degrees(bake.off.turned[worst]):.0f} degrees off"
        )
    return bake


def pose_controls(armature_object: bpy.types.Object, bake: Bake, *, keyed_at: float | None) -> None:
    """Poses the controls, and keys them at a frame if one is given; limbs keep their active kinematics if possible."""
    bases = {name: table[0] for name, table in {**bake.forward, **bake.inverse}.items()}
    at_rest = dict.fromkeys((bake.neutral | bake.handles.keys()) - bases.keys(), REST)
    _turn_limbs(armature_object, bake, keyed_at)
    for name, basis in (at_rest | bases).items():
        _pose(armature_object.pose.bones[name], basis, keyed_at)
    armature_object.update_tag()


def _turn_limbs(armature_object: bpy.types.Object, bake: Bake, keyed_at: float | None) -> None:
    """Switches limbs that inverse kinematics cannot pose to forward kinematics, and disables stretching."""
    bones = armature_object.pose.bones
    for switch, choice in bake.limbs.items():
        if not choice.inverse and is_turned_on(armature_object, switch):
            bones[switch.bone][switch.name] = type(bones[switch.bone][switch.name])(switch.forward)
            if keyed_at is not None:
                path = f'["{bpy.utils.escape_identifier(switch.name)}"]'
                bones[switch.bone].keyframe_insert(path, frame=keyed_at, group=switch.bone)
    for name in bake.stretching:
        bones[name].ik_stretch = 0.0


def _pose(bone: Any, basis: Array, keyed_at: float | None) -> None:
    """Poses a control; its location is not keyed if zero."""
    moves = not np.allclose(np.array(bone.matrix_basis)[:3, 3], basis[:3, 3], atol=1e-6) or basis[:3, 3].any()
    bone.matrix_basis = Matrix(basis.tolist())
    if keyed_at is not None:
        bone.keyframe_insert(rotation_channel_name(bone.rotation_mode), frame=keyed_at, group=bone.name)
        if moves:
            bone.keyframe_insert("location", frame=keyed_at, group=bone.name)
