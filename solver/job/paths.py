"""Paths of a job's parts in errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InputError


@contextmanager
def inside(field: str) -> Iterator[None]:
    """Adds the path in the job, ``field``, to errors raised within."""
    try:
        yield
    except InputError as error:
        if error.field.startswith(("job", "character")):
            raise
        raise InputError(error.words, field=f"{field}.{error.field}" if error.field else field) from error
