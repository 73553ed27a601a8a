"""A skeleton and its poses, as BVH files store them."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array

MOVES = 1e-4  # m by which a joint moves from its place on its parent
SAFE = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, eq=False)
class BvhSkeleton:
    """Joints in any pose, in world space [m], Z up.

    Attributes:
        names: (J,) of the joints, each after its parent.
        parents: (J,) indices; -1 for a root.
        rest: (J, 3) joints in the rest pose.
        tips: (J, 3) where a joint without children ends, in the rest pose.
        positions: (N, J, 3) joints.
        turns: (N, J, 3, 3) rotations since the rest pose.
        step: between frames [s].
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    rest: Array
    tips: Array
    positions: Array
    turns: Array
    step: float

    @property
    def offsets(self) -> Array:
        """(J, 3) from each parent's joint in the rest pose; for a root, its place."""
        return self.rest - self._of_parents(self.rest[None])[0]

    @property
    def local_turns(self) -> Array:
        """(N, J, 3, 3) in the parents' frames."""
        return np.swapaxes(self._parent_turns, -1, -2) @ self.turns

    @property
    def local_positions(self) -> Array:
        """(N, J, 3) from each parent's joint, in its frame; for a root, its place."""
        apart = self.positions - self._of_parents(self.positions)
        return np.einsum("tjki,tjk->tji", self._parent_turns, apart)

    @property
    def roots(self) -> list[int]:
        """Joints without a parent."""
        return [j for j, parent in enumerate(self.parents) if parent < 0]

    def children(self, joint: int) -> list[int]:
        """Joints on a joint, in order."""
        return [j for j, parent in enumerate(self.parents) if parent == joint]

    def moving(self) -> dict[int, float]:
        """Joints that move from their places on their parents, and how far [m]."""
        far = np.linalg.norm(self.local_positions - self.offsets, axis=-1).max(0)
        return {j: float(far[j]) for j, parent in enumerate(self.parents) if parent >= 0 and far[j] > MOVES}

    @property
    def _parent_turns(self) -> Array:
        above = self.turns[:, np.maximum(self.parents, 0)]
        above[:, self.roots] = np.eye(3)
        return above

    def _of_parents(self, values: Array) -> Array:
        """Values (N, J, 3) of the parents; 0 for roots."""
        above = values[:, np.maximum(self.parents, 0)]
        above[:, self.roots] = 0.0
        return above


def unbroken_names(names: Sequence[str]) -> list[str]:
    """Unique names without spaces and braces, which would break the file."""
    return _unique("_".join(name.replace("{", " ").replace("}", " ").split()) for name in names)


def plain_names(names: Sequence[str]) -> list[str]:
    """Unique names of letters, digits, - and _."""
    return _unique(SAFE.sub("_", name).strip("_") for name in names)


def _unique(names: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}  # in order
    for name in names:
        own = name or "body"
        numbered = (f"{own}_{n}" for n in itertools.count(2))
        found[next(each for each in itertools.chain([own], numbered) if each not in found)] = None
    return list(found)
