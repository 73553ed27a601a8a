"""Evaluated objects and poses at other frames, with constraints and drivers."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import bpy
import numpy as np

from ...solver.arrays import Array


@contextmanager
def visit(scene: bpy.types.Scene, frame: float) -> Iterator[None]:
    """The scene is at another frame, and back where it was after."""
    before = math.floor(scene.frame_current_final)  # subframes of negative frames are negative
    part = scene.frame_current_final - before
    scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
    try:
        yield
    finally:
        scene.frame_set(before, subframe=part)


def object_matrices(armature_object: bpy.types.Object, frames: Sequence[float]) -> Array:
    """World matrices (F, 4, 4) of the object at frames of the timeline."""
    found = []
    for frame in frames:
        with visit(armature_object.users_scene[0], frame):
            found.append(np.array(armature_object.matrix_world, float))
    return np.array(found)


def pose_matrices(armature_object: bpy.types.Object, bones: Sequence[str], frames: Sequence[float]) -> Array:
    """Matrices (F, B, 4, 4) of posed bones in armature space at frames of the timeline."""
    found, posed = [], armature_object.pose.bones
    for frame in frames:
        with visit(armature_object.users_scene[0], frame):
            found.append([np.array(posed[bone].matrix, float) for bone in bones])
    return np.array(found)
