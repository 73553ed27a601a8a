"""Bone maps as presets: the artist's own and those of the add-on."""

from pathlib import Path

import bpy

from ...solver.errors import InputError
from ...solver.fitting.bone_map import SHIPPED, BoneMap

PRESETS = Path("presets", "spacetime_animator", "bone_maps")


def presets_folder() -> Path:
    """Folder of the artist's bone maps, among Blender's presets."""
    return Path(bpy.utils.user_resource("SCRIPTS")) / PRESETS


def preset_files() -> list[Path]:
    """The artist's bone maps, then those of the add-on."""
    own = sorted(presets_folder().glob("*.json")) if presets_folder().is_dir() else []
    return [*own, *sorted(SHIPPED.glob("*.json"))]


def preset_name(path: Path) -> str:
    """Name of a preset, or its file name if it is damaged."""
    try:
        return BoneMap.load(path).name
    except InputError:  # loading it reports the error
        return path.stem


def own_maps() -> list[BoneMap]:
    """The artist's bone maps.

    Raises:
        InputError: one of their files is damaged.
    """
    return [BoneMap.load(path) for path in preset_files() if path.parent != SHIPPED]
