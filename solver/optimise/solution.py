"""Result of the optimizer."""

from dataclasses import dataclass

from ..arrays import Array
from ..problem.problem import Problem
from ..verify.violation import Violation
from .multipliers import Multipliers, PrimalDual


@dataclass(frozen=True, eq=False)
class Solution:
    """The best unknowns of a problem and how they came about.

    Attributes:
        problem: that was solved.
        x: unknowns.
        solved: whether x is an optimum within the job's tolerance.
        cancelled: whether the user stopped it; x then is the best so far.
        status: the optimiser's last word.
        iterations: how many.
        seconds: wall time by stage; "callbacks" is contained in "optimise".
        multipliers: of the constraints and bounds at x; None where they are not known.
        halfway: where the optimiser was before its barrier became low; None where that is not known.
        strategy: which of the fallback strategies found it.
        conflicts: what cannot hold together, or has not been brought together, with the frames in which it gives
            at x; empty when nobody has asked or all holds.
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
