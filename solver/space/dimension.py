"""One parameter of a motion, with the values it can take."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..errors import InputError
from .specifiers import NOTHING, Specifiers, SpecifierValue, specifiers

RESERVED = (
    *("value", "time", "time_step", "phase", "duration", "pi", "mass", "weight", "leg_length", "strength"),
    *("com", "momentum", "angular_momentum", "power", "position", "velocity", "acceleration", "root"),
    *("mid_velocity", "forward_velocity", "central_velocity"),
)
ROUNDING = 1e-9  # steps, tolerance of a range's end
DIGITS = 12  # of a grid's numbers, so that 0.1 + 0.2 is 0.3


@dataclass(frozen=True)
class Value:
    """One value of a discrete dimension.

    Attributes:
        label: name in conditions, clips and the interface; unique in its dimension.
        number: value of the dimension's name and of ``value`` in expressions, if any.
        specifiers: of the motion; none for a value such as "healthy".
    """

    label: str
    number: float | None = None
    specifiers: Specifiers = NOTHING

    @property
    def parameter(self) -> float | str:
        """The number or, without one, the label."""
        return self.label if self.number is None else self.number


@dataclass(frozen=True)
class Finer:
    """A stretch of a range with more samples than the rest.

    Attributes:
        low, high: ends [the dimension's unit], within the range; equal for a single sample.
        step: between samples there; the last is ``high`` only if the steps meet it.
        where: condition on all dimensions for the additional samples; empty: always.
    """

    low: float
    high: float
    step: float
    where: str = ""


@dataclass(frozen=True)
class Range:
    """Values of a continuous dimension.

    Attributes:
        low, high: ends [the dimension's unit], both included.
        step: between samples of a full factorial; the last is ``high`` only if the steps meet it.
        finer: stretches that are sampled more finely (McIntosh 2011, section 3.4.2).
    """

    low: float
    high: float
    step: float
    finer: tuple[Finer, ...] = ()


@dataclass(frozen=True)
class Dimension:
    """Discrete (``values``) or continuous (``range``).

    Attributes:
        name: a word of letters, digits and _; in expressions, the dimension's number.
        values: of a discrete dimension.
        range: of a continuous dimension.
        unit: of its numbers, for display, such as "m/s".
        specifiers: of every value, in terms of ``value`` or the dimension's name.
    """

    name: str
    values: tuple[Value, ...] = ()
    range: Range | None = None
    unit: str = ""
    specifiers: Specifiers = NOTHING

    @property
    def is_continuous(self) -> bool:
        """Whether any number of its range is a value."""
        return self.range is not None

    @property
    def ends(self) -> tuple[float, float]:
        """Lowest and highest coordinate: ends of the range, or indices into ``values``."""
        return (self.range.low, self.range.high) if self.range else (0.0, len(self.values) - 1.0)

    @property
    def grid_size(self) -> int:
        """Number of coordinates of ``grid``, or a few more if stretches share some."""
        return sum(_count(part) for part in self._stretches()) if self.range else len(self.values)

    def grid(self) -> tuple[Array, list[tuple[str, ...]]]:
        """(K,) ascending coordinates of a full factorial, and for each the conditions of which one must hold."""
        if self.range is None:
            return np.arange(float(len(self.values))), [("",)] * len(self.values)
        found: dict[float, list[str]] = {}
        for part in self._stretches():
            for number in np.round(part.low + part.step * np.arange(_count(part)), DIGITS).tolist():
                found.setdefault(number, []).append(part.where)
        return np.array(sorted(found)), [tuple(found[number]) for number in sorted(found)]

    def coordinate(self, written: float | str, field: str) -> float:
        """Coordinate of a number or of a label.

        Raises:
            InputError: it is not a value of the dimension.
        """
        if self.range:
            low, high = self.ends
            if isinstance(written, str) or not low <= written <= high:
                raise InputError(
                    f"expected a number from {low:g} to {high:g}, found {written!r}", field=field
                )
            return float(written)
        for index, value in enumerate(self.values):
            if written == value.label or (value.number is not None and written == value.number):
                return float(index)
        labels = ", ".join(repr(value.label) for value in self.values)
        raise InputError(f"expected one of {labels}, found {written!r}", field=field)

    def value_at(self, coordinate: float) -> Value:
        """The value at a coordinate; in a range, a new value for the number."""
        if self.range:
            return Value(f"{coordinate:.6g}", float(coordinate))
        return self.values[round(coordinate)]

    def numbers(self) -> Array:
        """(K,) numbers of the discrete values; all NaN if one has none."""
        if any(value.number is None for value in self.values):
            return np.full(len(self.values), np.nan)
        return np.array([value.number for value in self.values], float)

    def _stretches(self) -> tuple[Finer, ...]:
        """The whole range and its finer stretches."""
        if self.range is None:
            return ()
        return (Finer(self.range.low, self.range.high, self.range.step), *self.range.finer)

    def check(self, field: str) -> None:
        """Checks that the dimension can be sampled.

        Raises:
            InputError: naming the path.
        """
        if not self.name.isidentifier() or self.name in RESERVED:
            why = "this name has a meaning" if self.name in RESERVED else "expected letters, digits and _"
            raise InputError(f"{why}; found '{self.name}'", field=f"{field}.name")
        if (self.range is None) == (not self.values):
            raise InputError("expected either values or a range", field=field)
        labels = [value.label for value in self.values]
        for k, label in enumerate(labels):
            if not label or label in labels[:k]:
                raise InputError(
                    f"expected a label of its own, found '{label}'", field=f"{field}.values[{k}]"
                )
        if self.range:
            _check_range(self.range, f"{field}.range")


def make_dimension(
    name: str,
    values: Iterable[SpecifierValue | float | Value] | Range,
    *,
    always: SpecifierValue = None,
    unit: str = "",
    labels: Sequence[str] = (),
) -> Dimension:
    """Dimension from values that are easy to type.

    Args:
        name: of the dimension.
        values: a range; or for each value a specifier, several of them, None for no specifier, or a number.
        always: specifiers of every value.
        unit: of its numbers.
        labels: of the values; by default made from their specifiers.

    Raises:
        InputError: a value is not a specifier.
    """
    if isinstance(values, Range):
        return Dimension(name, range=values, unit=unit, specifiers=specifiers(always))
    given = list(values)
    called = list(labels) or _distinct([_label(value) for value in given])
    if len(called) != len(given):
        raise InputError(f"expected {len(given)} labels, found {len(called)}", field=name)
    found = []
    for label, value in zip(called, given, strict=True):
        if isinstance(value, Value):
            found.append(value)
        elif isinstance(value, int | float):
            found.append(Value(label, float(value)))
        else:
            found.append(Value(label, None, specifiers(value)))
    return Dimension(name, tuple(found), unit=unit, specifiers=specifiers(always))


def _check_range(full_range: Range, field: str) -> None:
    parts = {field: full_range} | {f"{field}.finer[{k}]": part for k, part in enumerate(full_range.finer)}
    for where, part in parts.items():
        if not part.low <= part.high or part.step <= 0:
            raise InputError(
                f"expected low <= high and a step above 0, found {part.low:g}, {part.high:g} and {part.step:g}",
                field=where,
            )
        if part.low < full_range.low or part.high > full_range.high:
            raise InputError(
                f"expected a part of {full_range.low:g} to {full_range.high:g}, found {part.low:g} to {part.high:g}",
                field=where,
            )


def _count(part: Finer) -> int:
    return int(np.floor((part.high - part.low) / part.step + ROUNDING)) + 1


def _label(value: SpecifierValue | float | Value) -> str:
    """Default label of a value."""
    if value is None:
        return "none"
    if isinstance(value, Value):
        return value.label
    if isinstance(value, int | float):
        return f"{value:g}"
    specified = specifiers(value)
    named: list[object] = [
        specified.character,
        *specified.constraints,
        *specified.objectives,
        *specified.holds,
    ]
    names = [getattr(one, "name", "") for one in named if one is not None]
    return next((str(name) for name in names if name), "")


def _distinct(labels: list[str]) -> list[str]:
    """The labels, with numbers appended to empty and repeated ones."""
    return [
        label if label and labels.count(label) == 1 else f"{label}_{k + 1}" if label else str(k + 1)
        for k, label in enumerate(labels)
    ]
