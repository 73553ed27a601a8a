"""The characters of a space: its own, or each of a collection."""

import bpy

from ...solver.store.sample_table import SampleRow
from .solved_space import SolvedSpace


def armatures_of(collection: bpy.types.Collection | None) -> list[bpy.types.Object]:
    """The characters of a dimension, in the order of its values."""
    return [] if collection is None else [each for each in collection.all_objects if each.type == "ARMATURE"]


def character_in(
    solved: SolvedSpace, owner: bpy.types.Object | None, row: SampleRow
) -> bpy.types.Object | None:
    """Character of a sample: the one that it names, if there are several; else that of the space.

    Args:
        solved: the solved part of the space.
        owner: character of the space; None if it was deleted.
        row: the sample.
    """
    for dimension in solved.space.dimensions:
        if len(dimension.values) > 1 and owner is not None:
            rows = owner.spacetime.space.dimensions
            varied = rows.get(dimension.name)
            characters = armatures_of(varied.collection if varied is not None else None)
            labels = [value.label for value in dimension.values]
            return _called(str(row.parameters[dimension.name]), labels, characters)
    return owner


def _called(label: str, labels: list[str], characters: list[bpy.types.Object]) -> bpy.types.Object | None:
    """The character of that name; one renamed since is found by its index."""
    named = bpy.data.objects.get(label)
    is_known = named is not None or len(characters) != len(labels)
    return named if is_known else characters[labels.index(label)]
