"""The front of a jump: more in the air for more of what it costs, over every time of flight.

Agrawal & van de Panne 2015, chapter 4, whose evolution strategy needs hours for it. A chain over the frames of flight,
each jump from the one before, with what is traded left free; then, if asked for, jumps between two of the chain, of the
flight of the lower one, that have to do a part of what the higher one does more.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ..animate import make_clip
from ..clip.clip import Clip
from ..errors import InputError
from ..job.constraints.expression import ExpressionConstraint
from ..job.job import Job
from ..messages import Sink, Status
from ..optimise.solve import solve
from ..optimise.start import Start
from ..problem.expression.measured import measured
from .flight import aligned, with_flight
from .front import Dropped, Front, Point, best_of


def jump_front(
    job: Job,
    frames: Sequence[int],
    quantity: str,
    *,
    of: str = "peak",
    between: float = 0.0,
    tell: Sink = lambda _: None,
    found: Callable[[Point], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Front:
    """The best trade-offs between what a jump costs and how much of a quantity it has.

    Args:
        job: a jump; its objectives are the cost.
        frames: in the air, in the order in which jumps follow from each other, as from low to high.
        quantity: expression of which more is better, such as "com.z".
        of: what of the expression is meant, as in ``ExpressionConstraint``.
        between: share of the way from each jump of the chain to the next at which another is sought; 0: none.
        tell: receives status and progress.
        found: receives each point as soon as it is there; some may be dominated by later ones.
        cancelled: asked at each iteration; True keeps what is there.

    Raises:
        InputError: the job or the expression is invalid, the job has no flight, or no number of frames is given.
    """
    if not frames:
        raise InputError("expected a number of frames or more, found none", field="frames")
    chain: list[Point] = []
    dropped: list[Dropped] = []
    for k, number in enumerate(frames, 1):
        tell(Status(f"Jump {k} of {len(frames)}"))
        asked = with_flight(job, number)
        clip = _solved(asked, aligned(chain[-1].clip, asked) if chain else None, tell, cancelled)
        if cancelled():
            break
        if not clip.provenance.solved:
            dropped.append(Dropped(float(number), clip.provenance.violations, is_flight=True))
            continue
        chain.append(Point(measured(clip, quantity, of=of), clip.provenance.objective, clip))
        found(chain[-1])
    points = list(chain)
    for k, (lower, higher) in enumerate(pairwise(chain), 1):
        if cancelled() or not between:
            break
        tell(Status(f"Between two jumps, {k} of {len(chain) - 1}"))
        level = lower.level + between * (higher.level - lower.level)
        bound = ExpressionConstraint(quantity, lower=level, of=of, name=f"{of} of {quantity}")
        below = lower.clip.job
        asked = replace(below, name=f"{job.name} {level:.3g}", constraints=(*below.constraints, bound))
        clip = _solved(asked, Start.of_clip(lower.clip), tell, cancelled, alone=True)
        if clip.provenance.solved:
            points.append(Point(measured(clip, quantity, of=of), clip.provenance.objective, clip))
            found(points[-1])
        elif not cancelled():
            dropped.append(Dropped(level, clip.provenance.violations))
    return best_of(points, dropped)


def _solved(
    job: Job, start: Start | None, tell: Sink, cancelled: Callable[[], bool], *, alone: bool = False
) -> Clip:
    """From a jump like it, which takes a fraction of a second; where that fails, from anywhere, unless ``alone``."""
    if start is not None:
        clip = make_clip(solve(job, tell=tell, cancelled=cancelled, start=start, start_alone=True))
        if alone or clip.provenance.solved or cancelled():
            return clip
    return make_clip(solve(job, tell=tell, cancelled=cancelled))
