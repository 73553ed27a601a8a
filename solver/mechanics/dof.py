"""A degree of freedom by the names that an artist knows: a bone and an axis."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Dof:
    """One axis of a joint or of a root.

    Attributes:
        owner: the joint, which in Blender is its bone; a root's own body.
        axis: "X", "Y" or "Z".
        turns: whether it turns about the axis; it shifts along it otherwise.
        is_root: whether the axis is the world's, and not the owner's own.
    """

    owner: str
    axis: str
    turns: bool
    is_root: bool

    @property
    def quoted(self) -> str:
        """The owner in quotes."""
        return f"'{self.owner}'"

    @property
    def direction(self) -> str:
        """Such as "about its X axis"."""
        whose = "the world's" if self.is_root else "its"
        return f"{'about' if self.turns else 'along'} {whose} {self.axis} axis"


def listed(dofs: Iterable[Dof], at_most: int) -> str:
    """Some owners with the axes that are meant, each once."""
    axes: dict[str, list[str]] = {}
    for dof in dofs:
        axes.setdefault(dof.quoted, []).append(dof.axis)
    shown = [f"{name} ({_axes(sorted(letters))})" for name, letters in axes.items()]
    more = f" and {len(shown) - at_most} more" if len(shown) > at_most else ""
    return ", ".join(shown[:at_most]) + more


def _axes(letters: Sequence[str]) -> str:
    *others, last = letters
    return f"{', '.join(others)} and {last} axes" if others else f"{last} axis"
