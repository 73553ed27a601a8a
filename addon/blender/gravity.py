"""Gravity of a scene."""

import bpy
import numpy as np

from ...solver.arrays import Array, Vector3
from .units import meters_per_unit
from .vectors import vector

EARTH = 9.81  # strength in a new scene of Blender, whatever its unit
SAME = 1e-3  # of it


def gravity_of(scene: bpy.types.Scene) -> Vector3:
    """World [m/s^2]; zero if it is disabled in the scene.

    It is in units of the scene, except at the strength that every new scene has: whoever changes the unit of a scene
    leaves that number, and means no other planet.
    """
    if not scene.use_gravity:
        return 0.0, 0.0, 0.0
    given: Array = np.array(scene.gravity[:], float)
    is_untouched = abs(np.linalg.norm(given) - EARTH) < SAME * EARTH
    return vector(given if is_untouched else given * meters_per_unit(scene))
