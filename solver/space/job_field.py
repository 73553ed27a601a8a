"""Numbers of a job by path."""

import difflib
import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ..errors import InputError
from ..job.cycle import Cycle
from ..job.job import Job

PATH = re.compile(r"[a-z_]\w*(\[\d+\])*(\.[a-z_]\w*(\[\d+\])*)*")
STEP = re.compile(r"[a-z_]\w*|\d+")


def with_number(job: Job, path: str, number: float) -> Job:
    """The job with another number at a path such as "cycle.translation[0]"; a missing cycle is created.

    Raises:
        InputError: the path is not in the job, or not a number.
    """
    if not PATH.fullmatch(path):
        raise InputError(f"expected a path such as cycle.translation[0], found '{path}'", field="field")
    if path.startswith("cycle.") and job.cycle is None:
        job = replace(job, cycle=Cycle())
    changed: Job = _with(job, STEP.findall(path), number, path)
    return changed


def _with(owner: Any, steps: list[str], number: float, path: str) -> Any:
    if not steps:
        is_number = isinstance(owner, int | float) and not isinstance(owner, bool)
        if owner is not None and not is_number:
            raise InputError(f"there is no number at '{path}'", field="field")
        return round(number) if isinstance(owner, int) else number
    step, *rest = steps
    if step.isdigit():
        if not isinstance(owner, tuple) or int(step) >= len(owner):
            raise InputError(f"there is no [{step}] at '{path}'", field="field")
        changed = _with(owner[int(step)], rest, number, path)
        return (*owner[: int(step)], changed, *owner[int(step) + 1 :])
    names = [field.name for field in fields(owner)] if is_dataclass(owner) else []
    if step not in names:
        near = difflib.get_close_matches(step, names, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise InputError(f"there is no '{step}' at '{path}'{hint}", field="field")
    return replace(owner, **{step: _with(getattr(owner, step), rest, number, path)})
