"""Different motions for one job, each as different from the others as its price allows."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from ..animate import make_clip
from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..messages import Sink, Status
from ..motion.motion import Motion
from ..optimise.solve import solve
from ..optimise.start import Start
from ..scheduling.workers import Workers
from .alignment import aligned
from .distance import images
from .earlier import check_row
from .metrics.mass import MassDistance
from .metrics.metric import Metric
from .motions_within_price import LEAST, MotionsWithinPrice, all_images
from .price import require_cost
from .pushers import Pushers
from .variation import Variation

MORE_MODES = 1  # than motions that are sought
FEW = 3  # motions that have room enough
ENOUGH = 2.0  # of a distance that is plain to see: motions so far from each other need no more room
NEAREST, BETTER = 1.01, 1.002  # times the least distance that is as good as that, and that a move has to gain


def variations(
    job: Job,
    count: int,
    *,
    slack: float = 0.25,
    bodies: Sequence[str] = (),
    metric: Metric | None = None,
    unlike: Sequence[Clip] = (),
    earlier: tuple[Clip, ...] = (),
    keeps_apart: bool = True,
    seed: int = 0,
    workers: Workers | int | None = None,
    send: Sink = lambda _: None,
    found: Callable[[Variation], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Variation, ...]:
    """The best motion and others that meet the same job at a cost of at most (1 + slack) times the best.

    They are found one after another, each as different from all previous ones as the cost allows (``Farthest``),
    starting in the directions in which the cost of the best motion grows least (``soft_modes``). If there are more
    than a few, the closest pairs are then moved apart in turn. A motion and its mirror image count as the same.

    Args:
        job: specifies all motions, with fixed timings.
        count: number of motions, including the best.
        slack: share by which they may cost more than the best.
        bodies: names of the bodies that are compared, as in ``body_weights``.
        metric: measure of the difference; None: ``MassDistance`` of the bodies.
        unlike: known motions, of any timings, from which all but the best must differ as well; the best is left out
            if it is one of them.
        earlier: the first motions, from an earlier run; they are not searched again.
        keeps_apart: whether bodies pass through each other no deeper than in the best motion; where they cannot be
            parted, ``Variation.overlaps`` lists them.
        seed: 0: searches start in the softest directions themselves; otherwise in random mixtures of them.
        workers: that try several starts of each motion in parallel, of which the most different result is kept, or the
            number of processes; None: one start after another. The result depends on the number of workers alone.
        send: receives status and progress.
        found: receives each motion as soon as it is found, and again, with its number, if it was moved farther away.
        cancelled: called at each iteration; True stops and keeps the motions found so far.

    Raises:
        InputError: the job is invalid, there is no such body, the best motion costs nothing, so that no share of it
            can be more, a known motion has other frames, or one of an earlier run is of another job.
    """
    metric = metric or MassDistance(job, bodies)
    send(Status(f"Motion 1 of {count}"))
    check_row(earlier, job)
    start = Start.of_clip(earlier[0]) if earlier else None
    solution = solve(job, send=send, cancelled=cancelled, start=start)
    best = Variation(earlier[0] if earlier else make_clip(solution))
    if not (solution.solved and best.clip.provenance.solved):
        return ()
    require_cost(best.clip)
    before = _images(unlike, best.clip.job)
    made = []
    if not before or min(metric.apart(best.clip.motion, other) for other in before) > LEAST * metric.plain:
        made.append(best)
        found(best)
    if len(made) == count:
        return tuple(made)
    known = [*before, *images(best.clip.motion)]
    with closing(Pushers(workers)) as pushers:
        space = MotionsWithinPrice(
            solution,
            best.clip,
            slack=slack,
            metric=metric,
            count=count - 1 + MORE_MODES,
            keeps_apart=keeps_apart,
            seed=seed,
            pushers=pushers,
        )
        numbers = range(len(made) + 1, count + 1)
        for one in _sought(space, numbers, known, iter(earlier[1:]), send, cancelled):
            made[one.number - 1 : one.number] = [one]
            found(one)
    return tuple(made)


def _sought(
    space: MotionsWithinPrice,
    numbers: range,
    known: Sequence[Motion],
    again: Iterator[Clip],
    send: Sink,
    cancelled: Callable[[], bool],
) -> Iterator[Variation]:
    """One motion after another, those of an earlier run first; then again those that could be moved farther away."""
    others = list[Variation]()
    for number in numbers:
        if cancelled():
            break
        send(Status(f"Motion {number} of {numbers[-1]}"))
        rest, clip = [*known, *all_images(others)], next(again, None)
        one = space.farthest(rest, send, cancelled) if clip is None else space.told(clip, rest)
        if one is None:
            break
        others.append(replace(one, number=number))
        yield others[-1]
    yield from _moved_apart(space, others, known, send, cancelled)


def _moved_apart(
    space: MotionsWithinPrice,
    others: Sequence[Variation],
    known: Sequence[Motion],
    send: Sink,
    cancelled: Callable[[], bool],
) -> Iterator[Variation]:
    """Those that could be moved farther away: in turn, of the ones nearest to another, each makes room for the rest.

    Each once at most, as a second round gains next to nothing, and only until they are far enough apart.
    """
    now, waiting = list(others), list(range(len(others) if len(others) > FEW else 0))
    while waiting:
        away = [space.away(one, known, _without(now, k)) for k, one in enumerate(now)]
        near = [k for k in waiting if away[k] < NEAREST * min(away)]
        if not near or min(away) > ENOUGH * space.plain:
            return
        send(Status("Moving the nearest motions apart"))
        k = near[0]
        waiting.remove(k)
        better = space.farther(now[k], known, _without(now, k), send, cancelled)
        if cancelled():
            return
        if better is not None and better.distance > BETTER * away[k]:
            now[k] = better
            yield better


def _without(others: Sequence[Variation], k: int) -> list[Variation]:
    return [*others[:k], *others[k + 1 :]]


def _images(clips: Sequence[Clip], job: Job) -> list[Motion]:
    """Motions and mirror images of clips, their contacts at those of the job."""
    what = "an open motion" if job.cycle is None else "a cycle"
    for clip in clips:
        if (clip.job.cycle is None) != (job.cycle is None):
            raise InputError(f"expected {what} as '{job.name}' is, found '{clip.name}'", field="unlike")
    return [image for clip in clips for image in images(aligned(clip, job))]
