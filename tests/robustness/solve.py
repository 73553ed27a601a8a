"""Solves and judges one task."""

import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from solver.animate import animate
from solver.clip.clip import Clip
from solver.formats.motion_json import to_motion_json
from solver.wording.violations import why_unsolved
from tests.judge.load import load_judge, longest_slide
from tests.robustness.task import Task

LINEAR = 1e-5  # body weights, rms
ANGULAR = 1e-3  # body weights x 1 m, rms
SLIDE = 1e-3  # m
LIMIT = 1e-4  # rad beyond a joint limit, or torque beyond its limit as a share of it


@dataclass(frozen=True)
class Outcome:
    """What became of a task.

    Attributes:
        kind, number, name: of the task.
        solved: whether the optimiser found an optimum.
        judged: whether the motion also passed the judge and our own report.
        reason: why not; empty when all is well.
        seconds: processor time from job to clip, which other programs do not lengthen.
        iterations: of the optimiser.
        objective: its value.
    """

    kind: str
    number: int
    name: str
    solved: bool
    judged: bool
    reason: str
    seconds: float
    iterations: int
    objective: float

    def plain(self) -> dict[str, Any]:
        """JSON value."""
        return asdict(self)


def solve_task(task: Task, *, time_limit: float, keep: Path | None = None) -> Outcome:
    """Solves and judges; a crash is an outcome too.

    Args:
        task: which.
        time_limit: of the optimiser [s].
        keep: folder for the clip.
    """
    start = time.process_time()
    job = replace(task.job, options=replace(task.job.options, time_limit=time_limit))
    try:
        clip = animate(job)
    except Exception as error:  # noqa: BLE001  (the table must name it, whatever it is)
        reason = f"{type(error).__name__}: {error}"
        return Outcome(
            task.kind, task.number, job.name, False, False, reason, time.process_time() - start, 0, 0.0
        )
    seconds = time.process_time() - start
    if keep is not None:
        clip.save(keep / f"{task.number:03d}_{task.kind.replace(' ', '_')}.npz")
    made = clip.provenance
    reason = faults(clip) if made.solved else f"{made.status} {why_unsolved(made.violations[:2])}"
    return Outcome(
        task.kind,
        task.number,
        job.name,
        made.solved,
        made.solved and not reason,
        reason,
        seconds,
        made.iterations,
        made.objective,
    )


def faults(clip: Clip) -> str:
    """What the judge or our own report holds against a motion; empty: nothing."""
    report = clip.report
    figures = [
        ("linear residual", report.linear_residual, LINEAR),
        ("angular residual", report.angular_residual, ANGULAR),
        ("slide", report.slide, SLIDE),
        ("joint limits", report.limit_excess, LIMIT),
        ("torque limits", report.torque_excess, LIMIT),
        ("ground's work", 0.0 if report.is_passive else report.energy.ground_gives, 0.0),
    ]
    verdict = load_judge().judge(to_motion_json(clip))
    figures += [
        ("judge's linear residual", verdict["lin_res"]["rms_bw"], LINEAR),
        ("judge's angular residual", verdict["ang_res"]["rms_bw"], ANGULAR),
        ("judge's slide", longest_slide(verdict) or 0.0, SLIDE),
    ]
    return "; ".join(f"{name} {value:.1e}" for name, value, limit in figures if not value <= limit)
