"""Surfaces that contacts touch, and when: the ground and boxes of the scene."""

import math

import bpy
import numpy as np

from ...solver.errors import InputError
from ...solver.job.job import ContactTiming
from ...solver.job.surfaces import Box
from ...solver.job.timings import FreePhases
from ..blender.rest_pose import armature_data
from .guessed_frames import Frames, frames_of_phases, within

UPRIGHT = 0.9999  # cosine; a top that is less level is no step
NOISE = 1e-4  # frames; Blender keeps fractions in single precision


def contact_timings(
    armature_object: bpy.types.Object, steps: int, *, are_free: bool, followed: Frames | None = None
) -> tuple[ContactTiming, ...]:
    """Phases of every contact, one timing for the ground and one for each object that it touches.

    Args:
        armature_object: whose contacts.
        steps: the motion's length in frames.
        are_free: whether the solver is to find the phases, but for those of contacts that keep theirs.
        followed: frames of the keys that the motion follows, if it does.
    """
    timings = []
    for contact in armature_data(armature_object).spacetime.contacts:
        touched: dict[str, list[tuple[float, float]]] = {}
        for phase in contact.phases:
            phases_there = touched.setdefault(phase.surface.name if phase.surface else "", [])
            found = _told(armature_object, (phase.start, phase.duration), followed)
            if found is not None:
                phases_there.append(
                    _at_frames(found, steps, has_others=followed is not None and steps != _length(followed))
                )
        free = FreePhases() if are_free and not contact.keep_timing else None
        timings += [
            ContactTiming(contact.name, tuple(phases), name, free=free) for name, phases in touched.items()
        ]
    return tuple(timings)


def _told(
    armature_object: bpy.types.Object, phase: tuple[float, float], followed: Frames | None
) -> tuple[float, float] | None:
    """A phase's start and duration as fractions of the motion; None where it is not in it."""
    if followed is None:
        return phase
    return within(phase, frames_of_phases(armature_object.spacetime.motion.sketch, followed), followed)


def _length(followed: Frames) -> int:
    """Steps between the frames of the keys."""
    return followed[1] - followed[0]


def _at_frames(phase: tuple[float, float], steps: int, *, has_others: bool) -> tuple[float, float]:
    """A phase from frame to frame where it is meant so; between the nearest frames where the keys have others."""
    start, end = phase[0], phase[0] + phase[1]
    first, last = round(steps * start), round(steps * end)
    if has_others and first < last:
        return first / steps, (last - first) / steps
    return on_frame(start, steps), on_frame(phase[1], steps)


def on_frame(share: float, steps: int) -> float:
    """A share of the motion that is meant to be on a whole frame exactly there; others as they are."""
    frame = round(share * steps)
    return frame / steps if abs(share * steps - frame) < NOISE else share


def surfaces(armature_object: bpy.types.Object) -> tuple[Box, ...]:
    """The boxes around the objects that contacts touch, each once.

    Raises:
        InputError: naming an object that is not upright.
    """
    found: dict[str, Box] = {}
    for contact in armature_data(armature_object).spacetime.contacts:
        for phase in contact.phases:
            if phase.surface is not None and phase.surface.name not in found:
                found[phase.surface.name] = _box(phase.surface)
    return tuple(found.values())


def _box(touched: bpy.types.Object) -> Box:
    """The object's bounding box, which stands upright at its own angle."""
    world = np.array(touched.matrix_world, float)
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
