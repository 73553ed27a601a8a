"""Bodies stay above the ground."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...character import Character
from ..display_names import DISPLAY_NAMES


@dataclass(frozen=True)
class AboveGround:
    """The ellipsoids of bodies stay above the ground, at every frame.

    Attributes:
        bodies: their names; empty: all except those with contacts, which stand on the ground anyway.
        display_names: names of the bodies in messages; empty: their own.
    """

    kind: ClassVar[str] = "above_ground"
    bodies: tuple[str, ...] = ()
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)

    def bodies_of(self, character: Character) -> tuple[str, ...]:
        """Names of the bodies to which this applies."""
        standing = {contact.body for contact in character.contacts}
        return self.bodies or tuple(b.name for b in character.bodies if b.name not in standing)
