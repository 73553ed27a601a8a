"""History of a timing search, stored with the resulting clip."""

from dataclasses import dataclass

from ..messages import Generation


@dataclass(frozen=True)
class TimingHistory:
    """A search from the given timings to those of the clip.

    Attributes:
        method: of the search, as in the job's ``timing_search``.
        names: of the unknowns, such as "length" or "L_foot start".
        first: cost of the given timings; None if there is no motion with them.
        best: cost of the best timings: the objective, in a cycle per second. None: no motion was found.
        tried: number of evaluated timings.
        solves: number that needed an optimization; others are impossible or have the same frames as earlier ones.
        seconds: duration of the whole search.
        generations: in order.
    """

    method: str
    names: tuple[str, ...]
    first: float | None
    best: float | None
    tried: int
    solves: int
    seconds: float
    generations: tuple[Generation, ...]
