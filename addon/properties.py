"""All property groups, and the Blender data types that hold them."""

from collections.abc import Iterator
from typing import Final

import bpy
from bpy.props import CollectionProperty, PointerProperty
from bpy.types import PropertyGroup

from .character.properties import SPACETIME_PG_bone, SPACETIME_PG_character
from .object_properties import SPACETIME_PG_object
from .scene_properties import SPACETIME_PG_scene
from .solve.properties import SPACETIME_PG_run

POINTERS = (
    (bpy.types.Bone, SPACETIME_PG_bone),
    (bpy.types.Armature, SPACETIME_PG_character),
    (bpy.types.Object, SPACETIME_PG_object),
    (bpy.types.Scene, SPACETIME_PG_scene),
    (bpy.types.WindowManager, SPACETIME_PG_run),
)


def _with_parts(group: type[PropertyGroup]) -> Iterator[type[PropertyGroup]]:
    """The groups that a group contains, each after its own parts, and then the group itself."""
    for declared in group.__annotations__.values():
        part = declared.keywords.get("type")
        if part is not None and issubclass(part, PropertyGroup):
            yield from _with_parts(part)
    yield group


OVERRIDABLE: Final = "LIBRARY_OVERRIDABLE"
CLASSES = tuple(dict.fromkeys(each for _, group in POINTERS for each in _with_parts(group)))


def register() -> None:
    """Adds ``spacetime`` to bones, armatures, objects, scenes and the window manager."""
    for cls in CLASSES:
        _allow_overrides(cls)
        bpy.utils.register_class(cls)
    for owner, group in POINTERS:
        owner.spacetime = PointerProperty(
            type=group, name="Spacetime", description=group.__doc__ or "", override={OVERRIDABLE}
        )


def _allow_overrides(group: type[PropertyGroup]) -> None:
    """Lets library overrides of a linked character have settings, goals and takes of their own."""
    for declared in group.__annotations__.values():
        grows = declared.function is CollectionProperty
        declared.keywords["override"] = {OVERRIDABLE, "USE_INSERTION"} if grows else {OVERRIDABLE}


def unregister() -> None:
    """Removes them and unregisters the groups."""
    for owner, _group in reversed(POINTERS):
        del owner.spacetime
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
