"""Detects dimensions that were added and discarded: a space does not change, ``add_dimension`` returns a larger one."""

import weakref
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import InputError
from .dimension import Dimension

PLACE = "_addition"  # attribute that a dimension has besides its fields; not part of its value


@dataclass(eq=False)
class Addition:
    """Use of a dimension that was added to a space.

    Attributes:
        name: of the dimension.
        is_used: whether a space that has it was sampled, saved or extended.
        is_gone: whether no space has it any more.
    """

    name: str
    is_used: bool = False
    is_gone: bool = False

    def go(self) -> None:
        """The last space that had the dimension is gone."""
        self.is_gone = True


def addition(dimension: Dimension) -> Addition:
    """Watches a dimension that has just been made for a space."""
    watched = Addition(dimension.name)
    dimension.__dict__[PLACE] = watched
    weakref.finalize(dimension, watched.go).atexit = False
    return watched


def use(dimensions: Iterable[Dimension]) -> None:
    """Marks dimensions as used, so that their space may be discarded."""
    for dimension in dimensions:
        if PLACE in dimension.__dict__:
            dimension.__dict__[PLACE].is_used = True


def require_kept(additions: Iterable[Addition]) -> None:
    """Refuses a space whose extended copy was discarded unused.

    Raises:
        InputError: naming the dimension.
    """
    for each in additions:
        if each.is_gone and not each.is_used:
            raise InputError(
                f"the dimension '{each.name}' was added and not kept; add_dimension gives a larger space and leaves "
                "this one as it is, so write space = space.add_dimension(...)",
                field="space.dimensions",
            )
