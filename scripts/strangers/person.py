"""A person's armature in a T-pose, of any family of names, size and asymmetry."""

from importlib import import_module
from typing import Any

import numpy as np

from scripts.strangers.families import Family

bpy: Any = import_module("bpy")

HEIGHT = 1.75  # m
# Part: its parent, where it begins and ends [m], on the left for parts with two sides. The person faces -Y.
PARTS: dict[str, tuple[str, tuple[float, float, float], tuple[float, float, float]]] = {
    "root": ("", (0, 0, 0.94), (0, 0, 0.98)), "hips": ("", (0, 0, 0.96), (0, 0.005, 1.06)),
    "buttock": ("hips", (0.0, 0.0, 0.95), (0.09, 0.0, 0.92)), "waist": ("hips", (0, 0.005, 1.06), (0, 0, 1.19)),
    "belly": ("waist", (0, 0, 1.19), (0, 0.01, 1.3)), "chest": ("belly", (0, 0.01, 1.3), (0, 0.02, 1.46)),
    "neck": ("chest", (0, 0.02, 1.46), (0, 0, 1.55)), "head": ("neck", (0, 0, 1.55), (0, -0.01, HEIGHT)),
    "jaw": ("head", (0, -0.02, 1.6), (0, -0.1, 1.57)),
    "clavicle": ("chest", (0.02, 0, 1.42), (0.16, 0.01, 1.43)),
    "upper_arm": ("clavicle", (0.16, 0.01, 1.43), (0.44, 0.015, 1.42)),
    "forearm": ("upper_arm", (0.44, 0.015, 1.42), (0.69, 0, 1.42)),
    "hand": ("forearm", (0.69, 0, 1.42), (0.79, 0, 1.41)),
    "arm_twist": ("forearm", (0.57, 0.007, 1.42), (0.66, 0, 1.42)),
    "finger": ("hand", (0.79, 0, 1.41), (0.87, 0, 1.4)),
    "thigh": ("hips", (0.09, 0, 0.92), (0.09, -0.015, 0.49)), "leg_twist": ("thigh", (0.09, 0, 0.7), (0.09, 0, 0.6)),
    "shin": ("thigh", (0.09, -0.015, 0.49), (0.09, 0.01, 0.08)),
    "foot": ("shin", (0.09, 0.01, 0.08), (0.09, -0.12, 0.01)),
    "metatarsal": ("foot", (0.09, -0.03, 0.05), (0.09, -0.12, 0.01)),
    "toe": ("foot", (0.09, -0.12, 0.01), (0.09, -0.19, 0.0)),
}  # fmt: skip


def build_person(family: Family, *, size: float = 1.0, asymmetry: float = 0.0, sideways: bool = False) -> Any:
    """Adds the armature to the scene and makes it active.

    Args:
        family: names of its bones.
        size: Blender units per meter.
        asymmetry: by how much bones of the left are away from the mirror plane's image of the right [m].
        sideways: whether bones do not point along the limbs, as importers of other programs leave them.
    """
    data = bpy.data.armatures.new("Stranger")
    rig = bpy.data.objects.new("Stranger", data)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bones, random = family.bones(), np.random.default_rng(7)
    made: dict[str, Any] = {}
    for part, name in sorted(bones.items(), key=lambda item: [*PARTS].index(item[0].partition(".")[0])):
        bare, _, side = part.partition(".")
        parent, *ends = PARTS[bare]
        flip = np.array([-1.0 if side == "R" else 1.0, 1.0, 1.0])
        off = asymmetry * random.uniform(-1, 1, 3) * (side == "L")
        head, tail = (size * (flip * np.array(end) + off) for end in ends)
        if sideways:
            tail = head + (tail - head)[[2, 0, 1]]
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = head.tolist(), tail.tolist()
        bone.parent = _parent(family, made, bare, side, parent)
        made[part] = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def _parent(family: Family, made: dict[str, Any], part: str, side: str, usual: str) -> Any:
    """The nearest carrier that the family has a bone for."""
    above = family.parents.get(part, usual)
    while above and above not in made and f"{above}.{side}" not in made:
        above = family.parents.get(above, PARTS[above][0])
    return made.get(f"{above}.{side}") or made.get(above)
