"""Names of degrees of freedom for artists: their owner and axis."""

from collections.abc import Iterable, Sequence

from ..mechanics.tree import Tree


def owner(tree: Tree, dof: int) -> str:
    """The joint in quotes, which in Blender is its bone; a root's own body."""
    body = int(tree.body[dof])
    joint = tree.names[dof].rpartition(".")[0]
    return f"'{tree.character.bodies[body].name if tree.parent[body] < 0 else joint}'"


def axis(tree: Tree, dof: int) -> str:
    """Such as "about its X axis"; roots turn and shift by the world's axes, joints by their own."""
    whose = "its" if tree.parent[tree.body[dof]] >= 0 else "the world's"
    return f"{'about' if tree.rotation[dof] else 'along'} {whose} {letter(tree, dof)} axis"


def letter(tree: Tree, dof: int) -> str:
    """X, Y or Z."""
    return tree.names[dof][-1].upper()


def listed(tree: Tree, dofs: Iterable[int], at_most: int) -> str:
    """Some joints with the axes that are meant, each once."""
    axes: dict[str, list[str]] = {}
    for dof in dofs:
        axes.setdefault(owner(tree, dof), []).append(letter(tree, dof))
    shown = [f"{name} ({_axes(sorted(letters))})" for name, letters in axes.items()]
    more = f" and {len(shown) - at_most} more" if len(shown) > at_most else ""
    return ", ".join(shown[:at_most]) + more


def _axes(letters: Sequence[str]) -> str:
    *others, last = letters
    return f"{', '.join(others)} and {last} axes" if others else f"{last} axis"
