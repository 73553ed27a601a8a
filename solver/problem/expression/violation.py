"""The violation of a term."""

from ...job.aggregates import EACH
from ...verify.violation import Place, Violation
from ..transcription import Transcription
from .term import Term


def term_violation(
    transcription: Transcription, field: str, term: Term, amount: float, frame: int | None
) -> Violation:
    """A term that is so far beyond a bound.

    Args:
        transcription: of its job.
        field: path in the job of what asks for it.
        term: that does not hold.
        amount: beyond its bound, in its unit.
        frame: at which; None: it is about the motion as a whole.
    """
    place = Place(None if frame is None else transcription.when(frame), term.about)
    aggregate = "" if term.of == EACH else term.of
    subject, unit, dof = term.subject or (term.expression,), term.unit, None
    if term.dof:
        dof = transcription.tree.dofs[transcription.tree.names.index(term.dof)]
        subject, unit = (dof.owner,), term.unit or ("rad" if dof.turns else "m")
    return Violation(term.kind, subject, amount, unit, place, field, dof, aggregate=aggregate)
