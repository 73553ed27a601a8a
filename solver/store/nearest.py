"""The sample nearest to given parameters."""

import math
from collections.abc import Mapping, Sequence

Parameters = Mapping[str, float | str]


def nearest_of(samples: Sequence[Parameters], wanted: Parameters) -> int | None:
    """Place of the sample nearest to what is wanted; the first of equals, None where no sample has all of it.

    A number counts by its share of the way from the samples' lowest to their highest, a label 1 unless it is the
    same; the distance is Euclid's. Dimensions that are not wanted do not count.

    Args:
        samples: number or label by dimension.
        wanted: likewise, of the dimensions that matter.
    """
    fitting = {
        index: sample
        for index, sample in enumerate(samples)
        if all(_is_alike(sample.get(name), value) for name, value in wanted.items())
    }
    widths = {name: _width([each[name] for each in fitting.values()]) for name in wanted}

    def distance(index: int) -> float:
        gaps = (_gap(fitting[index][name], value, widths[name]) for name, value in wanted.items())
        return math.hypot(*gaps)

    return min(fitting, key=distance, default=None)


def _is_alike(found: float | str | None, wanted: float | str) -> bool:
    return found is not None and isinstance(found, str) == isinstance(wanted, str)


def _width(values: Sequence[float | str]) -> float:
    """Between the lowest and the highest number; 1 where there is only one, or labels."""
    numbers = [value for value in values if not isinstance(value, str)]
    return (max(numbers) - min(numbers) if numbers else 0.0) or 1.0


def _gap(found: float | str, wanted: float | str, width: float) -> float:
    if isinstance(found, str) or isinstance(wanted, str):
        return float(found != wanted)
    return (found - wanted) / width
