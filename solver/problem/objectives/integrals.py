"""Objectives that are integrals over time of any expression."""

from typing import TYPE_CHECKING

import numpy as np

from ...errors import InputError
from ..expression.term import Term
from ..transcription import Transcription

if TYPE_CHECKING:  # sympy takes a third of a second to load
    from ..expression.sums import Sums


def integral(transcription: Transcription, term: Term, field: str) -> "Sums":
    """One row: the integral over the frames that have unknowns.

    In a mirrored cycle the halves are averaged, as other objectives count one half.

    Raises:
        InputError: the expression is wrong or a vector.
    """
    from ...expression.reading import read
    from ..expression.asked import asked
    from ..expression.selection import select, subexpressions
    from ..expression.sums import Sums
    from ..rows.expression_rows import weights

    expression = read(
        term.expression,
        transcription.job.character,
        subexpressions=subexpressions(transcription),
        field=f"{field}.expression",
    )
    if len(expression.outputs) != 1:
        raise InputError(f"'{term.expression}' is a vector; dot(a, a) is its squared length", field=field)
    if not expression.signals:
        raise InputError(f"'{term.expression}' does not depend on the motion", field=field)
    samples = select(transcription, term, expression, field)
    instances = asked(transcription, term, expression, samples, integrated=True)
    share = 0.5 if transcription.timeline.mirror else 1.0
    factor = share * weights(transcription, samples, mean=False)[None]
    return Sums(instances, np.zeros(factor.shape, np.intp), factor, 1)
