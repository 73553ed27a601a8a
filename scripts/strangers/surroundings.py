"""What surrounds strangers' rigs in their scenes, by name: units, places, parents, constraints, drivers, overrides.

Each is applied before anything of the add-on is pressed; the rig has its source action by then, if it has any. It
returns another object if that is the rig from then on.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from scripts.strangers.families import UNREAL
from scripts.strangers.layers import LAYERS
from scripts.strangers.person import HEIGHT
from scripts.strangers.source_keys import height_of
from scripts.strangers.words import Words

bpy: Any = import_module("bpy")

AT_LAST_FRAME = "at the last frame"  # of the scene, when buttons are pressed

Surround = Callable[[Any, Any], Any]  # of a rig and its scene


def unchanged(rig: Any, scene: Any) -> None:
    """Nothing."""


def unit_scale(length: float, rig: Any, scene: Any) -> None:
    """Blender units of this length [m]."""
    scene.unit_settings.scale_length = length


def imperial(rig: Any, scene: Any) -> None:
    """Feet are shown, meters are meant."""
    scene.unit_settings.system = "IMPERIAL"


def scaled(factor: float, rig: Any, scene: Any) -> None:
    """A scaled object."""
    rig.scale = [factor] * 3


def uneven(rig: Any, scene: Any) -> None:
    """Scales that differ."""
    rig.scale = (1.0, 1.1, 1.0)


def mirrored(rig: Any, scene: Any) -> None:
    """A negative scale."""
    rig.scale = (-1.0, 1.0, 1.0)


def moved(rig: Any, scene: Any) -> None:
    """Far from the origin, on its ground."""
    rig.location = (7.0, -3.0, 0.0)


def rotated(rig: Any, scene: Any) -> None:
    """Facing elsewhere, as by euler angles."""
    rig.rotation_euler = (0.0, 0.0, 1.1)


def laid(rig: Any, scene: Any) -> None:
    """The object turns by 90 degrees what its data has turned back, as with files of other programs."""
    from mathutils import Matrix

    rig.data.transform(Matrix.Rotation(-np.pi / 2, 4, "X"))
    rig.rotation_euler.x = np.pi / 2


def delta(rig: Any, scene: Any) -> None:
    """Moved and turned by delta transforms."""
    rig.delta_location, rig.delta_rotation_euler = (1.0, 2.0, 0.0), (0.0, 0.0, 0.4)


def parented(rig: Any, scene: Any) -> None:
    """Child of an empty that is moved, turned and scaled."""
    parent = _empty("Parent", scene)
    parent.location, parent.rotation_euler, parent.scale = (2.0, 1.0, 0.0), (0.0, 0.0, 0.7), (2.0, 2.0, 2.0)
    rig.parent = parent
    rig.scale = [each / 2 for each in rig.scale]


def parent_moves(rig: Any, scene: Any) -> None:
    """Child of an empty that travels."""
    rig.parent = _empty("Carriage", scene)
    for frame, x in ((scene.frame_start, 0.0), (scene.frame_end, 0.6 * _meter(rig))):
        rig.parent.location.x = x
        rig.parent.keyframe_insert("location", frame=frame)


def object_keys(rig: Any, scene: Any) -> None:
    """The object itself is keyed beside its bones."""
    for frame, y in ((scene.frame_start, 0.0), (scene.frame_end, -0.4 * _meter(rig))):
        rig.location.y = y
        rig.keyframe_insert("location", frame=frame)


def stretched_time(new: int, rig: Any, scene: Any) -> None:
    """Time stretching of the render settings."""
    scene.render.frame_map_old, scene.render.frame_map_new = 100, new


def preview_range(rig: Any, scene: Any) -> None:
    """A preview range in the middle."""
    third = (scene.frame_end - scene.frame_start) // 4
    scene.frame_preview_start, scene.frame_preview_end = scene.frame_start + third, scene.frame_end - third
    scene.use_preview_range = True


def rest_position(rig: Any, scene: Any) -> None:
    """The armature shows its rest pose."""
    rig.data.pose_position = "REST"


def posed(rig: Any, scene: Any) -> None:
    """Bones have a pose that is not keyed."""
    for bone in rig.pose.bones:
        if bone.parent is not None:
            bone.rotation_mode = "XYZ"
            bone.rotation_euler = (0.1, 0.05, -0.1)


def no_inherited_rotation(rig: Any, scene: Any) -> None:
    """The head does not inherit rotation, the hands not scale."""
    for part, bone in _bones(rig).items():
        if part == "head":
            bone.bone.use_inherit_rotation = False
        if part.startswith("hand"):
            bone.bone.inherit_scale = "NONE"


def locked(rig: Any, scene: Any) -> None:
    """All channels are locked."""
    for bone in rig.pose.bones:
        bone.lock_location = bone.lock_rotation = bone.lock_scale = (True, True, True)


def scaled_bones(rig: Any, scene: Any) -> None:
    """Scale is keyed on a bone."""
    bone = _bones(rig)["chest"]
    bone.scale = (1.1, 1.1, 1.1)
    bone.keyframe_insert("scale", frame=scene.frame_start)


def child_of(rig: Any, scene: Any) -> None:
    """The hips are the child of an empty beside the armature."""
    constraint = _bones(rig)["hips"].constraints.new("CHILD_OF")
    constraint.target = _empty("Seat", scene)
    constraint.target.location = (0.02 * _meter(rig), 0.01 * _meter(rig), 0.0)


def child_of_moving(rig: Any, scene: Any) -> None:
    """The hips are the child of an empty that travels."""
    child_of(rig, scene)
    empty = bpy.data.objects["Seat"]
    for frame, y in ((scene.frame_start, 0.0), (scene.frame_end, -0.3 * _meter(rig))):
        empty.location.y = y
        empty.keyframe_insert("location", frame=frame)


def copied_rotation(part: str, influence: float, rig: Any, scene: Any) -> None:
    """A bone copies the rotation of a turned empty."""
    constraint = _bones(rig)[part].constraints.new("COPY_ROTATION")
    constraint.target, constraint.influence = _empty("Guide", scene), influence
    constraint.target.rotation_euler = (0.3, 0.2, 0.5)
    constraint.mix_mode = "ADD"


def limited(part: str, rig: Any, scene: Any) -> None:
    """A bone may not turn."""
    constraint = _bones(rig)[part].constraints.new("LIMIT_ROTATION")
    constraint.use_limit_x = constraint.use_limit_y = constraint.use_limit_z = True
    constraint.owner_space = "LOCAL"


def looking(rig: Any, scene: Any) -> None:
    """The head follows an empty."""
    constraint = _bones(rig)["head"].constraints.new("DAMPED_TRACK")
    constraint.target = _empty("Look", scene)
    constraint.target.location = (1.0 * _meter(rig), -2.0 * _meter(rig), 1.0 * _meter(rig))


def reaching(rig: Any, scene: Any) -> None:
    """The feet reach for empties, as in hand-made rigs."""
    for side in "LR":
        shin, target = _bones(rig)[f"shin.{side}"], _empty(f"Sole.{side}", scene)
        target.location = rig.matrix_world @ shin.bone.tail_local
        constraint = shin.constraints.new("IK")
        constraint.target, constraint.chain_count = target, 2


def driven(part: str, rig: Any, scene: Any) -> None:
    """A bone is turned by a driver that reads the frame."""
    bone = _bones(rig)[part]
    bone.rotation_mode = "XYZ"
    driver = bone.driver_add("rotation_euler", 0).driver
    driver.type, driver.expression = "SCRIPTED", "0.3 + 0.02 * sin(frame)"


def driven_by_bone(rig: Any, scene: Any) -> None:
    """A twisting bone is driven by the hand beside it, as rigs correct their skins."""
    bones = _bones(rig)
    twist, hand = bones["arm_twist.L"], bones["hand.L"]
    twist.rotation_mode = "XYZ"
    driver = twist.driver_add("rotation_euler", 1).driver
    driver.type, driver.expression = "SCRIPTED", "0.5 * turn"
    variable = driver.variables.new()
    variable.name, variable.type = "turn", "TRANSFORMS"
    variable.targets[0].id, variable.targets[0].bone_target = rig, hand.name
    variable.targets[0].transform_type, variable.targets[0].transform_space = "ROT_Y", "LOCAL_SPACE"


def skinned(rig: Any, scene: Any) -> None:
    """A mesh of one triangle per bone follows the bones."""
    mesh, ends = bpy.data.meshes.new("Skin"), []
    for bone in rig.data.bones:
        ends += [bone.head_local, bone.tail_local, bone.head_local + bone.x_axis * bone.length / 5]
    mesh.from_pydata(ends, [], [(i, i + 1, i + 2) for i in range(0, len(ends), 3)])
    skin = bpy.data.objects.new("Skin", mesh)
    scene.collection.objects.link(skin)
    for i, bone in enumerate(rig.data.bones):
        skin.vertex_groups.new(name=bone.name).add([3 * i, 3 * i + 1, 3 * i + 2], 1.0, "REPLACE")
    skin.parent = rig
    skin.modifiers.new("Armature", "ARMATURE").object = rig


def shared_data(rig: Any, scene: Any) -> None:
    """Another object shows the same armature data."""
    twin = rig.copy()
    twin.animation_data_clear()
    twin.location.x += 3.0
    scene.collection.objects.link(twin)


def other_slot(rig: Any, scene: Any) -> None:
    """The action has a slot of somebody else before that of the rig."""
    action = rig.animation_data.action
    empty = _empty("Somebody", scene)
    empty.animation_data_create().action = action
    empty.animation_data.action_slot = action.slots.new(id_type="OBJECT", name="Somebody")
    for frame, z in ((scene.frame_start, 0.0), (scene.frame_end, 5.0)):
        empty.location.z = z
        empty.keyframe_insert("location", frame=frame)


def overridden(rig: Any, scene: Any) -> Any:
    """The rig, with bodies, is linked from another file and overridden, as animators share a character."""
    file, name = str(Path(bpy.app.tempdir, "character.blend")), rig.name
    Words().press("fit", bpy.ops.spacetime.fit_bodies)
    bpy.data.libraries.write(file, {rig})
    bpy.data.objects.remove(rig)
    bpy.data.orphans_purge(do_recursive=True)
    with bpy.data.libraries.load(file, link=True) as (_, here):
        here.objects = [name]
    linked = here.objects[0]
    scene.collection.objects.link(linked)
    return linked.override_hierarchy_create(scene, bpy.context.view_layer)


def _meter(rig: Any) -> float:
    """Blender units to a meter of a person."""
    return float(height_of(rig) * rig.scale[0] / HEIGHT)


def _empty(name: str, scene: Any) -> Any:
    empty = bpy.data.objects.new(name, None)
    scene.collection.objects.link(empty)
    return empty


def _bones(rig: Any) -> dict[str, Any]:
    """Posed bones by part, of a rig with Unreal's names."""
    return {part: rig.pose.bones[name] for part, name in UNREAL.bones().items()}


