"""Evaluated objects and poses at other frames, with constraints and drivers."""

import math
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.errors import InputError
from .units import location_of, world_matrix

FRAME_RATE = ("fps", "fps_base", "frame_map_old", "frame_map_new")  # of a scene's render settings
MARK = "spacetime_playback"  # custom property of a temporary scene


def require_posed(armature_object: bpy.types.Object) -> None:
    """Checks that an armature shows its pose.

    Raises:
        InputError: it is in Rest Position.
    """
    if isinstance(armature_object.data, bpy.types.Armature) and armature_object.data.pose_position == "REST":
        raise InputError(
            f"the armature '{armature_object.name}' is in Rest Position, which hides all motion; switch it to Pose "
            "Position"
        )


def require_shown(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Checks that an armature shows its keys, at their frames.

    Raises:
        InputError: it is in Rest Position, or the scene stretches time.
    """
    require_posed(armature_object)
    old, new = scene.render.frame_map_old, scene.render.frame_map_new
    if old != new:
        raise InputError(
            f"the scene stretches time from {old} to {new} frames, so that keys are not shown at their frames; set "
            "both to the same value (Output > Frame Range > Time Stretching)"
        )


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
    """World positions (F, 3) of an object at frames of the timeline [m], see ``Playback``."""
    with closing(Playback(scene, target)) as playback:
        return np.array([location_of(playback.at(frame)) for frame in frames])


class Playback:
    """An object evaluated at any frame of the timeline, while the artist's scene stays at its own.

    It is evaluated in a temporary scene with only the object and its dependencies: the artist's scene would take
    many times as long and lose unkeyed changes. Rigid bodies, however, move only in their own scene, and drivers
    read its frame only there; then the artist's scene is visited.

    Args:
        scene: of the artist.
        target: an object, in a scene or not.
    """

    def __init__(self, scene: bpy.types.Scene, target: bpy.types.Object) -> None:
        self._target = target
        self._before = (math.floor(scene.frame_current_final), scene.frame_current_final % 1.0)
        self._scene, self._is_aside = scene, scene.rigidbody_world is None and not _reads_a_scene(target)
        if self._is_aside:
            self._scene = bpy.data.scenes.new(scene.name)
            self._scene[MARK] = True
            for name in FRAME_RATE:
                setattr(self._scene.render, name, getattr(scene.render, name))
            self._scene.collection.objects.link(target)

    def at(self, frame: float) -> bpy.types.Object:
        """The object as evaluated at a frame; read it before ``rest`` and the next frame."""
        self._scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
        layer = self._scene.view_layers[0] if self._is_aside else bpy.context.view_layer
        assert layer.depsgraph is not None
        return self._target.evaluated_get(layer.depsgraph)

    def rest(self) -> None:
        """Returns the artist's scene to its frame, before Blender draws it."""
        if not self._is_aside:
            self._scene.frame_set(self._before[0], subframe=self._before[1])

    def close(self) -> None:
        """Removes the temporary scene, or returns the artist's scene to its frame."""
        self.rest()
        if self._is_aside:
            bpy.data.scenes.remove(self._scene)
            bpy.context.view_layer.update()  # notifies now; later, it would look like an edit


def remove_playbacks() -> None:
    """Removes temporary scenes of work that a crash or a saved file has left over."""
    for scene in [each for each in bpy.data.scenes if each.get(MARK)]:
        bpy.data.scenes.remove(scene)


def _reads_a_scene(target: bpy.types.Object) -> bool:
    """Whether a driver of the object reads a property of a scene, such as its frame."""
    owners = filter(None, (target.animation_data, getattr(target.data, "animation_data", None)))
    return any(
        goal.id_type == "SCENE" or variable.type == "CONTEXT_PROP"
        for owner in owners
        for curve in owner.drivers
        for variable in curve.driver.variables
        for goal in variable.targets
    )


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
