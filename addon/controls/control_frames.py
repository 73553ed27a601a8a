"""Frames of controls in a rig: their transforms without bases, and the axes of their locations."""

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.arrays import Array


@dataclass(frozen=True, eq=False)
class ControlFrames:
    """Frames of controls as moved by parents and constraints, armature space.

    Attributes:
        turn: (..., 3, 3) rotation of a control without a basis.
        along: (..., 3, 3) axes of its location, those of its parent where Local Location is off.
        at: (..., 3) its head without a location.
    """

    turn: Array
    along: Array
    at: Array

    def __getitem__(self, index: int) -> "ControlFrames":
        return ControlFrames(self.turn[index], self.along[index], self.at[index])

    def moved(self, by: Array) -> "ControlFrames":
        """The frames after a transform (4, 4)."""
        turn = by[:3, :3]
        return ControlFrames(turn @ self.turn, turn @ self.along, turn @ self.at + by[:3, 3])

    def basis(self, goal: Array) -> Array:
        """Basis (4, 4) that moves a control to a goal (4, 4)."""
        found = np.eye(4)
        found[:3, :3] = np.linalg.inv(self.turn) @ goal[:3, :3]
        found[:3, 3] = np.linalg.solve(self.along, goal[:3, 3] - self.at)
        return found

    def posed(self, basis: Array) -> Array:
        """Pose (4, 4) of a control with a basis (4, 4)."""
        found = np.eye(4)
        found[:3, :3] = self.turn @ basis[:3, :3]
        found[:3, 3] = self.at + self.along @ basis[:3, 3]
        return found


def control_frames(rig: bpy.types.Object, names: Sequence[str], bases: Array) -> ControlFrames:
    """Frames of an evaluated rig's controls, from their current poses and bases (n, 4, 4)."""
    bones = [rig.pose.bones[name] for name in names]
    posed: Array = np.array([bone.matrix for bone in bones], float).reshape(-1, 4, 4)
    turn: Array = posed[:, :3, :3] @ np.linalg.inv(bases[:, :3, :3])
    along = turn.copy()
    for k, bone in enumerate(bones):
        if not bone.bone.use_local_location:
            along[k] = turn[k] @ np.linalg.inv(_expected(bone)) @ _above(bone)
    at: Array = posed[:, :3, 3] - np.einsum("kij,kj->ki", along, bases[:, :3, 3])
    return ControlFrames(turn, along, at)


def _above(bone: bpy.types.PoseBone) -> Array:
    """Axes (3, 3) of the parent, or of the armature without one."""
    return np.eye(3) if bone.parent is None else np.array(bone.parent.matrix, float)[:3, :3]


def _expected(bone: bpy.types.PoseBone) -> Array:
    """Axes (3, 3) of a control as moved only by its parent."""
    rest = np.array(bone.bone.matrix_local, float)[:3, :3]
    if bone.parent is None or not bone.bone.use_inherit_rotation:
        return rest
    found: Array = _above(bone) @ np.array(bone.parent.bone.matrix_local, float)[:3, :3].T @ rest
    return found