SURROUNDINGS: dict[str, Surround] = {
    "units of 0.01": partial(unit_scale, 0.01), "units of 0.001": partial(unit_scale, 0.001),
    "units of feet": partial(unit_scale, 0.3048), "units of 10": partial(unit_scale, 10.0), "imperial": imperial,
    "scaled 0.01": partial(scaled, 0.01), "scaled 100": partial(scaled, 100.0), "scaled 0.001": partial(scaled, 0.001),
    "uneven scale": uneven, "mirrored": mirrored, "moved": moved, "rotated": rotated, "laid": laid, "delta": delta,
    "parented": parented, "parent moves": parent_moves, "object keys": object_keys,
    "time doubled": partial(stretched_time, 200), "time halved": partial(stretched_time, 50),
    "preview range": preview_range, "rest position": rest_position, AT_LAST_FRAME: unchanged,
    "posed": posed, "no inherited rotation": no_inherited_rotation, "locked": locked,
    "scaled bone": scaled_bones, "child of": child_of, "child of moving": child_of_moving,
    "copied chest": partial(copied_rotation, "chest", 1.0), "half copied head": partial(copied_rotation, "head", 0.5),
    "copied clavicle": partial(copied_rotation, "clavicle.L", 1.0), "limited forearm": partial(limited, "forearm.L"),
    "limited clavicle": partial(limited, "clavicle.L"), "looking": looking, "reaching": reaching,
    "driven clavicle": partial(driven, "clavicle.L"), "driven forearm": partial(driven, "forearm.L"),
    "driven by bone": driven_by_bone, "skinned": skinned, "shared data": shared_data, "other slot": other_slot,
    "overridden": overridden,
    **LAYERS,
}  # fmt: skip
MODES = ("AXIS_ANGLE", "XYZ", "ZYX")  # of all bones' rotations, which keys are made in
