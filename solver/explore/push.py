"""Pushes a motion as far from others as its price allows, in any worker."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse

from ..arrays import Array
from ..job.basis import Spline
from ..job.constraints.apart import Apart
from ..job.job import Job, SolverOptions
from ..messages import Sink
from ..motion.motion import Motion
from ..optimise.ipopt import Option
from ..optimise.nlp import Nlp
from ..optimise.recipe import NEAR
from ..optimise.reparametrised import Reparametrised
from ..optimise.search import Search
from ..problem.formulate import formulate
from ..problem.problem import Problem
from ..problem.splines.curves import make_curves
from .farthest import Farthest
from .metrics.metric import Metric
from .overlaps import Overlaps

MANY = 6  # overlapping pairs of bodies, as in a tuck, from which parting them is hopeless
MEETINGS = 3  # further searches with overlapping bodies kept apart
ITERATIONS, PARTING = 150, 80  # limits of the first and the further searches
TOLERANCE = 1e-2  # gives distances to a millimeter
GAP = 1e-3  # of complementarity; saves a fifth of the iterations for 0.3 % of the distance


@dataclass(frozen=True, eq=False)
class Push:
    """Request to push a motion away from others.

    Attributes:
        job: from ``Metric.tracked``.
        metric: measure of the difference.
        others: motions to move away from.
        price: maximum cost.
        start: (size,) initial unknowns of the job.
        allowed: (B, B) overlap from ``Overlaps.allowed``; None: unlimited.
    """

    job: Job
    metric: Metric
    others: Sequence[Motion]
    price: float
    start: Array
    allowed: Array | None


@dataclass(frozen=True, eq=False)
class Pushed:
    """Result of a push.

    Attributes:
        x: (size,) the job's unknowns.
        iterations: of the optimizer.
        seconds: by stage.
        stuck: constraints for pairs that could not be parted.
    """

    x: Array
    iterations: int
    seconds: dict[str, float]
    stuck: tuple[Apart, ...] = ()


def pushed(push: Push, send: Sink, cancelled: Callable[[], bool]) -> Pushed | None:
    """The motion farthest from others; None if none is found.

    Bodies are not kept apart at first, because few motions need it: those that overlap are parted afterwards, or left
    if that fails.
    """
    job, found = push.job, _farthest(push.job, push.start, push, ITERATIONS, send, cancelled)
    for _ in range(MEETINGS):
        met = _that_meet(push, found)
        if found is None or not met:
            break
        if len(met) > MANY:
            return replace(found, stuck=met)
        job = replace(job, constraints=(*job.constraints, *met))
        parted = _farthest(job, found.x, push, PARTING, send, cancelled)
        if parted is None:
            return replace(found, stuck=met)
        found = replace(parted, iterations=found.iterations + parted.iterations)
    return found


def _that_meet(push: Push, pushed: Pushed | None) -> tuple[Apart, ...]:
    """Constraints for pairs of bodies that overlap more than allowed."""
    if pushed is None or push.allowed is None:
        return ()
    problem = formulate(push.job)
    return Overlaps(problem.transcription).apart(problem.state(pushed.x), push.allowed)


def _farthest(
    job: Job, start: Array, push: Push, iterations: int, send: Sink, cancelled: Callable[[], bool]
) -> Pushed | None:
    """The motion of a job farthest from others; None if none is found."""
    problem = formulate(job)
    search, view = Search(problem, send, cancelled), _View(problem)
    distances = push.metric.distances(problem.transcription, push.others)
    nlp = Farthest(problem, distances, push.price, plain=push.metric.plain)
    result = search.run(
        "Seeking a different motion", view.of(nlp), view.begin(nlp, start),
        iterations=iterations, unknowns=None, judged=False, recipe=ROUGH,
    )  # fmt: skip
    x = view.unknowns(result.x)
    if cancelled() or problem.violation(x) > problem.feasible:
        return None
    return Pushed(x, result.iterations, {"optimise": search.seconds, "callbacks": search.callback_seconds})


class _View:
    """Reparametrization of an NLP in the job's unknowns and t by the control points of the job's splines, if any.

    Args:
        problem: of the job.
    """

    def __init__(self, problem: Problem) -> None:
        basis = problem.transcription.job.basis
        self._curves = make_curves(problem.transcription, basis) if isinstance(basis, Spline) else None

    def of(self, nlp: Farthest) -> Nlp:
        """The optimizer's NLP."""
        if self._curves is None:
            return nlp
        matrix = scipy.sparse.block_diag((self._curves.matrix, [[1.0]]))
        return Reparametrised(nlp, scipy.sparse.csr_array(matrix))

    def begin(self, nlp: Farthest, x: Array) -> Array:
        """Its unknowns from those of the job (size,)."""
        if self._curves is None:
            return nlp.start(x)
        controls = self._curves.fitted(x)
        return np.append(controls, nlp.start(self._curves.matrix @ controls)[-1])

    def unknowns(self, x: Array) -> Array:
        """The job's unknowns (size,) from its own."""
        return x[:-1] if self._curves is None else np.asarray(self._curves.matrix @ x[:-1])


def _roughly(chosen: SolverOptions) -> dict[str, Option]:
    """Options for low accuracy of the distance."""
    return NEAR.at_least(TOLERANCE).options(chosen) | {"compl_inf_tol": GAP}


ROUGH = replace(NEAR, options=_roughly)
