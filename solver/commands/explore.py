"""Finds several motions or bodies for a job, and saves each."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from math import degrees
from pathlib import Path
from typing import TYPE_CHECKING

from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Found, Sink, Status
from ..problem.timing.free_timings import is_free
from ..sentence import Moment, Sentence
from ..whole_file import require_folder
from .deliver import keep
from .explore_request import (
    HANDS_AND_FEET,
    JOINT_ANGLES,
    MASS,
    METRICS,
    OWN_EXPRESSION,
    SHAPE,
    WHOLE_BODY,
    VariationsRequest,
)

if TYPE_CHECKING:  # IPOPT, scipy
    from ..explore.metrics.metric import Metric
    from ..explore.shapes import Shape
    from ..explore.variation import Variation

DIGITS = 8  # of the digest that identifies known motions


def find_variations(request: VariationsRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the folder.

    Raises:
        InputError: the job is invalid or has free timings.
    """
    job, folder = _varied(request), Path(request.out)
    if request.by not in METRICS:
        raise InputError(f"expected one of {', '.join(METRICS)}, found '{request.by}'", field="--by")
    if bool(request.expression) != (request.by == OWN_EXPRESSION):
        raise InputError("expected an expression with --by expression, otherwise none", field="--expression")
    if request.bodies and request.by != MASS:
        raise InputError(f"expected no bodies, as motions differ by {request.by}", field="--body")
    found = _shapes if request.by == SHAPE else _motions
    n_found = found(job, request, folder, send, stop)
    if stop.is_set():
        send(Status("Stopped; the motions that were found are kept"))
        return EXIT_CANCELLED, str(folder)
    if not n_found:
        send(Error("no motion meets the job's goals; solve it to see what conflicts"))
        return EXIT_NO_SOLUTION, ""
    if n_found < request.count:
        send(Status(f"{n_found} of {request.count} were found; allow more cost"))
    return EXIT_SOLVED, str(folder)


def _motions(job: Job, request: VariationsRequest, folder: Path, send: Sink, stop: threading.Event) -> int:
    """Finds different motions of one character; returns their number."""
    from ..explore.earlier import ExplorationStore
    from ..explore.variation import Variation
    from ..explore.variation_search import VariationSearch
    from ..explore.variations import variations

    unlike, metric = [Clip.load(Path(each)) for each in request.unlike], _metric(job, request)
    kept = None if request.store is None else ExplorationStore(Path(request.store), _asked(request, unlike))
    require_folder(folder)

    def found(variation: Variation) -> None:
        file = keep(variation.clip, folder / f"variation_{variation.number}.npz", send)
        if kept is not None:
            kept.keep_in_row(variation.clip, variation.number)
        is_known = kept is not None and kept.has_given(variation.clip)
        send(Found.of(_words_of(variation, metric.unit), clip=str(file), is_known=is_known))

    search = VariationSearch(
        earlier=() if kept is None else kept.row(job)[: request.count], keeps_apart=not request.may_overlap,
        seed=request.seed, workers=request.workers, send=send, on_found=found, cancelled=stop.is_set,
    )  # fmt: skip
    made = variations(job, request.count, slack=request.slack, metric=metric, unlike=unlike, search=search)
    return len(made)


def _asked(request: VariationsRequest, unlike: Sequence[Clip]) -> str:
    """Key of the options that, besides the job, determine the motions found."""
    by = request.expression or " and ".join((request.by, *sorted(request.bodies)))
    digest = sha256(b"".join(clip.q.tobytes() for clip in unlike)).hexdigest()[:DIGITS] if unlike else "none"
    apart = "" if request.may_overlap else ", bodies apart"
    tried = "" if request.workers in (None, 1) else f", {request.workers} starts each"
    if request.free_limbs is not None:
        by += f", free limbs by {request.free_limbs:g}"
    return f"{request.slack:g} more, by {by}, seed {request.seed}, unlike {digest}{apart}{tried}"


