"""Degrees of freedom that Refine can change. No bpy."""

from collections.abc import Collection

from ...solver.character import Character
from ...solver.mechanics.tree import Tree


def dofs_of(character: Character, bodies: Collection[str]) -> tuple[str, ...]:
    """Names of the degrees of freedom that move bodies relative to their parents."""
    tree = Tree(character)
    return tuple(
        name
        for name, body in zip(tree.names, tree.body, strict=True)
        if character.bodies[body].name in bodies
    )
