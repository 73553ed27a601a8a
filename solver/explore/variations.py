"""Different motions for one job, each as different from the others as its price allows."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from ..animate import make_clip
from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..messages import Status
from ..motion.motion import Motion
from ..optimise.solve import solve
from ..optimise.start import Start
from ..scheduling.batches import Batches
from .alignment import aligned
from .distance import images
from .earlier import check_row
from .metrics.mass import MassDistance
from .metrics.metric import Metric
from .motions_within_price import LEAST, MotionsWithinPrice, all_images
from .price import require_cost
from .push import pushed
from .variation import Variation
from .variation_search import DEFAULT, VariationSearch

MORE_MODES = 1  # in addition to the number of motions
FEW = 3  # motions that need not be moved apart
ENOUGH = 2.0  # clearly visible distances, beyond which motions need not be moved apart
NEAREST, BETTER = 1.01, 1.002  # factors on a minimal distance: tolerance, and minimum gain of a move


def variations(
    job: Job,
    count: int,
    *,
    slack: float = 0.25,
    bodies: Sequence[str] = (),
    metric: Metric | None = None,
    unlike: Sequence[Clip] = (),
    search: VariationSearch = DEFAULT,
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
        search: how the motions are searched.

    Raises:
        InputError: the job is invalid, there is no such body, the best motion costs nothing, so that no share of it
            can be more, a known motion has other frames, or one of an earlier run is of another job.
    """
    metric = metric or MassDistance(job, bodies)
    search.send(Status(f"Motion 1 of {count}"))
    earlier = search.earlier
    check_row(earlier, job)
    start = Start.of_clip(earlier[0]) if earlier else None
    solution = solve(job, send=search.send, cancelled=search.cancelled, start=start)
    best = Variation(earlier[0] if earlier else make_clip(solution))
    if not (solution.solved and best.clip.provenance.solved):
        return ()
    require_cost(best.clip)
    before = _images(unlike, best.clip.job)
    made = []
    if not before or min(metric.apart(best.clip.motion, other) for other in before) > LEAST * metric.plain:
        made.append(best)
        search.on_found(best)
    if len(made) == count:
        return tuple(made)
    known = [*before, *images(best.clip.motion)]
    busy = Status("Finding different motions")
    with closing(Batches(pushed, search.workers, busy=busy)) as batches:
        space = MotionsWithinPrice(
            solution,
            best.clip,
            slack=slack,
            metric=metric,
            count=count - 1 + MORE_MODES,
            keeps_apart=search.keeps_apart,
            seed=search.seed,
            batches=batches,
        )
        numbers = range(len(made) + 1, count + 1)
        for variation in _sought(space, numbers, known, search):
            made[variation.number - 1 : variation.number] = [variation]
            search.on_found(variation)
    return tuple(made)


def _sought(
    space: MotionsWithinPrice,
    numbers: range,
    known: Sequence[Motion],
    search: VariationSearch,
) -> Iterator[Variation]:
    """One motion after another, those of an earlier run first; then again those that could be moved farther away."""
    variations, earlier = list[Variation](), iter(search.earlier[1:])
    for number in numbers:
        if search.cancelled():
            break
        search.send(Status(f"Motion {number} of {numbers[-1]}"))
        others, clip = [*known, *all_images(variations)], next(earlier, None)
        if clip is None:
            variation = space.farthest(others, search.send, search.cancelled)
        else:
            variation = space.compared(clip, others)
        if variation is None:
            break
        variations.append(replace(variation, number=number))
        yield variations[-1]
    yield from _moved_apart(space, variations, known, search)


def _moved_apart(
    space: MotionsWithinPrice,
    others: Sequence[Variation],
    known: Sequence[Motion],
    search: VariationSearch,
) -> Iterator[Variation]:
    """Variations that could be moved farther away from the others, the one nearest to another first.

    Each is moved at most once, because a second round gains almost nothing, and only until all are far enough apart.
    """
    now, waiting = list(others), list(range(len(others) if len(others) > FEW else 0))
    while waiting:
        away = [space.away(each, known, _without(now, k)) for k, each in enumerate(now)]
        near = [k for k in waiting if away[k] < NEAREST * min(away)]
        if not near or min(away) > ENOUGH * space.plain:
            return
        search.send(Status("Moving the nearest motions apart"))
        k = near[0]
        waiting.remove(k)
        better = space.farther(now[k], known, _without(now, k), search.send, search.cancelled)
        if search.cancelled():
            return
        if better is not None and better.distance > BETTER * away[k]:
            now[k] = better
            yield better


def _without(others: Sequence[Variation], k: int) -> list[Variation]:
    return [*others[:k], *others[k + 1 :]]


def _images(clips: Sequence[Clip], job: Job) -> list[Motion]:
    """Motions of clips, aligned with the contacts of the job, and their mirror images."""
    what = "an open motion" if job.cycle is None else "a cycle"
    for clip in clips:
        if (clip.job.cycle is None) != (job.cycle is None):
            raise InputError(f"expected {what} as '{job.name}' is, found '{clip.name}'", field="unlike")
    return [image for clip in clips for image in images(aligned(clip, job))]
