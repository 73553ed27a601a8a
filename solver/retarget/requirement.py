"""Which creatures an action is made for (Hecker 2008, section 4.1.1)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..errors import InputError
from ..record_types import check_types
from .creature import Creature
from .query import Query

UPRIGHT = 1.0  # rise over run of the spine
FRONT_GRASPERS = Query("grasper", ("front",), of_set=True)


def _spine_is_upright(creature: Creature) -> bool:
    spine = creature.center[list(creature.spine)]
    low, high = creature.bounds
    if len(spine) == 1:  # a trunk without joints: taller than long
        body = creature.character.bodies[creature.root]
        reach = abs(creature.axes[creature.root] * body.diameters).max(axis=1)
        return bool(reach[2] > reach[0])
    way = spine[-1] - spine[0]
    return bool(abs(way[2]) > UPRIGHT * abs(way[0]) and high[2] > low[2])


def _has(capability: str) -> Callable[[Creature], bool]:
    return lambda creature: any(capability in each for each in creature.capabilities)


PREDICATES: Mapping[str, Callable[[Creature], bool]] = {
    "upright_spine": _spine_is_upright,
    "graspers": _has("grasper"),
    "feet": _has("foot"),
    "mouth": _has("mouth"),
    "tail": _has("tail"),
    "two_feet": lambda creature: len(creature.feet) > 1,
    "biped": lambda creature: len(creature.feet) == 2,
    "quadruped": lambda creature: len(creature.feet) == 4,
    "many_legs": lambda creature: len(creature.feet) > 4,
    "several_heads": lambda creature: sum("head" in each for each in creature.capabilities) > 1,
    "two_front_graspers": lambda creature: len(FRONT_GRASPERS.select(creature)) > 1,
    "two_graspers": lambda creature: sum("grasper" in each for each in creature.capabilities) > 1,
}


@dataclass(frozen=True)
class Requirement:
    """A condition on creatures.

    Attributes:
        predicate: word of PREDICATES.
        holds: whether it must hold or must not.

    Raises:
        InputError: the predicate is unknown.
    """

    predicate: str
    holds: bool = True

    def __post_init__(self) -> None:
        check_types(self, "requirement")
        if self.predicate not in PREDICATES:
            raise InputError(
                f"unknown condition '{self.predicate}'; expected {', '.join(PREDICATES)}",
                field="requirement.predicate",
            )

    def accepts(self, creature: Creature) -> bool:
        """Whether a creature meets the condition."""
        return bool(PREDICATES[self.predicate](creature)) == self.holds

    def __str__(self) -> str:
        words = self.predicate.replace("_", " ")
        return words if self.holds else f"no {words}"
