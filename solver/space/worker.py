"""One sample, solved in whatever process an executor puts it."""

import time
from dataclasses import replace

from ..animate import make_clip
from ..errors import InputError
from ..motion.clip import Clip
from ..motion.encoded_clip import EncodedClip
from ..motion.sample_table import CANCELLED, FAILED, INFEASIBLE, SOLVED, Finished
from ..optimise.solution import Solution
from ..optimise.solve import solve
from ..optimise.start import Start, structure
from ..problem.setting import make_setting
from .own_process import ends_after, is_stopped
from .task import Answer, Lead, Task

GRACE = 2.0  # times the limit, after which a process that does not answer ends itself
LEAST_GRACE = 30.0  # s


def solve_task(task: Task) -> Answer:
    """Solves one sample; bad input is an answer, too."""
    began = time.perf_counter()
    with ends_after(max(GRACE * task.time_limit, LEAST_GRACE)):
        try:
            return _solved(task, began)
        except InputError as error:
            seconds = time.perf_counter() - began
            return Answer(Finished(task.place, FAILED, str(error), task.start_name, seconds=seconds))


def _solved(task: Task, began: float) -> Answer:
    options = task.job.options
    limit = min(options.time_limit, task.time_limit)
    job = replace(task.job, options=replace(options, time_limit=limit))
    solution = solve(job, tell=lambda _: None, cancelled=is_stopped, start=_start(task))
    clip = make_clip(solution)
    state, reason = _state(solution, clip, limit)
    encoded = EncodedClip.of_clip(clip) if state == SOLVED else None
    finished = Finished(
        *(task.place, state, reason, task.start_name, solution.rung),
        time.perf_counter() - began,
        solution.iterations,
        encoded,
    )
    if state != SOLVED:
        return Answer(finished)
    return Answer(finished, Lead(solution.x, solution.multipliers, structure(solution.problem)))


def _start(task: Task) -> Start | None:
    if task.start is None:
        return None
    if isinstance(task.start, bytes):
        return Start.of_clip(Clip.from_bytes(task.start))
    job, lead = task.start
    return Start(make_setting(job), lead.x, lead.multipliers, lead.structure)


def _state(solution: Solution, clip: Clip, limit: float) -> tuple[str, str]:
    """State of a sample and why it is not solved."""
    if solution.solved:
        return SOLVED, ""
    if solution.cancelled:
        return CANCELLED, ""
    told = "; ".join(clip.provenance.violations) or "no constraint is violated, but it could still be better"
    if sum(solution.seconds[part] for part in ("formulate", "first_guess", "optimise")) >= limit:
        return FAILED, f"it took longer than {limit:g} s: {told}"
    return INFEASIBLE, f"{solution.status.rstrip('.')}: {told}"
