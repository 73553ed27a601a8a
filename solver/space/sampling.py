"""Sampling of a space."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..number_range import within
from .dimension import Dimension

MAX_SAMPLES = 1_000_000
MAX_COORDINATES = 10_000_000  # of all samples; several copies of 8 bytes each


@dataclass(frozen=True)
class FullFactorial:
    """Every combination of all dimensions' values (McIntosh 2011, eq. 3.12)."""

    kind: ClassVar[str] = "full_factorial"

    def points(self, dimensions: Sequence[Dimension]) -> Array:
        """(K, D) coordinates; the last dimension changes fastest.

        Raises:
            InputError: there are too many.
        """
        count = math.prod(dimension.grid_size for dimension in dimensions)
        if count > MAX_SAMPLES:
            raise InputError(
                f"expected at most {MAX_SAMPLES} samples, found {count}", field="space.dimensions"
            )
        grids = [dimension.grid()[0] for dimension in dimensions]
        return np.stack([g.ravel() for g in np.meshgrid(*grids, indexing="ij")], axis=-1)


@dataclass(frozen=True)
class LatinHypercube:
    """Each dimension divided into as many strata as samples, one sample in each (McKay et al. 1979).

    Attributes:
        count: number of samples drawn, including those that the space then leaves out.
        seed: of the random numbers.
    """

    kind: ClassVar[str] = "latin_hypercube"
    count: int = field(metadata=within(1, MAX_SAMPLES, unit="samples"))
    seed: int = field(default=0, metadata=within(0, 2**32 - 1))

    def points(self, dimensions: Sequence[Dimension]) -> Array:
        """(count, D) coordinates."""
        from scipy.stats import qmc

        engine = qmc.LatinHypercube(len(dimensions), seed=self.seed)
        return spread(engine.random(_counted(self.count, dimensions)), dimensions)


@dataclass(frozen=True)
class Sobol:
    """Scrambled Sobol sequence: the first samples cover the space, the next ones fill its largest gaps.

    Attributes:
        count: number of samples drawn, a power of 2 for uniform coverage.
        seed: of the scrambling.
    """

    kind: ClassVar[str] = "sobol"
    count: int = field(metadata=within(1, MAX_SAMPLES, unit="samples"))
    seed: int = field(default=0, metadata=within(0, 2**32 - 1))

    def points(self, dimensions: Sequence[Dimension]) -> Array:
        """(count, D) coordinates."""
        from scipy.stats import qmc

        power = max(_counted(self.count, dimensions) - 1, 0).bit_length()
        engine = qmc.Sobol(len(dimensions), seed=self.seed)
        return spread(engine.random_base2(power)[: self.count], dimensions)


@dataclass(frozen=True)
class Point:
    """One point.

    Attributes:
        values: number or label for each dimension, in order.
    """

    values: tuple[float | str, ...]


@dataclass(frozen=True)
class Points:
    """Explicit points."""

    kind: ClassVar[str] = "points"
    told: tuple[Point, ...]

    def points(self, dimensions: Sequence[Dimension]) -> Array:
        """(K, D) coordinates.

        Raises:
            InputError: a point has too many or too few values, or a value that its dimension does not have.
        """
        found = np.empty((len(self.told), len(dimensions)))
        for k, point in enumerate(self.told):
            where = f"space.sampling.told[{k}].values"
            if len(point.values) != len(dimensions):
                raise InputError(f"expected {len(dimensions)} values, found {len(point.values)}", field=where)
            for d, (dimension, value) in enumerate(zip(dimensions, point.values, strict=True)):
                found[k, d] = dimension.coordinate(value, f"{where}[{d}]")
        return found


FULL_FACTORIAL = FullFactorial()
Sampling = FullFactorial | LatinHypercube | Sobol | Points


def spread(shares: Array, dimensions: Sequence[Dimension]) -> Array:
    """(K, D) coordinates of points (K, D) in the unit cube: uniform in each range and over discrete values."""
    found = np.empty_like(shares)
    for share, column, dimension in zip(shares.T, found.T, dimensions, strict=True):
        low, high = dimension.ends
        if dimension.is_continuous:
            column[:] = low + share * (high - low)
        else:
            column[:] = np.minimum(np.floor(share * len(dimension.values)), high)
    return found


def _counted(count: int, dimensions: Sequence[Dimension]) -> int:
    if count * len(dimensions) > MAX_COORDINATES:
        raise InputError(
            f"expected at most {MAX_COORDINATES} coordinates, found {count} samples of {len(dimensions)} dimensions",
            field="space.sampling.count",
        )
    return count
