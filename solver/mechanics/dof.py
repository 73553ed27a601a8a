"""A degree of freedom named as in Blender: a bone and an axis."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Dof:
    """One axis of a joint or of a root.

    Attributes:
        owner: name of the joint's bone; for a root, of its body.
        axis: "X", "Y" or "Z".
        turns: whether it is a rotation about the axis rather than a translation along it.
        is_root: whether the axis is one of the world's rather than the owner's.
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
    """Owners and their axes as a list in a sentence, such as "'hip' X and Y", at most ``at_most`` of them."""
    axes: dict[str, list[str]] = {}
    for dof in dofs:
        axes.setdefault(dof.quoted, []).append(dof.axis)
    shown = [f"{name} ({_axes(sorted(letters))})" for name, letters in axes.items()]
    more = f" and {len(shown) - at_most} more" if len(shown) > at_most else ""
    return ", ".join(shown[:at_most]) + more


def _axes(letters: Sequence[str]) -> str:
    *others, last = letters
    return f"{', '.join(others)} and {last} axes" if others else f"{last} axis"
