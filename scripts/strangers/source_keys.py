"""Keys of an artist or a capture: every bone above the legs sways, and whoever has knees sinks and rises."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from scripts.strangers.families import FAMILIES
from solver.arrays import Array

bpy: Any = import_module("bpy")
mathutils: Any = import_module("mathutils")

SECONDS = 1.0
SWAY, BEND = np.radians(8.0), np.radians(22.0)  # of a bone against its parent; of a thigh
LOW = 0.4  # of the height; bones that carry anything below it do not sway
SUNK = 0.04  # of the height; of a control rig's body
N_KEYS = 9
BODY_CONTROLS = ("torso", "Body", "c_root.x")  # of the control rigs

# A bone, its turns (K, 3, 3) against its parent and shifts (K, 3), in the axes of the armature.
Drawn = tuple[str, Array, Array]


def key_source(rig: Any, scene: Any) -> Any:
    """Gives the armature an action over the scene's frames, in each bone's rotation mode, and returns it."""
    rig.animation_data_create()
    frames = np.linspace(scene.frame_start, scene.frame_end, N_KEYS)
    phases = np.linspace(0.0, 1.0, N_KEYS)
    control = next((rig.pose.bones[name] for name in BODY_CONTROLS if name in rig.pose.bones), None)
    drawn = (
        [_sunk(rig, control.name, phases)] if control else [*_swaying(rig, phases), *_squatting(rig, phases)]
    )
    for bone, turns, shifts in drawn:
        posed = rig.pose.bones[bone]
        for frame, turn, shift in zip(frames, turns, shifts, strict=True):
            _key(posed, frame, turn, shift)
    action = rig.animation_data.action
    action.name = "Source"
    return action


def _key(posed: Any, frame: float, turn: Array, shift: Array) -> None:
    axes, basis = np.array(posed.bone.matrix_local, float)[:3, :3], np.eye(4)
    basis[:3, :3], basis[:3, 3] = axes.T @ turn @ axes, axes.T @ shift
    posed.matrix_basis = mathutils.Matrix(basis.tolist())
    rotation = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
    posed.keyframe_insert(rotation.get(posed.rotation_mode, "rotation_euler"), frame=frame)
    if shift.any():
        posed.keyframe_insert("location", frame=frame)


def height_of(rig: Any) -> float:
    """Height of the rest pose [armature's units]."""
    ends = np.array([end for bone in rig.data.bones for end in (bone.head_local, bone.tail_local)])
    return float(np.ptp(ends[:, 2]))


def legs_of(rig: Any) -> list[tuple[str, str, str]]:
    """Thigh, shin and foot of each leg, of a person whose names are known here."""
    for family in FAMILIES.values():
        bones = family.bones()
        legs = [tuple(bones[f"{part}.{side}"] for part in ("thigh", "shin", "foot")) for side in "LR"]
        if all(name in rig.data.bones for leg in legs for name in leg):
            return [(thigh, shin, foot) for thigh, shin, foot in legs]
    return []


def _swaying(rig: Any, phases: Array) -> Iterator[Drawn]:
    """All bones that carry nothing low turn to and fro, each about an axis of its own."""
    floor = min(bone.head_local.z for bone in rig.data.bones)
    low = floor + LOW * height_of(rig)
    for i, bone in enumerate(rig.data.bones):
        carried = (bone, *bone.children_recursive)
        if not bone.use_deform or bone.parent is None or min(each.head_local.z for each in carried) < low:
            continue
        axis = np.array([np.cos(2.4 * i), np.sin(2.4 * i), 0.5])
        angles = SWAY * np.sin(2 * np.pi * phases + 0.7 * i)
        turns = Rotation.from_rotvec(angles[:, None] * axis / np.linalg.norm(axis)).as_matrix()
        yield bone.name, turns, np.zeros((len(phases), 3))


def _squatting(rig: Any, phases: Array) -> Iterator[Drawn]:
    """Knees bend above feet that stand, as far as the hips sink."""
    bend = BEND * np.sin(np.pi * phases) ** 2
    for thigh, shin, foot in (legs := legs_of(rig)):
        for name, times in ((thigh, -1), (shin, 2), (foot, -1)):
            turns = Rotation.from_rotvec(times * bend[:, None] * [1.0, 0.0, 0.0]).as_matrix()
            yield name, turns, np.zeros((len(phases), 3))
    if legs:
        hip, knee, ankle = (np.array(rig.data.bones[name].head_local) for name in legs[0])
        drop = hip[2] - ankle[2] - _reach(hip - knee, bend, -1) - _reach(knee - ankle, bend, 1)
        top = rig.data.bones[legs[0][0]].parent_recursive[-1]
        yield top.name, np.tile(np.eye(3), (len(phases), 1, 1)), -drop[:, None] * [0.0, 0.0, 1.0]


def _reach(bone: Array, bend: Array, times: float) -> Array:
    """Heights (K,) of the upper end of a bone above the lower while it is bent."""
    return np.asarray(Rotation.from_rotvec(times * bend[:, None] * [1.0, 0.0, 0.0]).apply(bone)[:, 2])


def _sunk(rig: Any, control: str, phases: Array) -> Drawn:
    """A control sinks and rises, and takes the body along."""
    drop = SUNK * height_of(rig) * np.sin(np.pi * phases) ** 2
    return control, np.tile(np.eye(3), (len(phases), 1, 1)), -drop[:, None] * [0.0, 0.0, 1.0]
