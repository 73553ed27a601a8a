"""Checks of expressions: first of their kind and the frames that they name, then of the frames that are left."""

from typing import TYPE_CHECKING, NoReturn

from ...errors import InputError
from ...job.frames import frame_count
from ...job.job import Job
from ...sentence import Moment, Sentence
from ..expression.term import LEAST_PEAK, Term

if TYPE_CHECKING:  # sympy takes a third of a second to load
    from ...expression.reading import Expression


def check_bounded(term: Term, expression: "Expression", job: Job, *, field: str) -> None:
    """Checks a constraint's expression.

    Args:
        term: with its bounds.
        expression: read from it.
        job: of the constraint.
        field: path of the constraint.

    Raises:
        InputError: it does not depend on the motion, names a frame that does not exist, or is a vector whose peak has
            a lower bound.
    """
    if term.of == LEAST_PEAK:
        _require_number(expression, "the peak of a number has a lower bound", field=field)
    _check(expression, job, field=field)


def check_minimized(expression: "Expression", job: Job, *, field: str) -> None:
    """Checks an objective's expression; see ``check_bounded``.

    Raises:
        InputError: as there, or it is a vector.
    """
    _require_number(expression, "dot(a, a) is its squared length", field=field)
    _check(expression, job, field=field)


def require_frames(count: int, missing: str, *, field: str) -> None:
    """Checks that the conditions of an expression leave a frame.

    Args:
        count: of frames that are left.
        missing: what there would be at one.
        field: path of the expression's constraint or objective.

    Raises:
        InputError: they leave none.
    """
    if not count:
        raise InputError(f"there is no frame {missing}", field=f"{field}.when")


def require_neighbors(exist: bool, expression: "Expression", when: Moment, *, field: str) -> None:
    """Checks that the frames exist which an expression needs for its value at some time.

    Raises:
        InputError: one does not.
    """
    if not exist:
        why = (
            "accelerations, forces and central velocities need frames beside it, and there an open clip ends"
        )
        raise InputError(Sentence.of(f"'{expression.text}' has no value at ", when, f": {why}"), field=field)


def require_one_number(n_outputs: int, n_frames: int) -> None:
    """Checks that a measured expression is a number and has a value at some frame.

    Raises:
        InputError: it is not, or has none.
    """
    if n_outputs != 1 or not n_frames:
        raise InputError(f"expected a number, found {n_outputs} values", field="quantity")


def refuse_constant(term: Term, when: Moment, *, field: str) -> NoReturn:
    """Refuses an expression that nothing can change and that is out of bounds, such as the force of a foot in the air.

    Raises:
        InputError: always.
    """
    raise InputError(
        Sentence.of(f"'{term.expression}' cannot change at ", when, " and is out of bounds"), field=field
    )


def refuse_moving_axes(contact: str) -> NoReturn:
    """Refuses the force of a contact at frames at which it touches a moving body.

    Raises:
        InputError: always, without a field.
    """
    raise InputError(f"the force of '{contact}' has no fixed axes while it touches a moving body")


def refuse_free_steps(quantity: str) -> NoReturn:
    """Refuses a quantity that is not defined if the steps between frames are unknowns.

    Raises:
        InputError: always, without a field.
    """
    raise InputError(
        f"timings by gradient do not support {quantity}; expected a value of single frames, a velocity "
        "or an integral, or a search that solves each try, such as cma_es"
    )


def _check(expression: "Expression", job: Job, *, field: str) -> None:
    if not expression.signals:
        raise InputError(f"'{expression.text}' does not depend on the motion", field=field)
    n = frame_count(job)
    for signal in expression.signals + expression.constants:
        if signal.frame is not None and not -n <= signal.frame < n:
            raise InputError(f"expected a frame from {-n} to {n - 1}, found {signal.frame}", field=field)


def _require_number(expression: "Expression", remedy: str, *, field: str) -> None:
    if len(expression.outputs) != 1:
        raise InputError(f"'{expression.text}' is a vector; {remedy}", field=field)
