"""Gravity of a scene."""

import bpy

from ...solver.arrays import Vector3
from .vectors import vector


def gravity_of(scene: bpy.types.Scene) -> Vector3:
    """World [m/s^2]; zero if it is disabled in the scene."""
    return vector(scene.gravity[:]) if scene.use_gravity else (0.0, 0.0, 0.0)
