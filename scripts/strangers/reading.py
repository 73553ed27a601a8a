"""What is seen of an armature: its evaluated bones in the world, in meters and at each frame of the scene.

Nothing here is the product's, so that no error is shared with it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from solver.arrays import Array

bpy: Any = import_module("bpy")


@dataclass(frozen=True, eq=False)
class Seen:
    """Poses of bones over time.

    Attributes:
        names: of the B bones.
        seconds: (F,) since the first frame [s].
        heads: (F, B, 3) world [m].
        tails: (F, B, 3) world [m].
        turns: (F, B, 3, 3) axes of the bones, world.
        parents: (B,) index of each bone's parent, -1 for none.
    """

    names: tuple[str, ...]
    seconds: Array
    heads: Array
    tails: Array
    turns: Array
    parents: tuple[int, ...]

    def local_turns(self) -> Array:
        """(F, B, 3, 3) axes of the bones in those of their parents."""
        above = np.where(np.array(self.parents) < 0, 0, self.parents)
        within = np.swapaxes(self.turns[:, above], -1, -2) @ self.turns
        return np.where((np.array(self.parents) < 0)[:, None, None], self.turns, within)


@dataclass(frozen=True, eq=False)
class Rest:
    """Rest pose of an armature where its object is now.

    Attributes:
        names: of the B bones.
        heads: (B, 3) world [m].
        tails: (B, 3) world [m].
        axes: (B, 3, 3) of the bones, world.
    """

    names: tuple[str, ...]
    heads: Array
    tails: Array
    axes: Array


def rest_of(rig: Any, scene: Any) -> Rest:
    """The rest pose of an armature."""
    unit, bones = meters_per_unit(scene), list(rig.data.bones)
    matrices = np.array(rig.matrix_world, float) @ np.array(
        [np.array(bone.matrix_local, float) for bone in bones]
    )
    heads, tails = _ends(matrices, bones, unit)
    return Rest(tuple(bone.name for bone in bones), heads, tails, _turns(matrices))


def height(rig: Any, scene: Any) -> float:
    """Height of an armature's rest pose [m]."""
    rest = rest_of(rig, scene)
    return float(np.ptp(np.concatenate([rest.heads, rest.tails])[:, 2]))


def meters_per_unit(scene: Any) -> float:
    """Length of a Blender unit in the scene [m]."""
    return float(scene.unit_settings.scale_length)


def see(rig: Any, scene: Any, frames: Sequence[float], *, rate: float) -> Seen:
    """Visits frames of the scene and reads the evaluated armature.

    Args:
        rig: the armature's object.
        scene: with the object.
        frames: to visit, increasing.
        rate: frames per second of these frames.
    """
    bones, unit = list(rig.data.bones), meters_per_unit(scene)
    index = {bone.name: i for i, bone in enumerate(bones)}
    heads: list[Array] = []
    tails: list[Array] = []
    turns: list[Array] = []
    for frame in frames:
        whole = math.floor(frame + 1e-6)
        scene.frame_set(whole, subframe=max(frame - whole, 0.0))
        evaluated = rig.evaluated_get(bpy.context.view_layer.depsgraph)
        world = np.array(evaluated.matrix_world, float)
        matrices = world @ np.array(
            [np.array(evaluated.pose.bones[bone.name].matrix, float) for bone in bones]
        )
        for ends, found in zip((heads, tails), _ends(matrices, bones, unit), strict=True):
            ends.append(found)
        turns.append(_turns(matrices))
    at = np.asarray(frames, float)
    return Seen(
        names=tuple(bone.name for bone in bones),
        seconds=(at - at[0]) / rate,
        heads=np.array(heads),
        tails=np.array(tails),
        turns=np.array(turns),
        parents=tuple(index[bone.parent.name] if bone.parent else -1 for bone in bones),
    )


def _ends(matrices: Array, bones: Sequence[Any], unit: float) -> tuple[Array, Array]:
    """Heads and tails (B, 3) [m] of bones with these world matrices (B, 4, 4)."""
    heads = unit * matrices[:, :3, 3]
    return heads, heads + unit * matrices[:, :3, 1] * [[bone.length] for bone in bones]


def _turns(matrices: Array) -> Array:
    """Axes (B, 3, 3) of world matrices (B, 4, 4), without their scales."""
    u, _, vt = np.linalg.svd(matrices[:, :3, :3])
    return np.asarray(u @ vt)


def bones_with_rules(rig: Any) -> set[str]:
    """Names of bones that constraints or drivers of their own move."""
    found = {bone.name for bone in rig.pose.bones if len(bone.constraints)}
    drivers = rig.animation_data.drivers if rig.animation_data else ()
    return found | {bone.name for bone in rig.pose.bones for each in drivers if _is_of(each.data_path, bone)}


def _is_of(path: str, bone: Any) -> bool:
    return path.startswith(bone.path_from_id())


def keys_of(action: Any) -> dict[tuple[str, int], tuple[tuple[float, float], ...]]:
    """All keys of an action by channel, to see whether anybody changed them."""
    found = {}
    for layer in action.layers:
        for strip in layer.strips:
            for bag in strip.channelbags:
                for curve in bag.fcurves:
                    place = (f"{bag.slot_handle} {curve.data_path}", curve.array_index)
                    found[place] = tuple((point.co.x, point.co.y) for point in curve.keyframe_points)
    return found
