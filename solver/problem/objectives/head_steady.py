"""Rotation and shaking of a body, such as the head."""

from ...job.aggregates import INTEGRAL
from ...job.job import Job
from ...job.objectives.head_steady import HeadSteady
from ..expression.term import Term

TURN_TIME = 1.0  # s; turning by 1 rad in this time costs 1 per second


SHAKE_TIME = 0.3  # s; an acceleration of 1 m in the square of this time costs 1 per second


def integrands(objective: HeadSteady, job: Job) -> tuple[Term, ...]:
    """Angular velocity and acceleration, each at the times of its differences."""
    body = f"body({objective.body!r})"
    rates = (f"{body}.{axis}_axis.velocity" for axis in "xyz")
    spin = " + ".join(f"dot({rate}, {rate})" for rate in rates)
    shake = f"dot({body}.acceleration, {body}.acceleration)"
    texts = (f"{TURN_TIME**2 / 2!r} * ({spin})", f"{SHAKE_TIME**4!r} * {shake}")
    return tuple(Term(text, of=INTEGRAL) for text in texts)
