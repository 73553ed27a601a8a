"""The value of an expression on a finished clip."""

from dataclasses import replace

from ...clip.clip import Clip
from ...job.aggregates import INTEGRAL, MEAN, PEAK
from ...job.constraints.expression import ExpressionConstraint
from ..checks.terms import require_one_number
from ..guess.clip_unknowns import clip_unknowns
from ..state import State
from ..transcription import transcribe
from .faults import term_values
from .term import Term


def measured(clip: Clip, expression: str, *, of: str = PEAK) -> float:
    """Value of an expression on a clip, in the expression's unit.

    Args:
        clip: to measure.
        expression: a number, as in docs/developer/expressions.md.
        of: its largest value for "peak", its smallest for "each", else its mean or integral over time.

    Raises:
        InputError: the expression is invalid, is not a number, or has no value at any frame.
    """
    constraint = ExpressionConstraint(
        expression, lower=0.0
    )  # an unbounded constraint that adds the points and sums
    job = replace(clip.job, constraints=(*clip.job.constraints, constraint))
    transcription = transcribe(job).full_cycle
    state = State(transcription, clip_unknowns(clip, transcription))
    _, values = term_values(state, Term(expression, of=of if of in (MEAN, INTEGRAL) else PEAK), "quantity")
    require_one_number(*values.shape)
    return float(values.max() if of == PEAK else values.min())
