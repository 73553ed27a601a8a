"""Result of the optimizer."""

from dataclasses import dataclass, replace

from ..arrays import Array
from ..problem.problem import Problem
from ..verify.violation import Violation
from .multipliers import Multipliers, PrimalDual


@dataclass(frozen=True, eq=False)
class Solution:
    """The best unknowns of a problem and their provenance.

    Attributes:
        problem: that was solved.
        x: unknowns.
        solved: whether x is an optimum within the job's tolerance.
        cancelled: whether the user stopped it; x is then the best so far.
        status: final status of the optimizer.
        iterations: number of iterations.
        seconds: wall time by stage; "callbacks" is contained in "optimise".
        multipliers: of the constraints and bounds at x, if known.
        halfway: iterate before the barrier became low, if known.
        strategy: fallback strategy that found it.
        conflicts: incompatible or unsatisfied constraints with the frames of their violations at x; empty if none,
            or if not examined.
        unfinished: whether a limit of the job's iterations or time ended the solve.
    """

    problem: Problem
    x: Array
    solved: bool
    cancelled: bool
    status: str
    iterations: int
    seconds: dict[str, float]
    multipliers: Multipliers | None = None
    halfway: PrimalDual | None = None
    strategy: str = ""
    conflicts: tuple[Violation, ...] = ()
    unfinished: bool = False

    def after(self, earlier: "Solution") -> "Solution":
        """The same with the time and iterations of an earlier one, from which it continued."""
        seconds = {stage: spent + self.seconds[stage] for stage, spent in earlier.seconds.items()}
        return replace(self, iterations=earlier.iterations + self.iterations, seconds=seconds)
