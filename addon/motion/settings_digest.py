"""Whether the panels have changed since a motion was solved."""

import hashlib
from collections.abc import Iterator
from typing import Any

import bpy
from bpy.types import PropertyGroup

from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data
from ..blender.units import meters_per_unit

SETTINGS_DIGEST = "asked"  # key among the settings stored with an action
WITHOUT_EFFECT = {"is_open", "motion_name"}  # without effect on the motion: expanded rows, name of the take
DIGITS = 6  # of numbers in meters and radians


def digest_of(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> str:
    """Digest of all inputs of a motion: settings, goals and their targets, contacts, bodies.

    The artist's keys are not included, because reading them takes too long while panels are drawn.
    """
    armature = armature_data(armature_object)
    bodies = [bone.spacetime for bone in armature.bones if bone.spacetime.is_body]
    values = (
        *_values(armature_object.spacetime.motion),
        *(value for group in (*armature.spacetime.contacts, *bodies) for value in _values(group)),
        tuple(_short(value) for value in (scene.spacetime.ground_height, rate_of(scene), *scene.gravity[:])),
        meters_per_unit(scene),
        scene.use_gravity,
    )
    return hashlib.blake2b(repr(values).encode(), digest_size=8).hexdigest()


def _values(group: PropertyGroup) -> Iterator[object]:
    """All values of a group without class names, which may change between versions."""
    for name, prop in group.bl_rna.properties.items():
        if name == "rna_type" or name in WITHOUT_EFFECT:
            continue
        value: Any = getattr(group, name)
        if prop.type == "COLLECTION":
            yield len(value)
            for each in value:
                yield from _values(each)
        elif isinstance(value, PropertyGroup):
            yield from _values(value)
        elif isinstance(value, bpy.types.Object):
            yield value.name, tuple(_short(number) for row in value.matrix_world for number in row)
        elif isinstance(value, bpy.types.ID):
            yield value.name
        elif isinstance(value, float):
            yield _short(value)
        else:
            yield tuple(map(_short, value)) if getattr(prop, "is_array", False) else value


def _short(value: float) -> float:
    return round(value, DIGITS)
