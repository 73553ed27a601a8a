"""Bodies stay above the ground."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...character import Character
from ..display_names import DISPLAY_NAMES


@dataclass(frozen=True)
class AboveGround:
    """Bodies' whole ellipsoids stay above the ground and out of every half space, at every frame.

    Attributes:
        bodies: names; none means all but those that carry contacts, which stand on the ground anyway.
        display_names: names that messages give them; empty: their own.
    """

    kind: ClassVar[str] = "above_ground"
    bodies: tuple[str, ...] = ()
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)

    def bodies_of(self, character: Character) -> tuple[str, ...]:
        """Names of those that are meant."""
        standing = {contact.body for contact in character.contacts}
        return self.bodies or tuple(b.name for b in character.bodies if b.name not in standing)
