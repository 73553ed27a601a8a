"""Instances of an expression on the frames of a transcription."""

from ...expression.reading import Expression
from ..transcription import Transcription
from .free_steps import with_free_steps
from .instances import Instances
from .samples import Samples
from .selection import known
from .term import Term


def instantiate(
    transcription: Transcription,
    request: Term,
    expression: Expression,
    samples: Samples,
    *,
    integrated: bool = False,
) -> Instances:
    """Instances of an expression at samples.

    Args:
        transcription: of the job.
        request: with the text of the expression.
        expression: parsed.
        samples: from ``select``.
        integrated: whether unknown steps are factors of the values, which then add up to an integral over time.
    """
    if transcription.has_free_steps:
        expression = with_free_steps(transcription, expression, samples, integrated=integrated)
    return Instances(transcription, expression, samples, known(transcription, request, expression, samples))
