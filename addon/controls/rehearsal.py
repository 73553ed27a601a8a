"""A copy of a rig in a scene of its own, on which poses are tried while the artist sees and loses nothing."""

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
        freed: bones that are posed themselves, without their constraints.
    """

    def __init__(self, armature_object: bpy.types.Object, freed: Collection[str] = ()) -> None:
        """Copies an armature's object; its bones are shared, its pose, constraints and drivers are the copy's own."""
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
        """The copy with what constraints and drivers make of it."""
        graph = self._layer_of.view_layers[0].depsgraph
        assert graph is not None  # it has been evaluated
        return self.object.evaluated_get(graph)

    @property
    def deforming(self) -> list[str]:
        """Bones that deform."""
        return [bone.name for bone in armature_data(self.object).bones if bone.use_deform]

    def let_others_stretch(self, names: Iterable[str]) -> tuple[str, ...]:
        """Lets all bones but some stretch as they do on the rig; gives those of the others that would."""
        kept = tuple(name for name in dict.fromkeys(names) if name in self._stretch)
        for name in self._stretch.keys() - {*kept}:
            self.object.pose.bones[name].ik_stretch = self._stretch[name]
        return kept

    def pose(self, bases: Mapping[str, Array]) -> None:
        """Puts bones to bases (4, 4) and evaluates the copy."""
        bones = self.object.pose.bones
        for name, basis in bases.items():
            bones[name].matrix_basis = Matrix(basis.tolist())
        self.update()

    def update(self) -> None:
        """Evaluates the copy as it is."""
        self.object.update_tag()
        self._layer_of.view_layers[0].update()

    def matrices(self, names: Iterable[str]) -> Array:
        """Poses (B, 4, 4) of bones in armature space."""
        bones = self.evaluated.pose.bones
        return np.array([bones[name].matrix for name in names], float)


def remove_rehearsals() -> None:
    """Removes copies and their scenes, also those of work that was dropped."""
    for each in [found for found in bpy.data.objects if found.get(MARK)]:
        bpy.data.objects.remove(each)
    for scene in [found for found in bpy.data.scenes if found.get(MARK)]:
        bpy.data.scenes.remove(scene)
