"""An error in the text of an expression, shown with a caret below its position."""

import difflib
from collections.abc import Iterable

from ..errors import InputError


class TextError(Exception):
    """What is wrong, and at which column of the text.

    Attributes:
        message: one sentence.
        column: from 0.
        text: in which it stands; empty until it is known.
    """

    def __init__(self, message: str, column: int = 0, text: str = "") -> None:
        super().__init__(message)
        self.message, self.column, self.text = message, column, text

    def as_input_error(self, field: str) -> InputError:
        """The same for the user."""
        return InputError(f"{self.message}\n    {self.text}\n    {' ' * self.column}^", field=field)


def unknown(what: str, name: str, known: Iterable[str], column: int) -> TextError:
    """A name that does not exist, with the nearest one that does."""
    known = sorted(set(known))
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if not near:
        near = [k for k in known if k.lower() == name.lower()]
    hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known) or 'none'}"
    return TextError(f"there is no {what} '{name}'; {hint}", column)
