"""The shortest query that means given bodies."""

from collections.abc import Collection, Iterator
from itertools import combinations

from .creature import Creature
from .query import PLACES, Query

ORDER = ("root", "head", "tail", "grasper", "foot", "mouth", "spine", "any")  # the most telling first
SIDES = ("left", "right", "front", "back", "top", "bottom")


def describe(creature: Creature, bodies: Collection[int]) -> Query | None:
    """The shortest query that selects just these bodies on this creature; None if no words tell them apart."""
    wanted = set(bodies)
    shared = frozenset.intersection(*(creature.capabilities[b] for b in wanted)) if wanted else frozenset()
    for capability in ORDER:
        if capability in shared:
            for query in _queries(capability):
                if set(query.select(creature)) == wanted:
                    return query
    return None


def _queries(capability: str) -> Iterator[Query]:
    """Queries of one capability, the shortest first."""
    yield Query(capability)
    for place in SIDES:
        yield Query(capability, (place,))
        yield Query(capability, (place,), of_set=True)
    for extent in SIDES:
        yield Query(capability, extent=extent)
    for places in combinations(PLACES, 2):
        yield Query(capability, places)
        yield Query(capability, places, of_set=True)
    for place in SIDES:
        for extent in SIDES:
            yield Query(capability, (place,), extent=extent)
            yield Query(capability, (place,), of_set=True, extent=extent)
