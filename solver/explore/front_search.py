"""Settings of the search for a front, and the growing front."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ..clip.clip import Clip
from ..messages import Sink, Status
from ..optimise.start import Start
from ..scheduling.workers import Workers
from .earlier import Earlier, nothing
from .forest import Branch, Grown, Moved, busiest, grow
from .pareto import DroppedLevel, Front, TradeOff, best_of
from .stronger import StrongerMuscles, cost_of, solver_with


@dataclass(frozen=True)
class FrontSearch:
    """How the motions of a front are searched.

    Attributes:
        muscles: lets muscles be stronger at a price that is part of the cost; None: they are as strong as they are.
        earlier: returns the motion of a job that an earlier run has found, or None.
        workers: that find several parts of the front in parallel, or the number of processes; None: one motion after
            another.
        send: receives status and progress.
        on_found: receives each point as soon as it is found; later ones may dominate it.
        cancelled: called at each iteration; True stops and keeps the points found so far.
    """

    muscles: StrongerMuscles | None = None
    earlier: Earlier = nothing
    workers: Workers | int | None = None
    send: Sink = lambda _: None
    on_found: Callable[[TradeOff], None] = lambda _: None
    cancelled: Callable[[], bool] = lambda: False


PLAIN = FrontSearch()


@dataclass
class GrowingFront:
    """A front during its search.

    Attributes:
        search: how its motions are searched.
    """

    search: FrontSearch
    _points: list[TradeOff] = field(default_factory=list, init=False)
    _dropped: list[DroppedLevel] = field(default_factory=list, init=False)
    _grown: list[Grown] = field(default_factory=list, init=False)

    def grow(
        self,
        branches: Sequence[Branch],
        *,
        moved: Moved,
        point: Callable[[int, Clip, float], TradeOff],
        missing: Callable[[int, Clip], DroppedLevel],
        words: str = "Point {} of {}",
    ) -> list[tuple[TradeOff, Start]]:
        """Points with their starts, in the order of the branches.

        Args:
            branches: of a forest.
            moved: converts a solution to a start for a child's job.
            point: makes a trade-off from index, solved clip and cost of a branch.
            missing: makes a dropped level from index and closest attempt of a branch.
            words: of the status, with placeholders for the number of the next motion and of all.
        """
        search, made = self.search, dict[int, tuple[TradeOff, Start]]()
        if branches:
            search.send(Status(words.format(1, len(branches))))
        for n, grown in enumerate(
            grow(
                branches, moved=moved, solver=solver_with(search.muscles), earlier=search.earlier,
                workers=search.workers, send=search.send, cancelled=search.cancelled,
            ),
            1,
        ):  # fmt: skip
            self._grown.append(grown)
            if grown.start is not None:
                cost = cost_of(grown.clip, branches[grown.index].job.character, search.muscles)
                made[grown.index] = point(grown.index, grown.clip, cost), grown.start
                self._points.append(made[grown.index][0])
                search.on_found(self._points[-1])
            elif search.cancelled():
                break
            else:
                violations = grown.clip.provenance.violations
                self._dropped.append(replace(missing(grown.index, grown.clip), violations=violations))
            search.send(Status(words.format(min(n + 1, len(branches)), len(branches))))
        return [made[k] for k in sorted(made)]

    def front(self, *, at_most: bool = False) -> Front:
        """The front of all points found, of which lower levels are better if ``at_most``."""
        best = best_of(self._points, self._dropped, at_most=at_most)
        return replace(best, seconds=busiest(self._grown))
