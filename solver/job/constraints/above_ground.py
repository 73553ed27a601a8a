"""Bodies stay above the ground."""

from dataclasses import dataclass
from typing import ClassVar

from ...character import Character


@dataclass(frozen=True)
class AboveGround:
    """Bodies' whole ellipsoids stay above the ground and out of every half space, at every frame.

    Attributes:
        bodies: names; none means all but those that carry contacts, which stand on the ground anyway.
        called: what messages call them; their names when empty.
    """

    kind: ClassVar[str] = "above_ground"
    bodies: tuple[str, ...] = ()
    called: tuple[str, ...] = ()

    def bodies_of(self, character: Character) -> tuple[str, ...]:
        """Names of those that are meant."""
        standing = {contact.body for contact in character.contacts}
        return self.bodies or tuple(b.name for b in character.bodies if b.name not in standing)
