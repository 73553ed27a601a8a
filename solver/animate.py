"""From a job to a verified clip."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from . import __version__
from .clip.clip import Clip, Provenance
from .job.job import Job
from .job.solids import soft_depths
from .messages import Sink, Status
from .motion.world_motion import WorldMotion
from .optimise.fallback import REFUTED
from .optimise.found_motion import own_motion
from .optimise.ipopt import VERSION as IPOPT_VERSION
from .optimise.long_motion import is_long, solve_long
from .optimise.own_sides import with_own_sides
from .optimise.solution import Solution
from .optimise.solve import solve
from .optimise.start import Start
from .optimise.timing_search import find_timings
from .problem.expression.faults import expression_faults
from .problem.problem import Problem
from .problem.timing.free_timings import is_free
from .problem.transcription import Transcription
from .record_types import check_types, require_kind
from .scheduling.workers import Workers
from .verify.report import Report
from .verify.solid_depth import solid_violations
from .verify.violation import Violation

N_VIOLATIONS = 3  # listed if there is no solution
SAME_RATE = 1e-9  # relative
VERSIONS = {"spacetime_animator": __version__, "ipopt": IPOPT_VERSION, "numpy": np.__version__}
WINDOWS = "windows"  # strategy of long motions
STOPPED_AT = "Stopped at frame {frame}."


def animate(
    job: Job,
    *,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
    start: Start | None = None,
    workers: Workers | int | None = None,
    keep: Callable[[Solution], None] = lambda _: None,
    like: Problem | None = None,
) -> Clip:
    """Finds the motion that a job specifies and measures how physical it is.

    Free timings are optimized first; the job of the clip then has the timings found, and its provenance their history.
    A drawn motion that is too long for one problem is solved in windows that join; if that is stopped, the clip ends
    there. If the solve fails or is canceled, the clip is the closest attempt and ``clip.provenance.solved`` is false.
    If no motion meets the whole job, ``clip.provenance.infeasible`` is true, the clip deviates from the job as little
    as possible, and ``clip.provenance.violations`` lists the deviations with their places and frames.

    Args:
        job: specifies the motion.
        send: receives status, progress and previews.
        cancelled: called at each iteration; True stops and keeps the best so far.
        start: a similar motion to start from: ``Start.of_clip`` or ``Start.of_solution``.
        workers: that try several free timings in parallel, or the number of processes; None: sequentially in this
            process.
        keep: receives the solution, from which similar jobs can start.
        like: problem of a similar solution, whose unchanged parts are reused.

    Raises:
        InputError: the job is invalid.
    """
    require_kind(job, Job, "job")
    check_types(job, "job")
    if is_free(job):
        return _animate_free(job, send, cancelled, start, workers, keep)
    if start is None and is_long(job):
        return _animate_long(job, send, cancelled)
    solution = solve(job, send=send, cancelled=cancelled, start=start, like=like)
    keep(solution)
    send(Status("Checking the motion's physics"))
    return make_clip(solution, send=send, cancelled=cancelled)


def _animate_free(
    job: Job,
    send: Sink,
    cancelled: Callable[[], bool],
    start: Start | None,
    workers: Workers | int | None,
    keep: Callable[[Solution], None],
) -> Clip:
    """Clip with the best timings or, if the search is stopped, the best so far."""
    found = find_timings(job, send=send, cancelled=cancelled, start=start, workers=workers)
    is_kept = found.cancelled and found.start is not None  # solving it takes only a few iterations
    clip = animate(
        found.job,
        send=send,
        cancelled=(lambda: False) if is_kept else cancelled,
        start=found.start,
        keep=keep,
    )
    infeasible = clip.provenance.infeasible and not found.cancelled  # others may be feasible
    return replace(clip, provenance=replace(clip.provenance, timings=found.history, infeasible=infeasible))


def _animate_long(job: Job, send: Sink, cancelled: Callable[[], bool]) -> Clip:
    """Clip of a motion that is solved in windows, or of its frames until it is stopped."""
    motion = solve_long(job, send=send, cancelled=cancelled)
    send(Status("Checking the motion's physics"))
    start, found = time.perf_counter(), motion.found
    report = found.report()
    refuted = () if motion.unsolved else _refuted(found.world, motion.job, report)
    status = motion.unsolved or (REFUTED if refuted else f"Solved in {motion.windows} windows.")
    provenance = Provenance(
        status=STOPPED_AT.format(frame=found.world.n_frames - 1) if motion.cancelled else status,
        solved=not (motion.unsolved or refuted or motion.cancelled),
        iterations=motion.iterations,
        seconds=motion.seconds | {"verify": time.perf_counter() - start},
        objective=sum(motion.terms.values()),
        terms=motion.terms,
        violations=motion.violations or refuted,
        versions=VERSIONS,
        strategy=WINDOWS,
        infeasible=motion.infeasible and not motion.cancelled,
    )
    return found.clip(motion.job, report, provenance)


def make_clip(
    solution: Solution, *, send: Sink = lambda _: None, cancelled: Callable[[], bool] = lambda: False
) -> Clip:
    """Clip of a solution, verified independently of the optimizer, of the job's character with its own sides.

    A mirrored cycle is solved with even sides. If the character's own differ visibly, its whole cycle is solved from
    there, which takes few iterations.
    """
    solution = with_own_sides(solution, send=send, cancelled=cancelled)
    start = time.perf_counter()
    problem, x = solution.problem, solution.x
    found = own_motion(problem.transcription, x)
    motion = found.world
    report = found.report()
    halves = len(motion.position) / problem.transcription.timeline.n_frames
    terms = {kind: halves * term for kind, term in problem.objective.terms(x).items()}
    refuted = _refuted(found.world, problem.transcription.job, report) if solution.solved else ()
    provenance = Provenance(
        status=REFUTED if refuted else solution.status,
        solved=solution.solved and not refuted,
        iterations=solution.iterations,
        seconds=solution.seconds | {"verify": time.perf_counter() - start},
        objective=sum(terms.values()),
        terms=terms,
        violations=refuted if solution.solved else _worst(solution),
        versions=VERSIONS,
        strategy=solution.strategy,
        infeasible=bool(solution.conflicts),
        unfinished=solution.unfinished,
    )
    clip = found.clip(_as_solved(problem.transcription.own_job, motion.step), report, provenance)
    return _judged(clip, problem.transcription.own_sides) if clip.provenance.solved else clip


def _as_solved(job: Job, step: float) -> Job:
    """The job at the rate at which it was solved: its own, or the nearest with a whole number of frames."""
    if abs(step * job.timing.fps - 1) < SAME_RATE:
        return job
    return replace(job, timing=replace(job.timing, fps=1 / step))


def _judged(clip: Clip, transcription: Transcription) -> Clip:
    """A solved clip; marked as unsolved if expressions evaluated from its own data violate their bounds."""
    start = time.perf_counter()
    faults, made = expression_faults(clip, transcription), clip.provenance
    seconds = made.seconds | {"verify": made.seconds["verify"] + time.perf_counter() - start}
    if not faults:
        return replace(clip, provenance=replace(made, seconds=seconds))
    violations = (*made.violations, *faults[:N_VIOLATIONS])
    refuted = replace(made, status=REFUTED, solved=False, violations=violations, seconds=seconds)
    return replace(clip, provenance=refuted)


def _refuted(motion: WorldMotion, job: Job, report: Report) -> tuple[Violation, ...]:
    """What the judge finds in a motion that meets all rows."""
    given = () if report.is_passive else (report.given_energy,)
    return (*given, *solid_violations(motion, soft_depths(job))[:N_VIOLATIONS])


def _worst(solution: Solution) -> tuple[Violation, ...]:
    """The violations of an unsolved motion: its conflicts, else the worst rows."""
    if not solution.conflicts:
        return solution.problem.violations(solution.x, count=N_VIOLATIONS)
    timeline = solution.problem.transcription.timeline
    if timeline.mirror is None:
        return solution.conflicts
    return tuple(  # the other half of a mirrored cycle has the same violations
        replace(each, frames=(*each.frames, *(timeline.n_frames + frame for frame in each.frames)))
        for each in solution.conflicts
    )
