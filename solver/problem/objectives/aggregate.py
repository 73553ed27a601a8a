"""Objectives that are an expression over time: its integral, its mean, or its peak."""

from typing import TYPE_CHECKING

import numpy as np

from ...job.aggregates import INTEGRAL, MEAN, PEAK
from ..expression.term import Term
from ..expression_terms import peaks
from ..transcription import Transcription
from .peak_value import PeakValue

if TYPE_CHECKING:  # sympy takes a third of a second to load
    from ..expression.sums import Sums


def aggregate(transcription: Transcription, term: Term, field: str) -> "Sums | PeakValue":
    """One row: the integral, the mean, or the peak of an expression over its frames.

    An integral averages the halves of a mirrored cycle, because other objectives count one half.

    Raises:
        InputError: the expression has no value at a frame that it needs.
    """
    from ..expression.instantiate import instantiate
    from ..expression.read_term import read_term
    from ..expression.selection import select
    from ..expression.sums import Sums
    from ..rows.expression_rows import weights

    if term.of == PEAK:
        return PeakValue(int(transcription.variables.peak[list(peaks(transcription.job)).index(term)]))
    expression = read_term(term, transcription.job, field)
    samples = select(transcription, term, expression, field)
    instances = instantiate(transcription, term, expression, samples, integrated=term.of == INTEGRAL)
    factor = weights(transcription, samples, mean=term.of == MEAN)[None]
    if term.of == INTEGRAL and transcription.timeline.mirror:
        factor = factor / 2
    return Sums(instances, np.zeros(factor.shape, np.intp), factor, 1)
