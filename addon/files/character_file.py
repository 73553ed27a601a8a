"""Input of an export by a second Blender: the character in one file, each of its motions in another.

Blender writes a file in one call that no add-on can break up, so that what is large is kept apart.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy

from ...solver.errors import InputError
from ..runtime.event_loop import Operators


def write_character(operators: Operators, names: Iterable[str], file: Path) -> None:
    """Writes objects and all that moves or shapes them, as they are now; their takes stay out.

    Texts that Blender runs as it opens the file come along: they may define what drivers call.

    Args:
        operators: of Blender.
        names: of the objects.
        file: to write.

    Raises:
        InputError: an object is gone, or the file cannot be written.
    """
    operators.ed.flush_edits()  # what is being sculpted is in its mesh only then
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
    """Characters refer to no take, ghost or target of a goal, all of which would be written too; put back after."""
    owners = [*bpy.data.armatures, *(each for each in bpy.data.objects if each.type == "ARMATURE")]
    own = [each for each in owners if each.library is None]  # another file's are not written with it
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
    """Where a group of ours, or one in it, names other data, and which."""
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
