"""Motions of a job within a price, far from known ones."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..animate import make_clip
from ..arrays import Array
from ..clip.clip import Clip
from ..messages import Sink
from ..motion.motion import Motion
from ..optimise.resample import resample
from ..optimise.solution import Solution
from ..optimise.start import Start
from ..problem.formulate import formulate
from ..problem.rows.distances import Distances
from ..scheduling.batches import Batches
from .distance import difference, images
from .metrics.metric import Metric
from .overlaps import Overlaps
from .push import MANY, Push, Pushed
from .soft_modes import soft_modes
from .variation import Variation

VARIED = "variation"  # strategy
ROUNDING = 1e-9
REACH, FAR = 0.7, 3.0  # of a start: fraction of the price, and distance in clearly visible ones
TRIES = 3  # starts per motion
LEAST = 0.1  # minimum distance in clearly visible ones


def all_images(variations: Sequence[Variation]) -> list[Motion]:
    """Motions of variations and their mirror images."""
    return [image for one in variations for image in images(one.clip.motion)]


class MotionsWithinPrice:
    """All motions of a job within a price.

    Args:
        solution: the cheapest.
        best: its clip.
        slack: fraction by which others may cost more.
        metric: measure of the difference.
        count: number of directions in which others are searched.
        keeps_apart: see ``VariationSearch``.
        seed: see ``VariationSearch``.
        batches: of pushes.
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
        batches: Batches[Push, Pushed | None],
    ) -> None:
        self._solution, self._best, self._slack, self._metric = solution, best, slack, metric
        self._batches = batches
        tracked = metric.tracked(best.job)  # with the same unknowns
        self._problem = solution.problem if tracked is best.job else formulate(tracked)
        self._price = (1 + slack) * solution.problem.value(solution.x)
        self._overlaps, self._keeps_apart = Overlaps(self._problem.transcription), keeps_apart
        self._allowed = self._overlaps.allowed(self._problem.state(solution.x))
        self._stuck = np.zeros_like(self._allowed)  # 1 for pairs that could not be parted
        itself, generator = self._distances([best.motion]), np.random.default_rng(seed)
        modes = soft_modes(replace(solution, problem=self._problem), itself, count, generator)
        if seed:
            modes = np.linalg.qr(generator.normal(size=(count, count)))[0] @ modes
        self._starts = [self._moved(way, itself) for mode in modes for way in (mode, -mode)]

    @property
    def plain(self) -> float:
        """A clearly visible distance, in the metric's unit."""
        return self._metric.plain

    def farthest(
        self, others: Sequence[Motion], send: Sink, cancelled: Callable[[], bool]
    ) -> Variation | None:
        """The motion farthest from others; None where none is found."""
        distances = self._distances(others)
        away = [distances.values(self._problem.state(start)).min() for start in self._starts]
        starts, at_once = [self._starts[k] for k in np.argsort(away)[::-1]], self._batches.count
        for first in range(0, max(TRIES, at_once), at_once):
            tried = starts[first : first + at_once]
            found = [self._outcome(each, others) for each in self._push(tried, others, send, cancelled)]
            made = [each for each in found if each is not None]
            if cancelled() and not made:
                return None
            failed = [start for start, each in zip(tried, found, strict=True) if each is None]
            self._starts = [each for each in self._starts if all(each is not start for start in failed)]
            if made:
                return max(made, key=lambda each: each.distance)
        return None

    def away(self, one: Variation, known: Sequence[Motion], others: Sequence[Variation]) -> float:
        """Distance of a variation from the nearest known or other motion."""
        rest = [*known, *all_images(others)]
        return min(self._metric.apart(one.clip.motion, other) for other in rest)

    def farther(
        self,
        one: Variation,
        known: Sequence[Motion],
        others: Sequence[Variation],
        send: Sink,
        cancelled: Callable[[], bool],
    ) -> Variation | None:
        """A variation moved as far from all others as the price allows; None if that fails."""
        rest = [*known, *all_images(others)]
        start = resample(Start.of_clip(one.clip), self._problem.transcription)
        [pushed] = self._push([start], rest, send, cancelled)
        moved = self._outcome(pushed, rest)
        return None if moved is None else replace(moved, number=one.number)

    def _push(
        self, starts: Sequence[Array], others: Sequence[Motion], send: Sink, cancelled: Callable[[], bool]
    ) -> list[Pushed | None]:
        """Results of pushing starts away from others."""
        job = self._problem.transcription.job
        allowed = np.maximum(self._allowed, self._stuck) if self._keeps_apart else None
        pushes = [Push(job, self._metric, others, self._price, start, allowed) for start in starts]
        return self._batches.answers(pushes, send=send, cancelled=cancelled)

    def _outcome(self, pushed: Pushed | None, others: Sequence[Motion]) -> Variation | None:
        """The variation of a pushed start; None if it is not different from the others."""
        if pushed is None:
            return None
        self._keeps_apart = self._keeps_apart and len(pushed.stuck) <= MANY
        for each in pushed.stuck:
            a, b = (self._best.job.character.body_index(name) for name in (each.body_a, each.body_b))
            self._stuck[[a, b], [b, a]] = 1.0
        found = replace(
            self._solution, x=pushed.x, iterations=pushed.iterations, seconds=pushed.seconds, strategy=VARIED
        )
        return self.compared(make_clip(found), others)

    def compared(self, clip: Clip, others: Sequence[Motion]) -> Variation | None:
        """The variation of a clip; None if it is not different from the others."""
        distance = min(self._metric.apart(clip.motion, other) for other in others)
        cost = clip.provenance.objective / self._best.provenance.objective
        if not clip.provenance.solved or distance < LEAST * self._metric.plain:
            return None
        start = resample(Start.of_clip(clip), self._problem.transcription)
        met = self._overlaps.apart(self._problem.state(start), self._allowed)
        overlaps = (met[0].body_a, met[0].body_b) if met else None
        return Variation(clip, distance, cost, difference(clip.motion, self._best.motion), overlaps)

    def _distances(self, others: Sequence[Motion]) -> Distances:
        return self._metric.distances(self._problem.transcription, others)

    def _moved(self, mode: Array, itself: Distances) -> Array:
        """The best motion moved along a mode as far as the price allows to second order."""
        problem, x = self._problem, self._solution.x
        way = REACH * np.sqrt(2 * self._slack * problem.value(x)) * mode
        far = float(np.sqrt(itself.values(problem.state(x + way)).min()))
        reached = min(1.0, FAR * self._metric.plain / max(far, ROUNDING))
        return np.clip(x + reached * way, problem.lower, problem.upper)
