"""The motions of a job within a price, in which others are sought far from those that are known."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import scipy.sparse

from ..animate import make_clip
from ..arrays import Array
from ..clip.clip import Clip
from ..job.basis import Spline
from ..job.constraints.apart import Apart
from ..messages import Sink
from ..motion.motion import Motion
from ..optimise.nlp import Nlp
from ..optimise.recipe import NEAR
from ..optimise.reparametrised import Reparametrised
from ..optimise.resample import carry
from ..optimise.search import Search
from ..optimise.solution import Solution
from ..optimise.start import Start
from ..problem.formulate import formulate
from ..problem.problem import Problem
from ..problem.splines.curves import make_curves
from .distance import difference, images
from .farthest import Farthest
from .metrics.metric import Distances, Metric
from .overlaps import Overlaps
from .soft_modes import soft_modes
from .variation import Variation

VARIED = "variation"  # strategy
ROUNDING = 1e-9
REACH, FAR = 0.7, 3.0  # of a start: share of the price, and distance in those that are plain to see
TRIES = 3  # starts of one motion
MEETINGS = 3  # times that one is sought again, since bodies have passed through each other
ITERATIONS, TOLERANCE = 150, 1e-3  # of a distance to a tenth of a millimetre
LEAST = 0.1  # of those


def all_images(found: Sequence[Variation]) -> list[Motion]:
    """Motions and mirror images of variations."""
    return [image for one in found for image in images(one.clip)]


class MotionsWithinPrice:
    """All motions of a job within a price.

    Args:
        solution: the cheapest.
        best: its clip.
        slack: share by which others may cost more.
        metric: how different motions are.
        count: of the directions in which others are sought.
        keeps_apart: as of ``variations``.
        seed: as of ``variations``.
    """

    def __init__(
        self,
        solution: Solution,
        best: Clip,
        *,
        slack: float,
        metric: Metric,
        count: int,
        keeps_apart: bool,
        seed: int,
    ) -> None:
        self._solution, self._best, self._slack, self._metric = solution, best, slack, metric
        tracked = metric.tracked(best.job)  # of the same unknowns
        self._problem = solution.problem if tracked is best.job else formulate(tracked)
        self._price = (1 + slack) * solution.problem.value(solution.x)
        self._view = _View(self._problem)
        self._overlaps = Overlaps(tracked)
        self._free, self._meetings = (
            self._overlaps.pairs(self._problem.state(solution.x)),
            MEETINGS if keeps_apart else 0,
        )
        itself, generator = self._distances([best.motion]), np.random.default_rng(seed)
        modes = soft_modes(replace(solution, problem=self._problem), itself, count, generator)
        if seed:
            modes = np.linalg.qr(generator.normal(size=(count, count)))[0] @ modes
        self._starts = [self._moved(way, itself) for mode in modes for way in (mode, -mode)]

    def farthest(
        self, others: Sequence[Motion], tell: Sink, cancelled: Callable[[], bool]
    ) -> Variation | None:
        """The motion farthest from others; None where none is found."""
        distances = self._distances(others)
        away = [distances.values(self._problem.state(start)).min() for start in self._starts]
        for start in [self._starts[k] for k in np.argsort(away)[: -TRIES - 1 : -1]]:
            made = self._pushed(start, others, tell, cancelled)
            if made is not None or cancelled():
                return made
            self._starts = [other for other in self._starts if other is not start]  # it would fail again
        return None

    def away(self, one: Variation, known: Sequence[Motion], others: Sequence[Variation]) -> float:
        """How far a motion is from the nearest of those that are known and others."""
        rest = [*known, *all_images(others)]
        return min(self._metric.apart(one.clip.motion, other) for other in rest)

    def farther(
        self,
        one: Variation,
        known: Sequence[Motion],
        others: Sequence[Variation],
        tell: Sink,
        cancelled: Callable[[], bool],
    ) -> Variation | None:
        """A motion, moved as far from all of these as its price allows; None where that leads nowhere."""
        rest = [*known, *all_images(others)]
        start = carry(Start.of_clip(one.clip), self._problem.transcription)
        moved = self._pushed(start, rest, tell, cancelled)
        return None if moved is None else replace(moved, number=one.number)

    def _pushed(
        self, start: Array, others: Sequence[Motion], tell: Sink, cancelled: Callable[[], bool]
    ) -> Variation | None:
        """A motion away from others, with bodies apart where that is asked for; None where it is none."""
        for meeting in range(self._meetings + 1):
            found = self._push(start, others, tell, cancelled)
            if found is None:
                break
            met = self._met(found.x)
            if not met or not self._meetings:
                return self.told(make_clip(found), others)
            if meeting < self._meetings:
                self._keep_apart(met)
            start = found.x
        return None

    def _met(self, x: Array) -> tuple[Apart, ...]:
        """Pairs of bodies that overlap in a motion and not in the best."""
        return tuple(pair for pair in self._overlaps.pairs(self._problem.state(x)) if pair not in self._free)

    def _push(
        self, start: Array, others: Sequence[Motion], tell: Sink, cancelled: Callable[[], bool]
    ) -> Solution | None:
        """The solution farthest from others; None where it is none."""
        problem, view = self._problem, self._view
        nlp = Farthest(problem, self._distances(others), self._price, plain=self._metric.plain)
        search = Search(problem, tell, cancelled)
        result = search.run(
            "Seeking a different motion", view.of(nlp), view.begin(nlp, start),
            iterations=ITERATIONS, unknowns=None, judged=False, recipe=NEAR.at_least(TOLERANCE),
        )  # fmt: skip
        x = view.unknowns(result.x)
        if cancelled() or problem.violation(x) > problem.feasible:
            return None
        seconds = {"optimise": search.seconds, "callbacks": search.callback_seconds}
        return replace(self._solution, x=x, iterations=result.iterations, seconds=seconds, strategy=VARIED)

    def _keep_apart(self, pairs: tuple[Apart, ...]) -> None:
        """Bodies that have passed through each other do so no more in what is found from now on."""
        job = self._problem.transcription.job
        self._problem = formulate(replace(job, constraints=(*job.constraints, *pairs)))
        self._view = _View(self._problem)

    def told(self, clip: Clip, others: Sequence[Motion]) -> Variation | None:
        """A clip beside others; None where it is as one of them."""
        distance = min(self._metric.apart(clip.motion, other) for other in others)
        cost = clip.provenance.objective / self._best.provenance.objective
        if not clip.provenance.solved or distance < LEAST * self._metric.plain:
            return None
        met = self._met(carry(Start.of_clip(clip), self._problem.transcription))
        overlaps = (met[0].body_a, met[0].body_b) if met else None
        return Variation(clip, distance, cost, difference(clip.motion, self._best.motion), overlaps)

    def _distances(self, others: Sequence[Motion]) -> Distances:
        return self._metric.distances(self._problem.transcription, others)

    def _moved(self, mode: Array, itself: Distances) -> Array:
        """The best motion, moved that way as far as the price allows by what is known to second order."""
        problem, x = self._problem, self._solution.x
        way = REACH * np.sqrt(2 * self._slack * problem.value(x)) * mode
        far = float(np.sqrt(itself.values(problem.state(x + way))[0]))
        reached = min(1.0, FAR * self._metric.plain / max(far, ROUNDING))
        return np.clip(x + reached * way, problem.lower, problem.upper)


class _View:
    """The unknowns of an NLP of the job's unknowns and t: themselves, or the control points of the job's curves.

    Args:
        problem: of the job.
    """

    def __init__(self, problem: Problem) -> None:
        basis = problem.transcription.job.basis
        self._curves = make_curves(problem.transcription, basis) if isinstance(basis, Spline) else None

    def of(self, nlp: Farthest) -> Nlp:
        """What the optimizer sees."""
        if self._curves is None:
            return nlp
        matrix = scipy.sparse.block_diag((self._curves.matrix, [[1.0]]))
        return Reparametrised(nlp, scipy.sparse.csr_array(matrix))

    def begin(self, nlp: Farthest, x: Array) -> Array:
        """Its unknowns, of the job's (size,)."""
        if self._curves is None:
            return nlp.start(x)
        controls = self._curves.fitted(x)
        return np.append(controls, nlp.start(self._curves.matrix @ controls)[-1])

    def unknowns(self, found: Array) -> Array:
        """The job's (size,), of its own."""
        return found[:-1] if self._curves is None else np.asarray(self._curves.matrix @ found[:-1])
