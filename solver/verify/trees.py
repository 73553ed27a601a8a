"""The trees of a cast: the bodies and the generalized forces of each root."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..arrays import Indices
from ..character import Character, RootJoint
from ..mechanics.tree import tree_of


@dataclass(frozen=True, eq=False)
class RootedTree:
    """A root and all bodies connected to it.

    Attributes:
        root: its joint with the world.
        base: index of the root's body in the character.
        bodies: indices of all its bodies.
        shifts: columns of the generalized forces for the root's translations, in the order of ``root.translation``.
        turns: columns for the root's axes, in the order of ``root.axes``.
    """

    root: RootJoint
    base: int
    bodies: Indices
    shifts: Indices
    turns: Indices


@lru_cache(maxsize=8)
def rooted_trees(character: Character) -> tuple[RootedTree, ...]:
    """The trees of a character, the main one first."""
    tree = tree_of(character)
    base = np.empty(len(tree.parent), np.intp)
    for b in tree.order:
        base[b] = base[tree.parent[b]] if tree.parent[b] >= 0 else b
    trees = []
    for root in character.roots:
        b = character.body_index(root.body)
        own = tree.body == b
        shifts, turns = np.flatnonzero(own & ~tree.rotation), np.flatnonzero(own & tree.rotation)
        trees.append(RootedTree(root, b, np.flatnonzero(base == b), shifts, turns))
    return tuple(trees)
