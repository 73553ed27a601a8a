"""Bones without bodies between bones with bodies, such as collar bones, further bones of the spine, and twist bones."""

from collections.abc import Callable, Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class BetweenBone:
    """A bone without a body.

    Attributes:
        name: of the bone.
        body: name of the bone with a body that carries it.
        parent: name of the bone without a body that carries it; empty: the body itself.
        carries: names of bones with bodies that hang on it directly.
        is_above: whether it carries the body instead, as a bone above the root does.
    """

    name: str
    body: str
    parent: str
    carries: tuple[str, ...]
    is_above: bool = False


def bones_between(bodies: Collection[str], carrier: Callable[[str], str | None]) -> tuple[BetweenBone, ...]:
    """The bones between bodies, carriers first.

    Args:
        bodies: names of bones with bodies.
        carrier: name of the bone that carries another; None: nothing.
    """
    found: dict[str, BetweenBone] = {}
    for name in bodies:
        line, above = list[str](), carrier(name)
        while above is not None and above not in bodies and above not in line:
            line.append(above)
            above = carrier(above)
        if not line or above is None or above not in bodies:
            continue
        for bone, parent in reversed([*zip(line, [*line[1:], ""], strict=True)]):
            known = found.get(bone, BetweenBone(bone, above, parent, ()))
            carries = (*known.carries, name) if bone == line[0] else known.carries
            found[bone] = BetweenBone(bone, known.body, known.parent, carries)
    return tuple(found.values())
