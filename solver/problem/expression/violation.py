"""The violation of a term."""

from ...job.aggregates import EACH
from ...verify.violation import Place, Violation
from ..transcription import Transcription
from .term import Term


def term_violation(
    transcription: Transcription, field: str, term: Term, amount: float, frame: int | None
) -> Violation:
    """Violation of a term by an amount.

    Args:
        transcription: of its job.
        field: path of the term's specification in the job.
        term: that is violated.
        amount: beyond its bound, in its unit.
        frame: of the violation; None: the motion as a whole.
    """
    place = Place(None if frame is None else transcription.when(frame), term.about)
    aggregate = "" if term.of == EACH else term.of
    subject, unit, dof = term.subject or (term.expression,), term.unit, None
    if term.dof:
        dof = transcription.tree.dofs[transcription.tree.names.index(term.dof)]
        subject, unit = (dof.owner,), term.unit or ("rad" if dof.turns else "m")
    return Violation(term.kind, subject, amount, unit, place, field, dof, aggregate=aggregate)
