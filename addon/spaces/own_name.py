"""A name for variations of which something was changed, so that those that are solved stay."""

import re
from dataclasses import replace
from pathlib import Path

from ...solver.space.parameter_space import ParameterSpace
from ...solver.space.store_match import is_same
from .solved_space import SolvedSpace


def beside(solved: SolvedSpace | None, space: ParameterSpace, store: Path) -> ParameterSpace:
    """The same, with the next number at the end of its name if others are solved under that name.

    Args:
        solved: what is known of the character's variations.
        space: to solve.
        store: file that they go to.
    """
    is_known = solved is not None and (solved.store, solved.space.name) == (store, space.name)
    if solved is None or not is_known or is_same(solved.space, space):
        return space
    numbered = re.fullmatch(r"(.*) (\d+)", space.name)
    name, number = (numbered[1], int(numbered[2])) if numbered else (space.name, 1)
    return replace(space, name=f"{name} {number + 1}")
