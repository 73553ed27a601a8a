"""Any expression within bounds."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ...errors import InputError
from ..called import called
from ..expression.request import AGGREGATES, LEAST_PEAK, PEAK, Request
from ..when import ALWAYS, When


@dataclass(frozen=True)
class ExpressionConstraint:
    """lower <= expression <= upper (McIntosh 2011, eq. 3.1 and section 3.2.3; Cohen 1992, section 3.4).

    Attributes:
        expression: as in docs/expressions.md; each component of a vector is bound.
        lower: bound in the expression's unit; None: none.
        upper: the same.
        when: at which frames.
        of: "each" frame's value, their "mean", their "integral" over time, or their "peak": the largest of a
            number, at whichever frame it is.
        value: what the name ``value`` stands for: a dimension of a parameter space sets it.
        name: what reports call it; its text when empty.
        tolerance: by which a value may be beyond a bound, in the expression's unit; a motion with more is not
            solved. None: 1e-6 of the larger bound, or 1e-6 where that is smaller than 1.
        called: whom it is about, as messages call it: a program shows it where the bound is broken.
    """

    kind: ClassVar[str] = "expression"
    expression: str
    lower: float | None = None
    upper: float | None = None
    when: When = ALWAYS
    of: str = "each"
    value: float = 0.0
    name: str = ""
    called: tuple[str, ...] = ()
    tolerance: float | None = None

    def requests(self) -> tuple[Request, ...]:
        """Itself.

        Raises:
            InputError: the bounds make no sense.
        """
        if self.of not in AGGREGATES:
            raise InputError(f"expected one of {', '.join(AGGREGATES)}, found '{self.of}'", field="of")
        if self.lower is None and self.upper is None:
            raise InputError("expected a lower or an upper bound, found neither", field="lower")
        if self.lower is not None and self.upper is not None and self.lower > self.upper:
            raise InputError(f"lower {self.lower:g} is above upper {self.upper:g}", field="lower")
        if self.tolerance is not None and not self.tolerance > 0:
            raise InputError(f"expected a tolerance above 0, found {self.tolerance:g}", field="tolerance")
        bounds = [(self.lower, self.upper, self.of)]
        if self.of == PEAK:
            bounds = [(None, self.upper, PEAK)] if self.upper is not None else []
            bounds += [(self.lower, None, LEAST_PEAK)] if self.lower is not None else []
        (who,) = called(self.called, "")
        asked = partial(Request, self.expression, when=self.when, value=self.value, tolerance=self.tolerance)
        return tuple(
            asked(lower=lower, upper=upper, of=of, label=self.name, about=who) for lower, upper, of in bounds
        )
