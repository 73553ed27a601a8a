"""A curve object as a path on the ground."""

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.errors import InputError
from .units import world_matrix


def ground_path(curve_object: bpy.types.Object) -> Array:
    """Points (K, 2) along the displayed polyline of a curve of any type, seen from above, world [m].

    A cyclic curve ends where it begins. Bevel, extrusion and modifiers are ignored.

    Raises:
        InputError: it is not a single spline.
    """
    assert isinstance(curve_object.data, bpy.types.Curve)
    lines = len(curve_object.data.splines)
    if lines != 1:
        raise InputError(f"the curve '{curve_object.name}' has {lines} lines; expected a single one")
    bare, line = curve_object.copy(), curve_object.data.copy()
    assert bare is not None
    assert line is not None
    bare.data = line
    line.bevel_depth = line.extrude = line.offset = 0.0
    line.bevel_object, line.bevel_mode, line.dimensions = None, "ROUND", "3D"
    bare.modifiers.clear()
    try:
        mesh = bare.to_mesh()
        vertices = mesh.vertices if mesh is not None else ()
        places = np.array([vertex.co[:] for vertex in vertices]).reshape(-1, 3)
        bare.to_mesh_clear()
    finally:
        bpy.data.objects.remove(bare)
        bpy.data.curves.remove(line)
    if len(places) < 2:
        raise InputError(f"the curve '{curve_object.name}' has no length; expected two points or more")
    if curve_object.data.splines[0].use_cyclic_u:
        places = np.vstack([places, places[:1]])
    world = world_matrix(curve_object)
    return np.asarray((places @ world[:3, :3].T + world[:3, 3])[:, :2])
