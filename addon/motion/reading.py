"""The reading of the artist's animation: a few frames at a time, so that Blender never waits long.

One reading at a time, which Blender's timer drives; scripts read all at once with ``read_now``.
"""

import time
from collections.abc import Callable, Generator

import bpy

from ...solver.errors import InputError
from ..character.read_character import read_character
from .read_sketch import Sketch, read_sketch

PERIOD = 0.01  # s between two looks
BUDGET = (
    0.015  # s of visiting frames before Blender may breathe; a single frame of a heavy rig may take longer
)


class Reading:
    """An animation that is being read.

    Args:
        armature_object: whose animation.
        scene: with the frames.
        then: takes the sketch; what it raises is told to the artist.
    """

    def __init__(
        self, armature_object: bpy.types.Object, scene: bpy.types.Scene, then: Callable[[Sketch], object]
    ) -> None:
        character = read_character(armature_object)
        self._steps: Generator[None, None, Sketch] = read_sketch(armature_object, scene, character)
        self._then = then
        self.is_over = False

    def pump(self, budget: float) -> None:
        """Visits frames for so many seconds; hands the sketch on after the last.

        Raises:
            InputError: what the reading or the taker of its sketch says.
        """
        deadline = time.perf_counter() + budget
        try:
            while time.perf_counter() < deadline:
                next(self._steps)
        except StopIteration as end:
            self.is_over = True
            self._then(end.value)
        except ReferenceError as error:
            self.is_over = True
            raise InputError("The armature is gone; its animation could not be read") from error
        except InputError:
            self.is_over = True
            raise


_readings: list[Reading] = []  # at most one; it must live somewhere between two timer calls


def is_reading() -> bool:
    """Whether an animation is being read."""
    return bool(_readings)


def start(reading: Reading) -> None:
    """Lets Blender's event loop drive it; one that is going on is dropped."""
    stop()
    _readings.append(reading)
    bpy.app.timers.register(_tick, first_interval=0.0)


def read_now(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Sketch:
    """The sketch at once, for scripts and for buttons that wait.

    Raises:
        InputError: the character or its animation cannot be read.
    """
    steps = read_sketch(armature_object, scene, read_character(armature_object))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            sketch: Sketch = end.value
            return sketch


def stop() -> None:
    """Drops the reading: the file is changing, undo has replaced its data, or Blender is quitting."""
    _readings.clear()
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)


def _tick() -> float | None:
    if not _readings:
        return None
    reading = _readings[0]
    try:
        reading.pump(BUDGET)
    except InputError as error:
        bpy.context.window_manager.spacetime.error = str(error)
    if reading.is_over:
        _readings.remove(reading)
        return None
    return PERIOD
