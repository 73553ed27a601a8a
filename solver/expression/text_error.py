"""An error in the text of an expression, shown with a caret below its position."""

import difflib
from collections.abc import Iterable

from ..errors import InputError


class TextError(Exception):
    """An error at a column of a text.

    Attributes:
        message: one sentence.
        column: from 0.
        text: the whole text; empty until known.
    """

    def __init__(self, message: str, column: int = 0, text: str = "") -> None:
        super().__init__(message)
        self.message, self.column, self.text = message, column, text

    def as_input_error(self, field: str) -> InputError:
        """The error as a message with the text and a caret."""
        return InputError(f"{self.message}\n    {self.text}\n    {' ' * self.column}^", field=field)


def unknown(kind: str, name: str, known: Iterable[str], column: int) -> TextError:
    """Error of an unknown name, with the nearest known one."""
    known = sorted(set(known))
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if not near:
        near = [k for k in known if k.lower() == name.lower()]
    hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known) or 'none'}"
    return TextError(f"there is no {kind} '{name}'; {hint}", column)
