"""Evaluated objects and poses at other frames, with constraints and drivers."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import bpy
import numpy as np

from ...solver.arrays import Array
from .units import location_of, world_matrix

FRAME_RATE = ("fps", "fps_base", "frame_map_old", "frame_map_new")  # of a scene's render settings


@contextmanager
def visit(scene: bpy.types.Scene, frame: float) -> Iterator[None]:
    """Context in which the scene is at another frame."""
    before = math.floor(scene.frame_current_final)  # subframes of negative frames are negative
    part = scene.frame_current_final - before
    scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
    try:
        yield
    finally:
        scene.frame_set(before, subframe=part)


def places_of(target: bpy.types.Object, scene: bpy.types.Scene, frames: Sequence[int]) -> Array:
    """World positions (F, 3) of an object at frames of the timeline [m].

    They are evaluated in a temporary scene with only the object and its dependencies: the artist's scene would take
    many times as long and lose unkeyed changes. Rigid bodies, however, move only in their own scene.
    """
    if scene.rigidbody_world is not None:
        with visit(scene, frames[0]):
            return _places(scene, frames, lambda: target)
    aside = bpy.data.scenes.new(scene.name)
    for name in FRAME_RATE:
        setattr(aside.render, name, getattr(scene.render, name))
    aside.collection.objects.link(target)

    def evaluated() -> bpy.types.Object:
        depsgraph = aside.view_layers[0].depsgraph
        assert depsgraph is not None
        return target.evaluated_get(depsgraph)

    try:
        return _places(aside, frames, evaluated)
    finally:
        bpy.data.scenes.remove(aside)
        bpy.context.view_layer.update()  # notifies now; later, it would look like an edit


def _places(scene: bpy.types.Scene, frames: Sequence[int], find: Callable[[], bpy.types.Object]) -> Array:
    """World positions of an object at frames, looked up again at each frame."""
    found = []
    for frame in frames:
        scene.frame_set(frame)
        found.append(location_of(find()))
    return np.array(found)


def object_matrices(armature_object: bpy.types.Object, frames: Sequence[float]) -> Array:
    """World matrices (F, 4, 4) [m] of the object at frames of the timeline."""
    found = []
    for frame in frames:
        with visit(armature_object.users_scene[0], frame):
            found.append(world_matrix(armature_object))
    return np.array(found)


def pose_matrices(armature_object: bpy.types.Object, bones: Sequence[str], frames: Sequence[float]) -> Array:
    """Matrices (F, B, 4, 4) of posed bones in armature space at frames of the timeline."""
    found, posed = [], armature_object.pose.bones
    for frame in frames:
        with visit(armature_object.users_scene[0], frame):
            found.append([np.array(posed[bone].matrix, float) for bone in bones])
    return np.array(found)
