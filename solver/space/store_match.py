"""Finds a space in a store, under the names it was stored with."""

import json
from dataclasses import replace
from typing import Any

from ..arrays import Array
from ..errors import InputError
from ..store.clip_store import ClipStore
from ..store.sample_table import DONE, SampleTable
from .dimension import Dimension, Value
from .parameter_space import ParameterSpace


def stored_matches(store: ClipStore, space: ParameterSpace) -> ParameterSpace:
    """The space with the names it has in the store, or unchanged if it is not in the store.

    A space with renamed characters or motions is still the same: solved clips keep their names, and the others are
    named to match.
    """
    table = SampleTable(store, space.name)
    if not table.exists:
        return space
    own = ParameterSpace.from_json(json.loads(table.definition))
    return own if is_same(own, space) else space


def is_same(one: ParameterSpace, other: ParameterSpace) -> bool:
    """Whether two spaces of one name have the same motions, ignoring names of characters and motions."""
    return _unnamed(one) == _unnamed(other)


def table_of(store: ClipStore, space: ParameterSpace) -> SampleTable:
    """The store's table of a space's samples; may not exist in the file yet.

    Raises:
        InputError: the store has a different space of this name.
    """
    table = SampleTable(store, space.name)
    if table.exists and ParameterSpace.from_json(json.loads(table.definition)) != space:
        raise InputError(
            f"the store has another space named '{space.name}'; give this one a name of its own",
            field="space.name",
        )
    return table


def begun(store: ClipStore, space: ParameterSpace, points: Array, *, resume: bool) -> SampleTable:
    """The store's table of a space's samples, created if it is missing.

    Args:
        store: of clips.
        space: named as in the store; see ``stored_matches``.
        points: (K, D) its samples.
        resume: whether to continue a space that the store has already.

    Raises:
        InputError: the space is invalid, the store has it and ``resume`` is false, or the store has a different
            space of this name.
    """
    table = table_of(store, space)
    if not table.exists:
        space.sample(points[0])  # reports errors that all samples share before anything is written
        table.create(json.dumps(space.to_json()), (space.named(point) for point in points))
    elif not resume:
        counts = table.counts()
        n_done = sum(counts[state] for state in DONE)
        raise InputError(
            f"the store has the space '{space.name}', {n_done} of its {len(points)} samples done; expected "
            "--resume to continue, or another name",
            field="space.name",
        )
    table.wait_again()
    return table


def _unnamed(space: ParameterSpace) -> dict[str, Any]:
    """Plain JSON value of a space without names that do not affect its motions."""
    return replace(space, dimensions=tuple(map(_unnamed_dimension, space.dimensions))).to_json()


def _unnamed_dimension(dimension: Dimension) -> Dimension:
    """Labels values by index if they are named after characters, or if there is only one."""
    values = []
    for index, value in enumerate(dimension.values):
        is_free = len(dimension.values) == 1 or value.label == _mover(value)
        values.append(replace(_of_nobody(value), label=str(index)) if is_free else _of_nobody(value))
    return replace(dimension, values=tuple(values))


def _mover(value: Value) -> str:
    character = value.specifiers.character
    return character.name if character is not None else ""


def _of_nobody(value: Value) -> Value:
    specified = value.specifiers
    if specified.character is None:
        return value
    bodies = tuple(replace(body, role="") for body in specified.character.bodies)
    return replace(
        value, specifiers=replace(specified, character=replace(specified.character, name="", bodies=bodies))
    )
