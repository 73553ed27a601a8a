"""Quantities that expressions cannot measure while the steps between frames are unknowns."""

from ...errors import InputError


def needs_given_steps(what: str) -> InputError:
    """The error that says so; it lacks the field."""
    return InputError(
        f"timings by gradient do not know how {what} depends on them; expected a value of single frames, "
        "or a search for timings that solves each try, such as cma_es"
    )
