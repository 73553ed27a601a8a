"""Surfaces that contacts touch, and when: the ground and boxes of the scene."""

import math

import bpy
import numpy as np

from ...solver.errors import InputError
from ...solver.job.job import ContactTiming
from ...solver.job.surfaces import Box
from ...solver.job.timings import FreePhases
from ..blender.rest_pose import armature_data
from ..blender.units import world_matrix
from .guessed_frames import Frames, frames_of_phases, within

UPRIGHT = 0.9999  # cosine; tops that are less level are not steps
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


def surfaces(armature_object: bpy.types.Object) -> tuple[Box, ...]:
    """Boxes around the objects that contacts touch, without duplicates.

    Raises:
        InputError: naming an object that is tilted.
    """
    found: dict[str, Box] = {}
    for contact in armature_data(armature_object).spacetime.contacts:
        for phase in contact.phases:
            if phase.surface is not None and phase.surface.name not in found:
                found[phase.surface.name] = _box(phase.surface)
    return tuple(found.values())


def _box(touched: bpy.types.Object) -> Box:
    """The object's upright bounding box, rotated about Z."""
    world = world_matrix(touched)
    scale = np.linalg.norm(world[:3, :3], axis=0)
    axes = world[:3, :3] / scale
    if axes[2, 2] < UPRIGHT:
        raise InputError(
            f"the object '{touched.name}' is used as a surface and must be upright; rotate it so that "
            "its Z axis points up"
        )
    corners = np.array([corner[:] for corner in touched.bound_box], float)
    low, high = corners.min(0), corners.max(0)
    centre = world[:3, :3] @ ((low + high) / 2) + world[:3, 3]
    size = (high - low) * scale
    yaw = math.atan2(axes[1, 0], axes[0, 0])
    x, y, z = (float(v) for v in centre)
    return Box(touched.name, (x, y, z), (float(size[0]), float(size[1]), float(size[2])), yaw)
