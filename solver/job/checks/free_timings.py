"""Checks of free timings."""

import numpy as np

from ...errors import InputError
from ..job import Job


def check_free_timings(job: Job) -> None:
    """Checks that bounds are not reversed and include the initial guess.

    Raises:
        InputError: naming the field.
    """
    free, length = job.timing.free, job.timing.length
    if free is not None:
        _check_bounds(free.shortest, free.longest, np.inf, "job.timing.free", "s")
        if not free.shortest <= length <= free.longest:
            raise InputError(
                f"expected a length within {free.shortest:g} to {free.longest:g} s, found {length:g}",
                field="job.timing.length",
            )
    for i, timing in enumerate(job.contact_timings):
        if timing.free is None or timing.free.follows:
            continue
        for k, (part, bounds) in enumerate(
            (("start", timing.free.start), ("duration", timing.free.duration))
        ):
            _check_bounds(*bounds, 1.0, f"job.contact_timings[{i}].free.{part}", "of the clip")
            for phase in timing.phases:
                if not bounds[0] <= phase[k] <= bounds[1]:
                    raise InputError(
                        f"expected a {part} within {bounds[0]:g} to {bounds[1]:g}, found {phase[k]:g}",
                        field=f"job.contact_timings[{i}].phases",
                    )


def _check_bounds(lower: float, upper: float, maximum: float, where: str, unit: str) -> None:
    if not 0 <= lower <= upper <= maximum:
        limit = "" if np.isinf(maximum) else f" to {maximum:g}"
        raise InputError(
            f"expected bounds from 0{limit} {unit}, the lower first, found {lower:g} to {upper:g}",
            field=where,
        )
