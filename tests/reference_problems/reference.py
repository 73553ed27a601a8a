"""What is known of a problem, and how it is found again from finer and finer frames."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solver.job.job import Job
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.timing_search import find_timings
from solver.problem.timing.free_timings import is_free

SMOOTH = 1e-4  # relative error of a problem whose extrapolation converges


def objective(found: Solution) -> float:
    """What the job minimises, in its objectives' own unit."""
    return sum(found.problem.objective.terms(found.x).values())


@dataclass(frozen=True)
class Reference:
    """A problem whose optimum is known.

    Attributes:
        name: as ``--problem`` calls it.
        source: who knows, with the formula where there is one.
        value: the known optimum; the finest motion found tells which extremal is meant where there are several.
        job: the problem in so many steps.
        steps: how many, ever more.
        measure: what is compared.
        tolerance: of the relative error.
        order: of the error in the step, whose multiples are its next orders; with one number of steps alone nothing
            is extrapolated.
    """

    name: str
    source: str
    value: Callable[[Solution], float]
    job: Callable[[int], Job]
    steps: tuple[int, ...] = (20, 40, 80)
    measure: Callable[[Solution], float] = objective
    tolerance: float = SMOOTH
    order: int = 2


@dataclass(frozen=True)
class Outcome:
    """A reference and what came of it.

    Attributes:
        reference: what was known.
        known: its value.
        by_steps: what each number of steps gives.
        found: their limit.
        seconds: processor time of all solves.
        unsolved: numbers of steps without an optimum.
    """

    reference: Reference
    known: float
    by_steps: tuple[float, ...]
    found: float
    seconds: float
    unsolved: tuple[int, ...]

    @property
    def error(self) -> float:
        """Relative."""
        return abs(self.found / self.known - 1)

    @property
    def fault(self) -> str:
        """Empty when all is well."""
        name = self.reference.name
        if self.unsolved:
            return f"'{name}' has no optimum with {', '.join(map(str, self.unsolved))} steps"
        if self.error <= self.reference.tolerance:
            return ""
        return (
            f"'{name}': expected {self.known:.8g} within {self.reference.tolerance:g}, found {self.found:.8g}"
        )


def find(reference: Reference) -> Outcome:
    """Solves a problem in each of its numbers of steps, every time from a cold start."""
    begin = time.process_time()
    found = [_solved(reference.job(steps)) for steps in reference.steps]
    seconds = time.process_time() - begin
    values = [reference.measure(each) for each in found]
    return Outcome(
        reference,
        reference.value(found[-1]),
        tuple(values),
        limit([each.problem.transcription.timeline.step for each in found], values, order=reference.order),
        seconds,
        tuple(steps for steps, each in zip(reference.steps, found, strict=True) if not each.solved),
    )


def _solved(job: Job) -> Solution:
    """The motion of a job; where its length is free, with the best one."""
    start = None
    if is_free(job):
        timed = find_timings(job)
        job, start = timed.job, timed.start
    return solve(job, send=lambda _: None, cancelled=lambda: False, start=start)


def limit(step: Sequence[float], values: Sequence[float], *, order: int = 2) -> float:
    """Value at step 0 of the polynomial in step^order through all values (Richardson 1911).

    The discrete variational principle is symmetric in time: its errors go with even powers of the step. An impact
    breaks the symmetry; there they go with all powers.
    """
    powers = (np.asarray(step) / step[0])[:, None] ** (order * np.arange(len(values)))
    return float(np.linalg.solve(powers, values)[0])
