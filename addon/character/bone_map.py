"""Bone map of an armature: detected, stored with it, saved as a preset for similar rigs."""

from collections.abc import Sequence
from pathlib import Path

import bpy

from ...solver.character.part_names import SIDES, PartName
from ...solver.errors import InputError
from ...solver.fitting.bone_map import BoneMap, MappedBone
from ...solver.fitting.human_bones import CENTRAL, PAIRED
from ..blender.rest_pose import armature_data
from .kind import keep_kind, recognized
from .own_maps import presets_folder


def detect(armature_object: bpy.types.Object) -> tuple[MappedBone, ...]:
    """Detects the map again, of what the artist wants the rig to be, and stores it with the armature.

    Raises:
        InputError: the armature has no deforming bones, or a preset of the artist's is damaged.
    """
    armature = armature_data(armature_object)
    wanted = armature.spacetime.kind.wanted
    found = recognized(armature_object, wanted)
    keep(armature, found.bones)
    keep_kind(armature_object, found, wanted)
    return found.bones


def keep(armature: bpy.types.Armature, lines: Sequence[MappedBone]) -> None:
    """Replaces the armature's map, in the order trunk, left side, right side."""
    bone_map = armature.spacetime.bone_map
    bone_map.clear()
    order = {side: index for index, side in enumerate(SIDES, start=1)}
    for line in sorted(lines, key=lambda line: order.get(PartName.of(line.part).side, 0)):
        entry = bone_map.add()
        entry.name, entry.bone = line.part, line.bone
        entry.confidence = line.confidence


def list_human_parts(armature: bpy.types.Armature) -> None:
    """Adds an empty line for each part of a human that the map lacks."""
    listed = {entry.name for entry in armature.spacetime.bone_map}
    paired = [f"{part}.{side}" for side in SIDES for part in (*PAIRED, "hand", "toe")]
    for part in (*CENTRAL, "crown", *paired):
        if part not in listed:
            armature.spacetime.bone_map.add().name = part


def mapped_parts(armature: bpy.types.Armature) -> dict[str, str]:
    """Bones by part, of rows that name a bone.

    Raises:
        InputError: a row names a missing bone, or a bone is named twice.
    """
    parts: dict[str, str] = {}
    for entry in armature.spacetime.bone_map:
        if not entry.bone:
            continue
        if entry.bone not in armature.bones:
            raise InputError(
                f"the bone map's '{entry.name}' is '{entry.bone}', which does not exist; choose another "
                "or press Detect Bones"
            )
        if entry.bone in parts.values():
            raise InputError(f"the bone map names '{entry.bone}' twice; clear one of its lines")
        parts[entry.name] = entry.bone
    return parts


def save_preset(armature: bpy.types.Armature, name: str) -> Path:
    """Writes the armature's map to the folder of Blender's presets.

    Raises:
        InputError: the name or the map is empty.
    """
    parts = {part: (bone,) for part, bone in mapped_parts(armature).items()}
    plain = bpy.path.clean_name(name.strip()).strip("_")
    if not plain or not parts:
        raise InputError(
            "the preset has no name; enter one"
            if parts
            else "there is no bone map to save; press Detect Bones first"
        )
    folder = presets_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{plain}.json"
    BoneMap(name.strip(), parts).save(path)
    return path


def load_preset(armature_object: bpy.types.Object, path: Path) -> tuple[MappedBone, ...]:
    """Replaces the armature's map with the matches of a preset.

    Raises:
        InputError: the file is not a bone map, or none of its bones exists.
    """
    kind = BoneMap.load(path)
    found = kind.match(armature_data(armature_object).bones.keys())
    if not found:
        raise InputError(
            f"none of the bones of '{kind.name}' is in '{armature_object.name}'; press Detect Bones"
        )
    keep(armature_data(armature_object), found)
    return found
