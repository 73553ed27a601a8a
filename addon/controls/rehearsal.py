"""A copy of a rig in a separate scene, to test poses without affecting the artist's scene."""

from collections.abc import Collection, Iterable, Mapping

import bpy
import numpy as np
from mathutils import Matrix

from ...solver.arrays import Array
from ..blender.rest_pose import armature_data

MARK = "spacetime_rehearsal"  # custom property of the copy and its scene


class Rehearsal:
    """Poses of the copy, evaluated with constraints and drivers; no bone of it is stretched by inverse kinematics.

    Attributes:
        object: the copy.
        freed: bones posed directly, without their constraints.
    """

    def __init__(self, armature_object: bpy.types.Object, freed: Collection[str] = ()) -> None:
        """Copies an armature's object; bones are shared, but not the pose, constraints and drivers."""
        self._layer_of = bpy.data.scenes.new(MARK)
        self._layer_of[MARK] = True
        copy = armature_object.copy()
        assert copy is not None
        self.object = copy
        self.object[MARK] = True
        self.object.parent = None
        self.object.constraints.clear()
        self.freed = frozenset(freed)
        for name in self.freed:
            for constraint in self.object.pose.bones[name].constraints:
                constraint.mute = True
        if self.object.animation_data is not None:
            self.object.animation_data.action = None
            for track in tuple(self.object.animation_data.nla_tracks):
                self.object.animation_data.nla_tracks.remove(track)
        self._layer_of.collection.objects.link(self.object)
        self._stretch = {bone.name: bone.ik_stretch for bone in copy.pose.bones if bone.ik_stretch > 0}
        for name in self._stretch:
            copy.pose.bones[name].ik_stretch = 0.0

    @property
    def evaluated(self) -> bpy.types.Object:
        """The copy evaluated with constraints and drivers."""
        graph = self._layer_of.view_layers[0].depsgraph
        assert graph is not None  # was evaluated before
        return self.object.evaluated_get(graph)

    @property
    def deforming(self) -> list[str]:
        """Bones that deform."""
        return [bone.name for bone in armature_data(self.object).bones if bone.use_deform]

    def enable_stretching_except(self, names: Iterable[str]) -> tuple[str, ...]:
        """Enables stretching as on the rig, except for given bones; returns those of them that would stretch."""
        kept = tuple(name for name in dict.fromkeys(names) if name in self._stretch)
        for name in self._stretch.keys() - {*kept}:
            self.object.pose.bones[name].ik_stretch = self._stretch[name]
        return kept

    def pose(self, bases: Mapping[str, Array]) -> None:
        """Sets bases (4, 4) of bones and evaluates the copy."""
        bones = self.object.pose.bones
        for name, basis in bases.items():
            bones[name].matrix_basis = Matrix(basis.tolist())
        self.update()

    def update(self) -> None:
        """Evaluates the copy."""
        self.object.update_tag()
        self._layer_of.view_layers[0].update()

    def matrices(self, names: Iterable[str]) -> Array:
        """Poses (B, 4, 4) of bones in armature space."""
        bones = self.evaluated.pose.bones
        return np.array([bones[name].matrix for name in names], float)


def remove_rehearsals() -> None:
    """Removes copies and their scenes, including those of canceled work."""
    for each in [found for found in bpy.data.objects if found.get(MARK)]:
        bpy.data.objects.remove(each)
    for scene in [found for found in bpy.data.scenes if found.get(MARK)]:
        bpy.data.scenes.remove(scene)
