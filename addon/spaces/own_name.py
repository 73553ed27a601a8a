"""A new name for changed variations, so that solved ones are preserved."""

import re
from dataclasses import replace
from pathlib import Path

from ...solver.space.parameter_space import ParameterSpace
from ...solver.space.store_match import is_same
from .solved_space import SolvedSpace


def with_free_name(solved: SolvedSpace | None, space: ParameterSpace, store: Path) -> ParameterSpace:
    """The space, with the next number appended to its name if the store's loaded variations of that name differ."""
    is_known = solved is not None and (solved.store, solved.space.name) == (store, space.name)
    if solved is None or not is_known or is_same(solved.space, space):
        return space
    numbered = re.fullmatch(r"(.*) (\d+)", space.name)
    name, number = (numbered[1], int(numbered[2])) if numbered else (space.name, 1)
    return replace(space, name=f"{name} {number + 1}")
