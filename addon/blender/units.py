"""Lengths of Blender and meters: the scene's unit scale, the only conversion between them.

Blender's numbers are in units of the scene, whose *Unit Scale* is the length of one in meters: at 0.01, a field shows
175 units as 1.75 m. Arrays of the scene, and jobs, are in SI units. Speeds convert as lengths do.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import bpy
import numpy as np

from ...solver.arrays import Array

HAS_TRANSFORMS = bpy.app.version >= (5, 0)  # properties whose stored value differs from the shown one
Length = TypeVar("Length", float, Array)


def meters_per_unit(scene: bpy.types.Scene | None = None) -> float:
    """Length of a unit of a scene, by default the current one [m]; 1 without a unit system, as in Blender's fields."""
    scene = scene or bpy.context.scene
    assert scene is not None
    settings = scene.unit_settings
    return 1.0 if settings.system == "NONE" else _short(settings.scale_length)


def in_meters(values: Length) -> Length:
    """Lengths or speeds of the scene as [m] or [m/s]."""
    return values * meters_per_unit()


def in_units(values: Length) -> Length:
    """Lengths [m] or speeds [m/s] as those of the scene."""
    return values / meters_per_unit()


def location_of(shown: bpy.types.Object) -> Array:
    """Location (3,) of an object, world [m]."""
    return world_matrix(shown)[:3, 3]


def world_matrix(shown: bpy.types.Object) -> Array:
    """Transform (4, 4) from an object's space, in units of the scene, to the world [m]."""
    moved: Array = from_units() @ np.array(shown.matrix_world, float)
    return moved


def from_units() -> Array:
    """Transform (4, 4) from Blender's world to one in meters."""
    unit = meters_per_unit()
    return np.diag([unit, unit, unit, 1.0])


def in_kilograms(mass: float) -> float:
    """A mass of the scene as [kg]; its unit is that of a cubic unit of length, as in Blender's fields."""
    return mass * meters_per_unit() ** 3


def in_units_of_mass(mass: float) -> float:
    """A mass [kg] as one of the scene."""
    return mass / meters_per_unit() ** 3


def meters(name: str, *, default: float = 0.0, least: float | None = None) -> dict[str, Any]:
    """Arguments of a property that stores meters or m/s, and shows and returns units of the scene.

    So its default and minimum are the same length in every scene.

    Args:
        name: of the property.
        default: [m or m/s].
        least: minimum [m or m/s].
    """
    return _stored_in_si(name, default, least, in_units, in_meters)


def kilograms(name: str, *, default: float, least: float) -> dict[str, Any]:
    """Likewise, of a property that stores kilograms."""
    return _stored_in_si(name, default, least, in_units_of_mass, in_kilograms)


def _stored_in_si(
    name: str,
    default: float,
    least: float | None,
    show: Callable[[float], float],
    store: Callable[[float], float],
) -> dict[str, Any]:
    def bounded(value: float) -> float:
        return store(value) if least is None else max(store(value), least)

    limits: dict[str, Any] = {} if least is None else {"min": min(least, 0.0)}
    callbacks: dict[str, Callable[..., Any]] = (
        {
            "get_transform": lambda _group, stored, _is_set: show(stored),
            "set_transform": lambda _group, value, _stored, _is_set: bounded(value),
        }
        if HAS_TRANSFORMS
        else {
            "get": lambda group: show(float(group.get(name, default))),
            "set": lambda group, value: group.__setitem__(name, bounded(value)),
        }
    )
    return {"default": default, **limits, **callbacks}


def _short(scale: float) -> float:
    """The typed number, which Blender stores in single precision: 0.3048, not 0.30480000376701355."""
    return float(f"{scale:.7g}")
