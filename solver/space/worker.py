"""Solves one sample in a worker process."""

import time
from dataclasses import replace

from ..animate import animate, make_clip
from ..clip.clip import Clip
from ..errors import InputError
from ..optimise.fallback import NOT_FOUND
from ..optimise.solve import NO_RESULT, solve
from ..optimise.start import Start
from ..problem.formulate import formulate
from ..problem.problem import Problem
from ..problem.timing.free_timings import is_free
from ..scheduling.own_process import ends_after, is_stopped
from ..store.encoded_clip import EncodedClip
from ..store.sample_table import CANCELLED, FAILED, INFEASIBLE, SOLVED, FinishedSample
from ..wording.violations import why_unsolved
from .task import Answer, Lead, SampleTask

GRACE = 2.0  # times the limit; an unresponsive process ends itself after that
LEAST_GRACE = 30.0  # s


class _Process:
    """State of the process between samples.

    Attributes:
        problem: the last one; the next sample's may share its parts.
    """

    problem: Problem | None = None


def solve_task(task: SampleTask) -> Answer:
    """Solves one sample; invalid input gives an answer, not an exception."""
    began = time.perf_counter()
    with ends_after(max(GRACE * task.time_limit, LEAST_GRACE)):
        try:
            return _solved(task, began)
        except InputError as error:
            seconds = time.perf_counter() - began
            reason, field = str(error.words), error.field
            return Answer(
                FinishedSample(task.index, FAILED, reason, task.start_name, seconds=seconds, field=field)
            )


def _solved(task: SampleTask, began: float) -> Answer:
    options = task.job.options
    limit = min(options.time_limit, task.time_limit)
    job = replace(task.job, options=replace(options, time_limit=limit))
    if is_free(job):  # trials run sequentially, as the other workers have their own samples
        clip = animate(job, cancelled=is_stopped, start=_start(task))
        return _answer(task, clip, None, began, limit)
    solution = solve(
        job, send=lambda _: None, cancelled=is_stopped, start=_start(task), start_alone=task.is_again
    )
    _Process.problem = solution.problem
    lead = Lead(solution.x, solution.multipliers, solution.halfway, solution.problem.structure)
    return _answer(task, make_clip(solution), lead, began, limit)


def _answer(task: SampleTask, clip: Clip, lead: Lead | None, began: float, limit: float) -> Answer:
    made, seconds = clip.provenance, time.perf_counter() - began
    state, reason = SOLVED, ""
    if not made.solved or (lead is None and is_stopped()):  # a stopped search has no final choice
        (state, reason), lead = _failure(clip, seconds, limit), None
    is_kept = state != CANCELLED and (state == SOLVED or not task.is_again)  # else the first attempt is kept
    encoded = EncodedClip.of_clip(clip) if is_kept else None
    finished = FinishedSample(
        *(task.index, state, reason, task.start_name, made.strategy, seconds, made.iterations, encoded)
    )
    return Answer(finished, lead)


def _failure(clip: Clip, seconds: float, limit: float) -> tuple[str, str]:
    """State of a sample without a motion, and the reason."""
    if is_stopped():
        return CANCELLED, ""
    # samples differ in frames
    message = why_unsolved(clip.provenance.violations).text(lambda moment: f"{moment.seconds:.2f} s")
    if seconds >= limit:
        return FAILED, f"it took longer than {limit:g} s: {message}"
    status = clip.provenance.status
    return (
        INFEASIBLE,
        f"{status.rstrip('.') if status in (NO_RESULT, NOT_FOUND) else 'no solution found'}: {message}",
    )


def _start(task: SampleTask) -> Start | None:
    if task.start is None:
        return None
    if isinstance(task.start, bytes):
        return Start.of_clip(Clip.from_bytes(task.start))
    job, lead = task.start
    problem = formulate(job, like=_Process.problem)  # multipliers are transferred by its rows
    return Start(
        problem.transcription, lead.x, lead.multipliers, lead.halfway, lead.structure, like=problem
    )  # fmt: skip
