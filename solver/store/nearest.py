"""The sample nearest to given parameters."""

import math
from collections.abc import Mapping, Sequence

Parameters = Mapping[str, float | str]


def nearest_of(samples: Sequence[Parameters], target: Parameters) -> int | None:
    """Index of the sample nearest to parameters; the first of equals, None if no sample has all of them.

    The distance is Euclidean: numbers are scaled by the range of the samples, and different labels are 1 apart. Other
    dimensions are ignored.
    """
    fitting = {
        index: sample
        for index, sample in enumerate(samples)
        if all(_is_alike(sample.get(name), value) for name, value in target.items())
    }
    widths = {name: _width([each[name] for each in fitting.values()]) for name in target}

    def distance(index: int) -> float:
        gaps = (_gap(fitting[index][name], value, widths[name]) for name, value in target.items())
        return math.hypot(*gaps)

    return min(fitting, key=distance, default=None)


def _is_alike(value: float | str | None, target: float | str) -> bool:
    return value is not None and isinstance(value, str) == isinstance(target, str)


def _width(values: Sequence[float | str]) -> float:
    """Difference of the highest and lowest number; 1 for equal numbers or labels."""
    numbers = [value for value in values if not isinstance(value, str)]
    return (max(numbers) - min(numbers) if numbers else 0.0) or 1.0


def _gap(value: float | str, target: float | str, width: float) -> float:
    if isinstance(value, str) or isinstance(target, str):
        return float(value != target)
    return (value - target) / width
