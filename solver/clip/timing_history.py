"""History of a search for timings, kept with the resulting clip."""

from dataclasses import dataclass

from ..messages import Generation


@dataclass(frozen=True)
class TimingHistory:
    """A search from the given timings to those of the clip.

    Attributes:
        method: of the search, as the job's ``timing_search`` calls it.
        names: of the unknowns, as "length" or "L_foot start".
        first: what the given timings were worth; None if there is no motion with them.
        best: what the timings found are worth: the objective, per second in a cycle. None: nothing was found.
        tried: timings that were looked at.
        solves: how many of them took an optimisation; others are impossible or have the frames of earlier ones.
        seconds: of the whole search.
        generations: one after another.
    """

    method: str
    names: tuple[str, ...]
    first: float | None
    best: float | None
    tried: int
    solves: int
    seconds: float
    generations: tuple[Generation, ...]
