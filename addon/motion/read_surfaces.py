"""Surfaces that contacts touch, and when: the ground and boxes of the scene."""

import math
from contextlib import closing

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.job.job import ContactTiming
from ...solver.job.surfaces import Box
from ...solver.job.timings import FreePhases
from ...solver.rotations import angle_between
from ..blender.evaluation import Playback
from ..blender.object_trajectory import may_move
from ..blender.rest_pose import armature_data, nearest_rotation
from ..blender.touched_box import touched_box
from ..blender.units import world_matrix
from .guessed_frames import Frames, frames_of_phases, within

STILL = 2e-3  # m; smaller changes are no motion
TURNED = math.radians(0.5)
MOST_EXAMINED = 200  # frames at which an object that could move is examined
NOISE = 1e-4  # frames; Blender keeps fractions in single precision


def contact_timings(
    armature_object: bpy.types.Object, steps: int, *, are_free: bool, followed: Frames | None = None
) -> tuple[ContactTiming, ...]:
    """Phases of every contact, with one timing for the ground and one for each touched object.

    Args:
        armature_object: with the contacts.
        steps: the motion's length in frames.
        are_free: whether the solver finds the phases, except those of contacts that keep theirs.
        followed: frames of the keys that the motion follows, if any.
    """
    timings = []
    for contact in armature_data(armature_object).spacetime.contacts:
        touched: dict[str, list[tuple[float, float]]] = {}
        for phase in contact.phases:
            phases_there = touched.setdefault(phase.surface.name if phase.surface else "", [])
            found = _phase_in_motion(armature_object, (phase.start, phase.duration), followed)
            if found is not None:
                phases_there.append(
                    _at_frames(found, steps, has_others=followed is not None and steps != _length(followed))
                )
        free = FreePhases() if are_free and not contact.keep_timing else None
        timings += [
            ContactTiming(contact.name, tuple(phases), name, free=free) for name, phases in touched.items()
        ]
    return tuple(timings)


def _phase_in_motion(
    armature_object: bpy.types.Object, phase: tuple[float, float], followed: Frames | None
) -> tuple[float, float] | None:
    """Start and duration of a phase as fractions of the motion; None if it is outside."""
    if followed is None:
        return phase
    return within(phase, frames_of_phases(armature_object.spacetime.motion.sketch, followed), followed)


def _length(followed: Frames) -> int:
    """Number of steps between the keyed frames."""
    return followed[1] - followed[0]


def _at_frames(phase: tuple[float, float], steps: int, *, has_others: bool) -> tuple[float, float]:
    """A phase on exact frames if meant so, or on the nearest ones if the keys have another rate."""
    start, end = phase[0], phase[0] + phase[1]
    first, last = round(steps * start), round(steps * end)
    if has_others and first < last:
        return first / steps, (last - first) / steps
    return on_frame(start, steps), on_frame(phase[1], steps)


def on_frame(share: float, steps: int) -> float:
    """Snaps a fraction of the motion that is meant to be on a whole frame; returns others unchanged."""
    frame = round(share * steps)
    return frame / steps if abs(share * steps - frame) < NOISE else share


def surfaces(
    armature_object: bpy.types.Object, scene: bpy.types.Scene | None = None, during: Frames | None = None
) -> tuple[Box, ...]:
    """Boxes for the objects that contacts touch, without duplicates.

    Args:
        armature_object: with the contacts.
        scene: of the frames.
        during: first and last frame of the timeline between which the objects must stand still; None: they are read
            where they are now.

    Raises:
        InputError: naming an object that has no face to stand on, or that moves.
    """
    found: dict[str, Box] = {}
    for contact in armature_data(armature_object).spacetime.contacts:
        for phase in contact.phases:
            touched = phase.surface
            if touched is not None and touched.name not in found:
                world = None
                if scene is not None and during is not None and _may_move(touched):
                    world = _still_place(touched, scene, during)
                found[touched.name] = touched_box(touched, world).box
    return tuple(found.values())


def _may_move(touched: bpy.types.Object) -> bool:
    body = touched.rigid_body
    return may_move(touched) or (body is not None and body.type == "ACTIVE")


def _still_place(touched: bpy.types.Object, scene: bpy.types.Scene, during: Frames) -> Array:
    """Matrix (4, 4) of an object's place in the world [m], which it keeps between two frames.

    Raises:
        InputError: it moves.
    """
    count = min(during[1] - during[0] + 1, MOST_EXAMINED)
    with closing(Playback(scene, touched)) as playback:
        frames = np.linspace(during[0], during[1], count)
        worlds = np.array([world_matrix(playback.at(frame)) for frame in frames])
    corners = np.array([corner[:] for corner in touched.bound_box], float)
    seen = corners @ np.swapaxes(worlds[:, :3, :3], 1, 2) + worlds[:, None, :3, 3]
    if np.linalg.norm(seen - seen[0], axis=-1).max() < STILL:
        return np.asarray(worlds[0])
    middle = seen.mean(1)
    moved = float(np.linalg.norm(middle - middle[0], axis=-1).max())
    turns = nearest_rotation(worlds[:, :3, :3])
    turned = float(angle_between(turns, turns[:1]).max())
    told = [f"moves by {moved:.2f} m"] if moved >= STILL else []
    told += [f"turns by {math.degrees(turned):.0f}°"] if turned >= TURNED else []
    raise InputError(
        f"the object '{touched.name}' is used as a surface and {' and '.join(told) or 'changes its size'} from frame "
        f"{during[0]} to {during[1]}; expected one that stands still during the motion"
    )
