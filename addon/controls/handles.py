"""Controls of a rig: bones that an artist poses and that constraints do not determine."""

from collections.abc import Collection
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Euler

from ...solver.arrays import Array
from ...solver.mechanics.euler_angles import euler_angles

# constraints that move the space of a control or limit its pose, without determining it
_SPACES = {
    "CHILD_OF",
    "ARMATURE",
    "LIMIT_ROTATION",
    "LIMIT_LOCATION",
    "LIMIT_SCALE",
    "LIMIT_DISTANCE",
    "COPY_SCALE",
}


@dataclass(frozen=True)
class Handle:
    """A control.

    Attributes:
        name: of the bone.
        mode: Blender's rotation mode.
        turns: (3,) unlocked rotation axes.
        moves: (3,) unlocked location axes.
        deforms: whether it is a deforming bone.
    """

    name: str
    mode: str
    turns: tuple[bool, bool, bool]
    moves: tuple[bool, bool, bool]
    deforms: bool

    @property
    def is_free(self) -> bool:
        """Whether none of its axes is locked."""
        return all(self.turns) and all(self.moves)

    def allowed(self, basis: Array) -> Array:
        """Bases (..., 4, 4) restricted to unlocked axes."""
        kept = np.array(basis, float)
        kept[..., :3, 3] *= self.moves
        if not all(self.turns):
            kept[..., :3, :3] = self._allowed_turn(kept[..., :3, :3])
        return kept

    def _allowed_turn(self, turn: Array) -> Array:
        """Rotations without locked axes, which are Euler angles in every mode."""
        mode = self.mode if len(self.mode) == 3 else "XYZ"
        angles = euler_angles(turn.reshape(-1, 3, 3), mode) * self.turns
        return np.array([Euler(each, mode).to_matrix() for each in angles.tolist()], float).reshape(
            turn.shape
        )


def handles_among(rig: bpy.types.Object, names: Collection[str], freed: Collection[str] = ()) -> list[Handle]:
    """The controls among given bones of a rig, in the order of the rig.

    If some have custom shapes, only those are meant to be posed; ``freed`` bones are always included.
    """
    free = [bone for bone in rig.pose.bones if bone.name in names and _may_be_posed(bone)]
    if any(bone.custom_shape is not None for bone in free):
        free = [bone for bone in free if bone.custom_shape is not None or bone.name in freed]
    return [_handle(bone) for bone in free]


def _may_be_posed(bone: bpy.types.PoseBone) -> bool:
    return not bone.bone.hide_select and not any(_holds(each) for each in bone.constraints)


def _holds(constraint: bpy.types.Constraint) -> bool:
    """Whether a constraint determines the pose."""
    if constraint.mute or constraint.influence == 0 or constraint.type in _SPACES:
        return False
    adds = getattr(constraint, "mix_mode", "REPLACE") != "REPLACE" or getattr(constraint, "use_offset", False)
    return not (constraint.type.startswith("COPY_") and adds)


def _handle(bone: bpy.types.PoseBone) -> Handle:
    x, y, z = (not locked for locked in bone.lock_rotation)
    along_x, along_y, along_z = (not locked and not bone.bone.use_connect for locked in bone.lock_location)
    return Handle(bone.name, bone.rotation_mode, (x, y, z), (along_x, along_y, along_z), bone.bone.use_deform)


def turned(handle: Handle, axis: int, angle: float) -> Array:
    """Basis (4, 4) of a control rotated about one of its axes."""
    basis = np.eye(4)
    vector = [0.0, 0.0, 0.0]
    vector[axis] = angle
    basis[:3, :3] = np.array(Euler(vector).to_matrix(), float)
    return basis
