"""The artist's keys for Live, read again a few frames at a time once a key has changed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy
import numpy as np

from ...solver.arrays import Single
from ..blender.rest_pose import armature_data
from ..blender.units import world_matrix
from ..character.read_character import read_character
from ..motion.read_sketch import Sketch, read_sketch, sketch_range
from ..runtime.event_loop import Work

CHANNELS = {
    "location": 3,
    "rotation_euler": 3,
    "rotation_quaternion": 4,
    "rotation_axis_angle": 4,
    "scale": 3,
}
BUDGET = 0.008  # s of visiting frames before yielding to Blender


class LiveKeys:
    """Keyed motion of an armature.

    Attributes:
        sketch: as last read; None before, or if it cannot be read.
    """

    def __init__(self) -> None:
        self.sketch: Sketch | None = None
        self._reading: Work[Sketch] | None = None
        self._is_old, self._stand = True, object()

    @property
    def is_reading(self) -> bool:
        """Whether frames remain to be visited."""
        return self._reading is not None

    def touch(self) -> None:
        """Reports a changed key."""
        self._is_old = True

    def forget_references(self) -> None:
        """Drops references that undo has invalidated, including keys."""
        self._reading, self._is_old = None, True

    def go_on(self, armature_object: bpy.types.Object) -> bool:
        """Visits some frames; returns whether the sketch is complete.

        Raises:
            InputError: there are no keys to follow.
        """
        stand = _stand_of(armature_object)
        if self._reading is None and (self._is_old or stand != self._stand):
            scene, self._stand = armature_object.users_scene[0], stand
            self._reading = read_sketch(armature_object, scene, read_character(armature_object))
            self._is_old = False
        reading, self._reading = self._reading, None  # dropped if it ends or fails
        if reading is None:
            return self.sketch is not None
        deadline, was_old = time.perf_counter() + BUDGET, self._is_old
        with _as_posed(armature_object):
            try:
                while time.perf_counter() < deadline:
                    next(reading)
            except StopIteration as end:
                self.sketch, reading = end.value, None
        self._reading, self._is_old = reading, was_old  # visiting a frame is not a change
        return reading is None


def _stand_of(armature_object: bpy.types.Object) -> object:
    """Other inputs of a sketch: the bodies, the transform, and the keyed interval.

    Raises:
        InputError: there are no keys to follow.
    """
    bodies = [bone.name for bone in armature_data(armature_object).bones if bone.spacetime.is_body]
    return (
        bodies,
        world_matrix(armature_object).tolist(),
        sketch_range(armature_object, armature_object.users_scene[0]),
    )


@contextmanager
def _as_posed(armature_object: bpy.types.Object) -> Iterator[None]:
    """Context that restores the bones, because visiting frames discards unkeyed poses."""
    bones = armature_object.pose.bones
    before = _channels(bones)
    yield
    after = _channels(bones)
    for name, values in before.items():
        if not np.array_equal(values, after[name]):
            bones.foreach_set(name, values)
            armature_object.update_tag()


def _channels(bones: Any) -> dict[str, Single]:
    """Pose channels of all bones."""
    found = {name: np.empty(size * len(bones), np.float32) for name, size in CHANNELS.items()}
    for name, values in found.items():
        bones.foreach_get(name, values)
    return found
