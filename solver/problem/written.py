"""The constraints and objectives of a job that are told by expressions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..errors import InputError
from .constraints.beside_boxes import beside_boxes
from .expression.request import LEAST_PEAK, Request

if TYPE_CHECKING:
    from .job import Job


def written_constraints(job: "Job") -> list[tuple[str, Request]]:
    """Field and request of each.

    Raises:
        InputError: a constraint makes no sense by itself.
    """
    found = []
    for k, constraint in enumerate(job.constraints):
        if hasattr(constraint, "requests"):
            field = f"job.constraints[{k}]"
            with inside(field):
                found += [(field, request) for request in constraint.requests()]
    return [*found, *beside_boxes(job)]


def least_peaks(job: "Job") -> list[str]:
    """Fields of the constraints whose peak has a lower bound."""
    return [field for field, request in written_constraints(job) if request.of == LEAST_PEAK]


def written_objectives(job: "Job") -> list[tuple[str, Request]]:
    """Field and request of each."""
    return [
        (f"job.objectives[{k}]", request)
        for k, objective in enumerate(job.objectives)
        if hasattr(objective, "integrands")
        for request in objective.integrands(job)
    ]


@contextmanager
def inside(field: str) -> Iterator[None]:
    """Errors tell the path of a part of ``field`` as a path of the job."""
    try:
        yield
    except InputError as error:
        if error.field.startswith(("job", "character")):
            raise
        message = str(error).removeprefix(f"{error.field}: ")
        raise InputError(message, field=f"{field}.{error.field}" if error.field else field) from error


def expression_points(job: "Job") -> list[tuple[str, tuple[float, float, float]]]:
    """(body, place in the rest pose) of the points that a job's expressions measure.

    Raises:
        InputError: an expression is wrong.
    """
    written = [*written_constraints(job), *written_objectives(job)]
    if not written and not job.subexpressions:
        return []  # sympy takes a third of a second to load
    from .expression.reading import check_subexpressions, read
    from .expression.rest_points import rest_points

    check_subexpressions(job.subexpressions, job.character)
    texts = {s.name: s.expression for s in job.subexpressions}
    points: dict[tuple[str, tuple[float, float, float]], None] = {}
    for field, request in written:
        expression = read(
            request.expression,
            job.character,
            subexpressions=texts,
            parameters=[name for name, _ in request.tracks],
            field=f"{field}.expression",
        )
        points |= dict.fromkeys(rest_points(job.character, expression.signals))
    return list(points)
