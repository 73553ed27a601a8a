"""The front of a standing jump by NSGA-II, as a reference: every evaluation is a solve from the nearest jump known."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from examples import jump
from solver.animate import make_clip
from solver.clip.clip import Clip
from solver.explore.flight import Flight, aligned, with_flight
from solver.explore.front import at_even_times
from solver.explore.pareto import hypervolume
from solver.job.aggregates import PEAK
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.job import Job
from solver.optimise.solve import solve
from solver.optimise.start import Start
from solver.problem.expression.measured import measured

NSGA_TIMES = 4  # as long as ours
POPULATION, MORE, LITTLE = 16, 0.04, 0.005  # m above what a flight brings by itself
NOTHING = (0.0, 1e9)  # level and cost of what has no motion


def nsga_hypervolume(
    quantity: str, flights: Sequence[int], worst: tuple[float, float], *, seconds: float
) -> float | None:
    """Of what it finds in the time; None without pymoo, which `scripts.explore` installs.

    Args:
        quantity: expression of which more is better.
        flights: frames in the air, from which it chooses.
        worst: level and cost from which the volume counts.
        seconds: of processor time.
    """
    try:
        from pymoo.algorithms.moo.nsga2 import NSGA2
        from pymoo.core.problem import ElementwiseProblem
        from pymoo.optimize import minimize
    except ImportError:
        print("no pymoo: the front is not compared with NSGA-II")
        return None
    jumps = _Jumps(quantity, time.process_time() + seconds)

    class Trade(ElementwiseProblem):  # type: ignore[misc]  # pymoo has no types
        def __init__(self) -> None:
            super().__init__(n_var=2, n_obj=2, xl=[min(flights) - 0.4, 0.0], xu=[max(flights) + 0.4, MORE])

        def _evaluate(self, x: Any, out: dict[str, Any], *_: object, **__: object) -> None:
            level, cost = jumps.tried(round(float(x[0])), float(x[1]))
            out["F"] = [-level, cost]

    while not jumps.is_over:
        minimize(Trade(), NSGA2(pop_size=POPULATION), ("n_gen", 20), seed=1, verbose=False)
    return hypervolume(jumps.found, worst)


class _Jumps:
    """Jumps of two numbers, frames in the air and height besides, until the time is up.

    Attributes:
        found: (level, cost) of all that are solved.
    """

    def __init__(self, quantity: str, deadline: float) -> None:
        self._quantity, self._deadline = quantity, deadline
        self._known: dict[int, tuple[Clip, Start]] = {}
        self.found: list[tuple[float, float]] = []

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.process_time() > self._deadline

    def tried(self, frames: int, more: float) -> tuple[float, float]:
        """Level and cost of a jump with that many frames in the air, higher than they bring by so much [m]."""
        known = self._known.get(frames) or self._plain(frames)
        if known is None or self.is_over:
            return NOTHING
        clip, start = known
        level = measured(clip, self._quantity)
        if more > LITTLE:
            bound = ExpressionConstraint(self._quantity, lower=level + more, of=PEAK)
            asked = replace(clip.job, constraints=(*clip.job.constraints, bound))
            return self._told(_solved(asked, at_even_times(start, asked))[0])
        return self._told(clip)

    def _plain(self, frames: int) -> tuple[Clip, Start] | None:
        asked = with_flight(jump.job(way=0.0), frames)
        start = None
        if self._known:
            nearest = min(self._known, key=lambda known: abs(known - frames))
            start = aligned(self._known[nearest][1], asked)
        clip, found = _solved(asked, start)
        if clip.provenance.solved:
            assert Flight.of(clip.job).frames == frames
            self._known[frames] = clip, found
            return clip, found
        return None

    def _told(self, clip: Clip) -> tuple[float, float]:
        if not clip.provenance.solved:
            return NOTHING
        self.found.append((measured(clip, self._quantity), clip.provenance.objective))
        return self.found[-1]


def _solved(job: Job, start: Start | None) -> tuple[Clip, Start]:
    solution = solve(
        job, send=lambda _: None, cancelled=lambda: False, start=start, start_alone=start is not None
    )
    return make_clip(solution), Start.of_solution(solution)
