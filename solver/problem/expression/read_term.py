"""The expression of a job's constraint or objective."""

from ...expression.reading import Expression, read
from ...job.job import Job
from .term import Term


def read_term(request: Term, job: Job, field: str) -> Expression:
    """The expression of a request at the path ``field``, with the names that the job defines.

    Raises:
        InputError: the text is invalid.
    """
    return read(
        request.expression,
        job.character,
        subexpressions=subexpressions(job),
        parameters=[name for name, _ in request.tracks],
        field=f"{field}.expression",
    )


def subexpressions(job: Job) -> dict[str, str]:
    """Texts by name."""
    return {each.name: each.expression for each in job.subexpressions}
