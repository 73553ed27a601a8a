"""Rigs of the table by name: people of all families, animals, a lamp, and control rigs."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from scripts.strangers.families import FAMILIES, UNREAL
from scripts.strangers.person import build_person

bpy: Any = import_module("bpy")
controls: Any = import_module("tests.addon.control_rigs")
rigs: Any = import_module("tests.addon.rigs")

LAMP = ("base", "lower", "upper", "shade")
PLACES = ((0, 0, 0), (0, 0, 0.12), (0.12, 0, 0.45), (-0.02, 0, 0.75), (0.16, 0, 0.7))  # m; ends of its bones


def build_lamp(*, size: float = 1.0) -> Any:
    """A desk lamp of four bones, end to end."""
    data = bpy.data.armatures.new("Lamp")
    rig = bpy.data.objects.new("Lamp", data)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    above = None
    for name, head, tail in zip(LAMP, PLACES, PLACES[1:], strict=False):
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = ([size * x for x in end] for end in (head, tail))
        bone.parent, above = above, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def _control_rig(build: Callable[[], Any]) -> Any:
    build()
    return bpy.context.object


RIGS: dict[str, Callable[[], Any]] = {
    name: partial(build_person, family) for name, family in FAMILIES.items()
}
RIGS |= {
    f"size {size:g}": partial(build_person, UNREAL, size=size) for size in (0.01, 0.1, 10, 39.37, 100, 1000)
}
RIGS |= {"size 3.2808": partial(build_person, UNREAL, size=1 / 0.3048)}
RIGS |= {
    f"off by {1000 * off:g} mm": partial(build_person, UNREAL, asymmetry=off)
    for off in (5e-7, 1e-5, 1e-4, 1e-3, 5e-3, 0.0175)
}
RIGS |= {"sideways": partial(build_person, UNREAL, sideways=True)}
RIGS |= {kind: partial(rigs.metarig, kind) for kind in ("basic_human", "wolf", "horse", "cat", "bird")}
RIGS |= {"lamp": build_lamp, "lamp of 100": partial(build_lamp, size=100)}
RIGS |= {
    "hand-made controls": partial(_control_rig, controls.hand_made),
    "hand-made controls with toes": partial(_control_rig, partial(controls.hand_made, toes=True)),
    "stretched controls": partial(_control_rig, controls.stretched),
    "generated human": partial(_control_rig, partial(rigs.generated, "basic_human")),
    "generated cat": partial(_control_rig, partial(rigs.generated, "cat")),
}  # generated ones are kept in a file for the next set-up
