"""Groups of a character's settings, which must exist in its own file: a library override changes only what exists."""

from collections.abc import Iterator

import bpy
from bpy.types import PropertyGroup


def begin_settings(settings: PropertyGroup) -> None:
    """Creates all groups of settings, as access does."""
    for name in _groups_of(settings):
        begin_settings(getattr(settings, name))


def lacks_groups(settings: PropertyGroup) -> bool:
    """Whether groups of settings are missing, as in files of earlier versions; creates none."""
    return any(
        not settings.is_property_set(name) or lacks_groups(getattr(settings, name))
        for name in _groups_of(settings)
    )


def _groups_of(settings: PropertyGroup) -> Iterator[str]:
    """Names of the groups within a group."""
    for name, part in settings.bl_rna.properties.items():
        if part.type == "POINTER" and isinstance(part.fixed_type, bpy.types.PropertyGroup):
            yield name
