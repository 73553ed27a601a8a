"""A ghost that stays in place, as on a treadmill: a constraint removes the travel from its motion.

Blender reads the travel from curves over the scene's frame, so that no Python runs during playback.
"""

from typing import Any

import bpy
import numpy as np

from ...solver.analysis.whole_body import centre_of_mass
from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ..blender import actions
from ..blender.custom_properties import span_of
from ..blender.write_motion import TURNS
from .blend import ABOVE
from .clip_on_action import ON_THE_SPOT, WAY, clip_of, place_of_solve
from .flaw import why_not_shown

LIMITS = ("min", "max")
STRAIGHT = 1e-6  # rad; cycles that turn by less are straight
TURN_STEPS = 16  # between keys of a turning cycle


def travel_of(clip: Clip) -> tuple[Array, Array]:
    """Steady travel along the ground: moments (K,) in lengths of the clip, and displacements (K, 3) [m].

    An open clip travels straight from its first frame to its last, a cycle along its own path: a turning one until it
    is back at its start, or for the length of its action.
    """
    cycle, begin = clip.job.cycle, centre_of_mass(clip.motion)[0]
    if cycle is None:
        return _along_ground(
            np.array([0.0, 1.0]), np.stack([np.zeros(3), centre_of_mass(clip.motion)[-1] - begin])
        )
    last = (cycle.round_trip(TURNS) or TURNS) if _turns(clip) else 1
    moments = np.linspace(0.0, last, last * TURN_STEPS + 1 if _turns(clip) else 2)
    turns, shifts = cycle.part(moments)
    return _along_ground(moments, turns @ begin + shifts - begin)


def _turns(clip: Clip) -> bool:
    """Whether it is a turning cycle."""
    return clip.job.cycle is not None and abs(clip.job.cycle.yaw) > STRAIGHT


def _along_ground(moments: Array, displacement: Array) -> tuple[Array, Array]:
    """Drops heights, since steps up and jumps belong to the motion."""
    return moments, displacement * [1.0, 1.0, 0.0]


def hold_in_place(
    ghost: bpy.types.Object, constraint: str, held: tuple[float, float, float], scene: bpy.types.Scene
) -> None:
    """Removes the travel from a ghost's motion; one without travel is unchanged.

    Args:
        ghost: plays the motion.
        constraint: name of its Limit Location, in its parent's space.
        held: position of the ghost without travel, in its parent's space.
        scene: drives the travel by its frame.
    """
    action = _played(ghost)
    clip = clip_of(action) if action is not None else None
    if action is None or clip is None or action.get(ON_THE_SPOT) or action.get(WAY) is not None:
        return
    if why_not_shown(action):
        return
    moments, way = travel_of(clip)
    place = place_of_solve(action)
    first, last = span_of(action)
    frames = first + moments * (last - first)
    local = -(way @ place.rotation) / place.scale
    for axis, name in enumerate("xyz"):
        for end in LIMITS:
            path = f'constraints["{constraint}"].{end}_{name}'
            curve = _follow_frames(ghost, path, scene, frames, held[axis] + local[:, axis])
            if clip.job.cycle is None or (_turns(clip) and not clip.job.cycle.round_trip(TURNS)):
                curve.extrapolation = "CONSTANT"
            elif _turns(clip):
                actions.repeat(curve, travels=False)
            else:
                curve.extrapolation = "LINEAR"
            curve.update()


def restore_travel(ghost: bpy.types.Object) -> None:
    """Undoes ``hold_in_place``."""
    data = ghost.animation_data
    for curve in tuple(data.drivers) if data is not None else ():
        ghost.driver_remove(curve.data_path)


def _played(ghost: bpy.types.Object) -> bpy.types.Action | None:
    data = ghost.animation_data
    if data is None:
        return None
    track = data.nla_tracks.get(ABOVE)
    return track.strips[0].action if track is not None and len(track.strips) else data.action


def _follow_frames(
    ghost: bpy.types.Object, path: str, scene: bpy.types.Scene, frames: Array, values: Array
) -> Any:
    """Adds a driver that reads a curve over the scene's frame, without an expression."""
    curve: Any = ghost.driver_add(path)
    for modifier in tuple(curve.modifiers):
        curve.modifiers.remove(modifier)
    curve.driver.type = "SUM"
    variable = curve.driver.variables.new()
    target = variable.targets[0]
    target.id_type, target.id, target.data_path = "SCENE", scene, "frame_current"
    keys = curve.keyframe_points
    keys.add(max(len(frames) - len(keys), 0))
    keys.foreach_set("co", np.stack([frames, values], 1).ravel())
    for key in keys:
        key.interpolation = "LINEAR"
    return curve
