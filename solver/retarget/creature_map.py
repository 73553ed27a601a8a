"""Which limbs of two creatures correspond, as a document that an artist may change."""

from dataclasses import dataclass
from typing import ClassVar

from ..document import Document
from ..errors import InputError
from ..record_types import check_types
from .creature import Creature
from .limb import CreatureLimb


@dataclass(frozen=True)
class LimbPair:
    """Ends of two limbs that correspond, by the names of their bodies."""

    source: str
    target: str


@dataclass(frozen=True)
class CreatureMap(Document):
    """Limbs of two creatures that correspond; kept with the target, for each source that it has played.

    Attributes:
        source: name of the source character.
        target: name of the target character.
        limbs: pairs; limbs without a partner stay at rest.
        schema_version: of the format.
    """

    noun: ClassVar[str] = "map"

    source: str
    target: str
    limbs: tuple[LimbPair, ...]
    schema_version: int = 1

    def __post_init__(self) -> None:
        check_types(self, "map")

    def pairs(self, source: Creature, target: Creature) -> tuple[tuple[CreatureLimb, CreatureLimb], ...]:
        """The limbs themselves.

        Raises:
            InputError: a body is no end of a limb.
        """
        return tuple((_limb(source, pair.source), _limb(target, pair.target)) for pair in self.limbs)


def _limb(creature: Creature, name: str) -> CreatureLimb:
    names = [creature.character.bodies[limb.end].name for limb in creature.limbs]
    if name not in names:
        raise InputError(
            f"'{name}' is no end of a limb of '{creature.character.name}'; expected one of {', '.join(names)}",
            field="map.limbs",
        )
    return creature.limbs[names.index(name)]
