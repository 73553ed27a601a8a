"""An expression as it is asked of a transcription."""

from ...expression.reading import Expression
from ..transcription import Transcription
from .free_steps import with_free_steps
from .instances import Instances
from .samples import Samples
from .selection import known
from .term import Term


def asked(
    transcription: Transcription,
    request: Term,
    expression: Expression,
    samples: Samples,
    *,
    integrated: bool = False,
) -> Instances:
    """Its instances at some samples.

    Args:
        transcription: of the job.
        request: whose expression it is.
        expression: as it was read.
        samples: where it is asked, as ``select`` says.
        integrated: whether unknown steps are factors of the values, which then add up to an integral over time.
    """
    if transcription.has_free_steps:
        expression = with_free_steps(transcription, expression, samples, integrated=integrated)
    return Instances(transcription, expression, samples, known(transcription, request, expression, samples))
