"""An expression with a name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Subexpression:
    """Part of other expressions (Cohen 1992, section 3.5); it may use further ones.

    Attributes:
        name: a word of letters, digits and "_" that nothing else has.
        expression: a number, a vector or a thing such as ``body("hand.L")``.
    """

    name: str
    expression: str