def _shapes(job: Job, request: VariationsRequest, folder: Path, send: Sink, stop: threading.Event) -> int:
    """Finds different bodies; returns their number."""
    from ..explore.shapes import Shape, shapes

    if request.unlike:
        raise InputError("expected no motions to differ from, as bodies differ", field="--unlike")
    if request.store is not None:
        raise InputError("expected no store, as each shape is a job of its own", field="--store")
    require_folder(folder)

    def found(shape: Shape) -> None:
        file = keep(shape.clip, folder / f"variation_{shape.number}.npz", send)
        send(Found(_words_of_shape(shape), clip=str(file)))

    made = shapes(
        job,
        request.count,
        slack=request.slack,
        seed=request.seed,
        send=send,
        on_found=found,
        cancelled=stop.is_set,
    )
    return len(made)


def _varied(request: VariationsRequest) -> Job:
    """The job of all variations, near a clip if requested."""
    job = Job.load(Path(request.job))
    if is_free(job):
        raise InputError("expected fixed timings; solve the job first", field="job")
    if request.like is None:
        return job
    from ..explore.alignment import aligned
    from ..explore.distance import body_weights, near_to

    like = Clip.load(Path(request.like))
    near = near_to(
        aligned(like, job), request.within, job, body_weights(job, request.bodies, request.free_limbs)
    )
    return replace(job, constraints=(*job.constraints, near))


def _metric(job: Job, request: VariationsRequest) -> "Metric":
    """Metric of the difference between motions.

    Raises:
        InputError: there is no such body, or the expression is invalid.
    """
    from ..explore.metrics.hands_and_feet import HandsAndFeet
    from ..explore.metrics.joint_angles import JointAngles
    from ..explore.metrics.mass import MassDistance
    from ..explore.metrics.whole_body import WholeBody

    if request.by == WHOLE_BODY:
        return WholeBody(job)
    if request.by == HANDS_AND_FEET:
        return HandsAndFeet(job)
    if request.by == JOINT_ANGLES:
        return JointAngles(job)
    if request.by == OWN_EXPRESSION:
        from ..explore.metrics.own_expression import OwnExpression  # SymPy

        return OwnExpression(job, request.expression)
    return MassDistance(job, request.bodies, request.free_limbs)


def _words_of(variation: "Variation", unit: str) -> Sentence:
    """Cost of a variation, and where and when it differs."""
    if variation.differs is None:
        return Sentence.of("The cheapest")
    body, differs = variation.differs.body, variation.differs
    away = {"m": f"{100 * variation.distance:.1f} cm", "rad": f"{degrees(variation.distance):.1f} degrees"}
    return Sentence.of(
        f"costs {variation.cost:.2f} times the cheapest and is {away.get(unit, f'{variation.distance:.3g}')} from the "
        f"nearest other; '{body}' differs most, by {100 * differs.distance:.0f} cm at ",
        Moment(differs.frame, differs.seconds),
        "" if variation.overlaps is None else _words_of_overlap(*variation.overlaps),
    )


def _words_of_overlap(body: str, other: str) -> str:
    """Which bodies overlap, whether allowed or not, and how to separate them."""
    return f"; '{body}' passes through '{other}': if that shows, add the goal Avoid Collision for these two"


def _words_of_shape(shape: "Shape") -> str:
    """Cost of a shape, and its longest and shortest bodies."""
    if not shape.factors:
        return "The character as it is"
    ends = {
        max(shape.factors, key=shape.factors.__getitem__),
        min(shape.factors, key=shape.factors.__getitem__),
    }
    lengths = ", ".join(f"'{name}' is {shape.factors[name]:.2f} times as long" for name in sorted(ends))
    return (
        f"costs {shape.cost:.2f} times the first; its lengths differ by {100 * shape.distance:.1f} cm from the nearest "
        f"other's; {lengths}"
    )
