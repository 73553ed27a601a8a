"""Input of an export by a second Blender: a file for the character, and one for each motion.

Blender writes a file in one blocking call, so large data is split into several files.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy

from ...solver.errors import InputError
from ..runtime.event_loop import Operators


def write_character(operators: Operators, names: Iterable[str], file: Path) -> None:
    """Writes objects in their current state with all their dependencies, except takes.

    Texts that run when the file is opened are included, because they may define functions of drivers.

    Raises:
        InputError: an object was removed, or the file cannot be written.
    """
    operators.ed.flush_edits()  # writes sculpted changes to the mesh
    found = {name: bpy.data.objects.get(name) for name in names}
    gone = [name for name, each in found.items() if each is None]
    if gone:
        raise InputError(f"the object '{gone[0]}' was removed before it could be written")
    with _nothing_of_ours():
        _write(file, {*found.values(), *(text for text in bpy.data.texts if text.use_module)})


def write_take(action: bpy.types.Action, file: Path) -> None:
    """Writes one motion.

    Raises:
        InputError: the file cannot be written.
    """
    _write(file, {action})


def _write(file: Path, blocks: set[Any]) -> None:
    try:
        bpy.data.libraries.write(str(file), blocks, path_remap="ABSOLUTE")
    except (OSError, RuntimeError) as error:
        raise InputError(
            f"the data for the second Blender could not be written to '{file}': {str(error).strip()}"
        ) from error


@contextmanager
def _nothing_of_ours() -> Iterator[None]:
    """Context without references to takes, ghosts and goal targets, which would be written too."""
    owners = [*bpy.data.armatures, *(each for each in bpy.data.objects if each.type == "ARMATURE")]
    own = [each for each in owners if each.library is None]  # linked data is not written
    held = [found for each in own for found in _references(each.spacetime)]
    try:
        for group, name, _ in held:
            setattr(group, name, None)
        yield
    finally:
        for group, name, block in held:
            setattr(group, name, block)


def _references(
    group: bpy.types.PropertyGroup,
) -> Iterator[tuple[bpy.types.PropertyGroup, str, bpy.types.ID]]:
    """References to other data in a property group and its subgroups."""
    for name in type(group).__annotations__:
        kind = group.bl_rna.properties[name].type
        if kind == "COLLECTION":
            for each in getattr(group, name):
                yield from _references(each)
        elif kind == "POINTER":
            value = getattr(group, name)
            if isinstance(value, bpy.types.PropertyGroup):
                yield from _references(value)
            elif value is not None:
                yield group, name, value
