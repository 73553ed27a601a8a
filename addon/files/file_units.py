"""Units of imported files, and another unit for what was imported."""

import bpy
import numpy as np

from ...solver.formats.bvh.unit import ACCLAIM, CENTIMETER, DECIMETER, FOOT, INCH, METER, MILLIMETER
from ..blender.rest_pose import armature_data
from ..blender.units import world_matrix

CUSTOM = "CUSTOM"
LENGTHS = {  # m
    "METERS": METER, "DECIMETERS": DECIMETER, "CENTIMETERS": CENTIMETER, "MILLIMETERS": MILLIMETER, "FEET": FOOT,
    "INCHES": INCH, "ACCLAIM": ACCLAIM,
}  # fmt: skip
UNITS = (
    ("METERS", "Meters", "One unit of the file is 1 m"),
    ("DECIMETERS", "Decimeters", "One unit of the file is 0.1 m"),
    ("CENTIMETERS", "Centimeters", "One unit of the file is 0.01 m"),
    ("MILLIMETERS", "Millimeters", "One unit of the file is 0.001 m"),
    ("FEET", "Feet", "One unit of the file is 0.3048 m"),
    ("INCHES", "Inches", "One unit of the file is 0.0254 m"),
    (
        "ACCLAIM",
        "CMU",
        "One unit of the file is 0.0564 m, as in the motion capture of Carnegie Mellon University",
    ),
)
SAME = 1e-4  # relative difference


def name_of(length: float) -> str:
    """Identifier of a unit [m]."""
    return next((name for name, each in LENGTHS.items() if abs(each - length) < SAME * length), CUSTOM)


def label_of(length: float) -> str:
    """A unit [m] for messages."""
    labels = {
        identifier: label.lower() if identifier != "ACCLAIM" else label for identifier, label, _ in UNITS
    }
    return labels.get(name_of(length), f"{length:.4g} m")


def keep_unit(armature_object: bpy.types.Object, length: float) -> None:
    """Stores the unit [m] with which an armature was imported."""
    stored = armature_object.spacetime
    stored.file_unit_length = length
    stored.file_unit = name_of(length)


def change_unit(armature_object: bpy.types.Object, name: str) -> None:
    """Scales an imported armature about its origin to another unit of its file."""
    stored = armature_object.spacetime
    length = LENGTHS.get(name, stored.file_unit_length)
    if stored.file_unit_length <= 0 or name_of(stored.file_unit_length) == name:
        return
    factor = length / stored.file_unit_length
    armature_object.scale = [factor * each for each in armature_object.scale]
    stored.file_unit_length = length


def height_of(armature_object: bpy.types.Object) -> float:
    """Height of an armature's rest pose [m]."""
    bones, world = armature_data(armature_object).bones, world_matrix(armature_object)
    ends = np.array([end[:] for bone in bones for end in (bone.head_local, bone.tail_local)]).reshape(-1, 3)
    return float(np.ptp(ends @ world[2, :3])) if len(ends) else 0.0
