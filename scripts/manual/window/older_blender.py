"""What a Blender older than 4.2 lacks of what the add-on calls, so that its window can show our panels.

Only the pictures of the manual use this: the add-on itself asks for Blender 4.2. Debian's Blender is 3.4, and there is
no newer one with a window to be had from a package registry. Each stand-in does as little as a picture needs, and gives
way where Blender has the real thing.
"""

from types import SimpleNamespace
from typing import Any

import bpy


class SPACETIME_PG_collection_stand_in(bpy.types.PropertyGroup):  # noqa: N801  Blender's rule for names
    """A bone collection, as rows of a search field."""


def supply() -> None:
    """Adds what is missing, before the add-on registers."""
    utils: Any = bpy.utils
    types: Any = bpy.types
    if not hasattr(utils, "register_cli_command"):  # 4.2: `blender --command spacetime`
        utils.register_cli_command = utils.unregister_cli_command = _no_command
    if "session_uid" not in types.ID.bl_rna.properties:  # 4.1: a number per data block
        types.ID.session_uid = property(_number)
    if "color" not in types.PoseBone.bl_rna.properties:  # 4.0: colours of single bones
        types.PoseBone.color = property(_no_colour)
    if "collections" not in types.Armature.bl_rna.properties:  # 4.0: bone collections
        bpy.utils.register_class(SPACETIME_PG_collection_stand_in)
        rows: Any = bpy.props.CollectionProperty(type=SPACETIME_PG_collection_stand_in)
        types.Armature.collections_all = rows
        types.Bone.collections = property(_no_collections)


def _no_command(*_: object) -> None:
    """A window is not started by a command."""


def _number(block: bpy.types.ID) -> int:
    return int(block.as_pointer())


def _no_colour(_bone: bpy.types.PoseBone) -> SimpleNamespace:
    return SimpleNamespace()


def _no_collections(_bone: bpy.types.Bone) -> tuple[()]:
    return ()
