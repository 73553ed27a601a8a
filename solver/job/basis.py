"""Representation of coordinates: a value at every frame, or splines with few knots."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import ClassVar

import numpy as np

from ..mechanics.tree import Tree
from ..number_range import above


@dataclass(frozen=True)
class PerFrame:
    """Every coordinate has an independent value at every frame."""

    kind: ClassVar[str] = "per_frame"


@dataclass(frozen=True)
class Spline:
    """Cubic B-splines (Cohen 1992, section 3.3), with knots inserted where the motion needs them (section 4.2).

    Attributes:
        knots_per_second: of each curve before the first insertion.
        dofs: pattern of the degrees of freedom that become curves, such as "*" or "arm*".
        refine: number of times that knots are inserted and the motion is solved again.
    """

    kind: ClassVar[str] = "spline"
    knots_per_second: float = field(default=8.0, metadata=above(0, 1e3))
    dofs: str = "*"
    refine: int = 1


Basis = PerFrame | Spline
PER_FRAME = PerFrame()


def curve_dofs(basis: Spline, tree: Tree, *, is_cyclic: bool) -> list[int]:
    """Indices of the degrees of freedom that become splines: those with muscles, except roots of a cycle.

    Roots travel with the transform of the cycle, so their values are not periodic.
    """
    returns = (tree.parent[tree.body] >= 0) | (not is_cyclic)
    return [
        i
        for i in np.flatnonzero((tree.effort_limit > 0) & returns).tolist()
        if fnmatchcase(tree.names[i], basis.dofs)
    ]
