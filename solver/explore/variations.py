"""Different motions for one job, each as different from the others as its price allows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..animate import make_clip
from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..messages import Sink, Status
from ..motion.motion import Motion
from ..optimise.solve import solve
from ..optimise.start import Start
from .distance import images
from .earlier import check_row
from .metrics.mass import MassDistance
from .metrics.metric import Metric
from .motions_within_price import LEAST, MotionsWithinPrice, all_images
from .price import require_cost
from .variation import Variation

MORE_MODES = 1  # than motions that are sought
FEW = 3  # motions that have room enough
MOVES = 2  # times one is moved in the end for each that comes besides
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
    keeps_apart: bool = False,
    seed: int = 0,
    tell: Sink = lambda _: None,
    found: Callable[[Variation], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Variation, ...]:
    """The best motion and others that do the same and cost at most (1 + slack) times as much.

    One after the other, each as far from all before it as its price allows (``Farthest``), from where the best motion
    is softest (``soft_modes``). Where there are more than a few, those nearest to each other are then moved apart in
    turn. Left and right exchanged count as the same motion.

    Args:
        job: what all of them do, with given timings.
        count: of motions, the best included.
        slack: share by which they may cost more.
        bodies: names of those whose places count, as of ``body_weights``.
        metric: how different motions are; None: ``MassDistance`` of the bodies.
        unlike: motions that are known already: all but the best differ from them, too, and it is not found again where
            it is one of them.
        earlier: the first of them, from an earlier run; they are not sought again.
        keeps_apart: whether bodies that do not pass through each other in the best motion do not in others, either.
            Which might is found by trying, so that few rows are added.
        seed: 0: they start from the softest directions themselves; others from mixtures of them.
        tell: receives status and progress.
        found: receives each as soon as it is there, and again, with its number, where it was moved farther away.
        cancelled: asked at each iteration; True keeps those that are there.

    Raises:
        InputError: the job is invalid, there is no such body, or the best motion costs nothing, so that no share of
            it can be more, a known motion has other frames, or one of an earlier run is of another job.
    """
    metric = metric or MassDistance(job, bodies)
    tell(Status(f"Motion 1 of {count}"))
    check_row(earlier, job)
    start = Start.of_clip(earlier[0]) if earlier else None
    solution = solve(job, tell=tell, cancelled=cancelled, start=start)
    best = Variation(earlier[0] if earlier else make_clip(solution))
    if not (solution.solved and best.clip.provenance.solved):
        return ()
    require_cost(best.clip)
    before = _images(unlike, best.clip.motion.n_frames)
    made = []
    if not before or min(metric.apart(best.clip.motion, other) for other in before) > LEAST * metric.plain:
        made.append(best)
        found(best)
    if len(made) == count:
        return tuple(made)
    space = MotionsWithinPrice(
        solution,
        best.clip,
        slack=slack,
        metric=metric,
        count=count - 1 + MORE_MODES,
        keeps_apart=keeps_apart,
        seed=seed,
    )
    known, others = [*before, *images(best.clip)], list[Variation]()
    again = iter(earlier[1:])
    while len(made) < count and not cancelled():
        tell(Status(f"Motion {len(made) + 1} of {count}"))
        rest, clip = [*known, *all_images(others)], next(again, None)
        one = space.farthest(rest, tell, cancelled) if clip is None else space.told(clip, rest)
        if one is None:
            break
        others.append(replace(one, number=len(made) + 1))
        made.append(others[-1])
        found(made[-1])
    for one in _moved_apart(space, others, known, tell, cancelled):
        made[one.number - 1] = one
        found(one)
    return tuple(made)


def _moved_apart(
    space: MotionsWithinPrice,
    others: Sequence[Variation],
    known: Sequence[Motion],
    tell: Sink,
    cancelled: Callable[[], bool],
) -> Iterator[Variation]:
    """Those that could be moved farther away: in turn, of the ones nearest to another, each makes room for the rest."""
    now, turn = list(others), list(range(len(others)))
    for _ in range(MOVES * max(0, len(now) - FEW)):
        tell(Status("Moving the nearest motions apart"))
        away = [space.away(one, known, _without(now, k)) for k, one in enumerate(now)]
        k = next(k for k in turn if away[k] < NEAREST * min(away))
        turn.remove(k)
        turn.append(k)
        better = space.farther(now[k], known, _without(now, k), tell, cancelled)
        if cancelled():
            return
        if better is not None and better.distance > BETTER * away[k]:
            now[k] = better
            yield better


def _without(others: Sequence[Variation], k: int) -> list[Variation]:
    return [*others[:k], *others[k + 1 :]]


def _images(clips: Sequence[Clip], n_frames: int) -> list[Motion]:
    """Motions and mirror images of clips."""
    for clip in clips:
        if clip.motion.n_frames != n_frames:
            raise InputError(
                f"expected motions of {n_frames} frames, found '{clip.name}' with {clip.motion.n_frames}",
                field="unlike",
            )
    return [image for clip in clips for image in images(clip)]
