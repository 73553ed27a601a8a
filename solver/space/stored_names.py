"""Names of the samples in a clip store."""

import json

from ..store.clip_store import ClipStore
from ..store.sample_table import SOLVED, SampleTable, space_names
from .parameter_space import ParameterSpace
from .sample_name import SampleName


def stored_names(store: ClipStore) -> dict[str, SampleName | None]:
    """Names of all clips; in parts, those of solved samples.

    Raises:
        InputError: a space in the store is damaged.
    """
    found: dict[str, SampleName | None] = dict.fromkeys(store.names())
    for name in space_names(store):
        table = SampleTable(store, name)
        space = ParameterSpace.from_json(json.loads(table.definition))
        for row in table.rows([SOLVED]):
            if row.name in found:
                found[row.name] = space.sample_name(space.point(row.parameters, field=row.name))
    return found
