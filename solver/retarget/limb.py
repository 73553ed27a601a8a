"""Chains of bodies that hang on the spine."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CreatureLimb:
    """A path of bodies from the spine outward to an end; branching limbs share their first bodies.

    Attributes:
        base: body of the spine on which it hangs.
        bodies: from the one nearest to the spine to the end.
        length: of the path from the base's joint with it to the handle of the end [m].
    """

    base: int
    bodies: tuple[int, ...]
    length: float

    @property
    def end(self) -> int:
        """The last body."""
        return self.bodies[-1]
