"""Different motions for one job, each as different from the others as its price allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..animate import animate
from ..arrays import Array
from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..messages import Sink, Status
from ..optimise.start import Start
from .distance import Difference, body_weights, difference, images, mass_distance, unlike

FIRST = 0.12  # m, that is tried first
GROWTH = (1.1, 1.6)  # by which the distance grows from one try to the next
USED = 0.85  # share of the price that is enough
TRIES = 6
ITERATIONS, SECONDS = 150, 15.0  # of a try; another distance is worth more than the rescue of one
DISTURBED = 0.25  # rad, of the start: at the other motion itself the distance has no slope
LEAST = 0.02  # m
FREE = 1e-9  # of an objective: less is nothing


@dataclass(frozen=True, eq=False)
class Variation:
    """One way to do what a job asks.

    Attributes:
        clip: solved.
        distance: of the mass that counts from the nearest found before it, mirror images included [m]; 0 of the first.
        cost: of its objectives, against the first's.
        differs: where it differs most from the first motion; None of the first.
    """

    clip: Clip
    distance: float = 0.0
    cost: float = 1.0
    differs: Difference | None = None


def variations(
    job: Job,
    count: int,
    *,
    slack: float = 0.25,
    bodies: Sequence[str] = (),
    seed: int = 0,
    tell: Sink = lambda _: None,
    found: Callable[[Variation], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Variation, ...]:
    """The best motion and others that do the same and cost at most (1 + slack) times as much.

    One after the other: the cheapest motion at least so far from all before it (Unlike), and farther, as long as the
    price allows. Left and right exchanged count as the same motion.

    Args:
        job: what all of them do, with given timings.
        count: of motions, the best included.
        slack: share by which they may cost more.
        bodies: names of those whose places count, as of ``body_weights``.
        seed: of the starts; the same one finds the same motions.
        tell: receives status and progress.
        found: receives each as soon as it is there.
        cancelled: asked at each iteration; True keeps those that are there.

    Raises:
        InputError: the job is invalid, there is no such body, or the best motion costs nothing, so that no share of
            it can be more.
    """
    generator, weights = np.random.default_rng(seed), body_weights(job, bodies)
    tell(Status(f"Motion 1 of {count}"))
    best = Variation(animate(job, tell=tell, cancelled=cancelled))
    if not best.clip.provenance.solved:
        return ()
    if best.clip.provenance.objective < FREE:
        raise InputError("the best motion costs nothing; add an objective that variations may cost more of")
    known = [best]
    found(best)
    while len(known) < count and not cancelled():
        tell(Status(f"Motion {len(known) + 1} of {count}"))
        one = _farthest(job, known, slack, weights, generator, tell, cancelled)
        if one is None:
            break
        known.append(one)
        found(one)
    return tuple(known)


def _farthest(
    job: Job,
    known: list[Variation],
    slack: float,
    weights: Array,
    generator: np.random.Generator,
    tell: Sink,
    cancelled: Callable[[], bool],
) -> Variation | None:
    """The farthest that the price allows, of a few tries."""
    best, start, search = None, _start(known[0].clip, generator), _Search(slack)
    for _ in range(TRIES):
        away = search.next_distance()
        clip = animate(_differing(job, known, away, weights), start=start, tell=tell, cancelled=cancelled)
        if cancelled():
            break
        cost = clip.provenance.objective / known[0].clip.provenance.objective
        if search.is_allowed(away, cost if clip.provenance.solved else np.inf):
            best, start = _variation(clip, known, cost, weights), Start.of_clip(clip)
        elif best is None:
            start = _start(known[0].clip, generator)
        if search.is_over:
            break
    return best


class _Search:
    """For the largest distance whose cost is allowed: what a distance costs more grows about as its square."""

    def __init__(self, slack: float) -> None:
        self._slack = slack
        self._allowed: tuple[float, float] = (0.0, 0.0)  # largest distance that is, and what it costs more
        self._refused: tuple[float, float] = (np.inf, np.inf)  # smallest that is not

    def next_distance(self) -> float:
        """To try [m]."""
        (least, cheap), (most, dear), slack = self._allowed, self._refused, self._slack
        if not np.isfinite(most):
            return least * float(np.clip(np.sqrt(slack / max(cheap, 1e-6)), *GROWTH)) if least else FIRST
        if not np.isfinite(dear):
            return (least + most) / 2
        share = (slack - cheap) / (dear - cheap)
        return float(np.sqrt(least**2 + np.clip(share, 0.1, 0.9) * (most**2 - least**2)))

    def is_allowed(self, distance: float, cost: float) -> bool:
        """Whether a distance may cost so many times as much; it is remembered."""
        if cost - 1 <= self._slack:
            self._allowed = max(self._allowed, (distance, max(cost - 1, 0.0)))
            return True
        self._refused = min(self._refused, (distance, cost - 1))
        return False

    @property
    def is_over(self) -> bool:
        """Whether farther ones would hardly be farther."""
        return self._allowed[1] > USED * self._slack or self._refused[0] < LEAST


def _differing(job: Job, known: list[Variation], away: float, weights: Array) -> Job:
    """The job of a motion that is so far from all that are known."""
    half = job.cycle is not None and job.cycle.mirrored
    others = tuple(unlike(image, away, weights, half=half) for one in known for image in images(one.clip))
    quickly = replace(job.options, max_iterations=ITERATIONS, time_limit=min(SECONDS, job.options.time_limit))
    return replace(
        job, name=f"{job.name} {len(known) + 1}", constraints=(*job.constraints, *others), options=quickly
    )


def _start(clip: Clip, generator: np.random.Generator) -> Start:
    """A motion beside a known one: slow waves in every joint."""
    start = Start.of_clip(clip)
    index, tree = start.transcription.variables.q, start.transcription.tree
    phase = 2 * np.pi * np.arange(len(index))[:, None] / len(index)
    waves = np.zeros(index.shape)
    for k in range(3):
        one, other = generator.normal(size=(2, tree.n)) / (k + 1)
        waves += one * np.cos(k * phase) + other * np.sin(k * phase)
    waves[:, ~tree.rotation | tree.root_turns] = 0.0
    x = start.x.copy()
    x[index] += DISTURBED * waves / np.sqrt(np.mean(waves**2))
    return replace(start, x=x)


def _variation(clip: Clip, known: list[Variation], cost: float, weights: Array) -> Variation:
    distance = min(mass_distance(clip.motion, image, weights) for one in known for image in images(one.clip))
    return Variation(clip, distance, cost, difference(clip.motion, known[0].clip.motion))
