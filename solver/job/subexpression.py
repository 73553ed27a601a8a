"""An expression with a name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Subexpression:
    """Named part of other expressions (Cohen 1992, section 3.5); it can use others in turn.

    Attributes:
        name: letters, digits and "_"; not used by anything else.
        expression: a number, a vector or an object such as ``body("hand.L")``.
    """

    name: str
    expression: str
