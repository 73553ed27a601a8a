"""The ParameterSpace: a description of many motions (McIntosh 2011, section 3.4.2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..arrays import Array, Flags
from ..document import Document
from ..errors import InputError
from ..job.job import DEFAULT_OBJECTIVES, Objective
from ..number_range import check_numbers
from .additions import Addition, addition, require_kept, use
from .arithmetic import Arithmetic
from .dimension import Dimension, Range, Value, make_dimension
from .sample import Sample, make_job
from .sample_name import SampleName
from .sampling import FULL_FACTORIAL, FullFactorial, Sampling
from .specifiers import SpecifierValue

MAX_DIMENSIONS = 1000  # far above any sensible space; Sobol sequences have at most 21,201


@dataclass(frozen=True)
class ParameterSpace(Document):
    """Dimensions whose values, one of each, together specify one motion.

    Attributes:
        name: of the space, with which the names of its clips begin.
        dimensions: what varies from motion to motion; a dimension with a single value is what all motions share.
        sampling: which points become motions.
        where: condition on the dimensions; points at which it does not hold are left out.
        objectives: of every motion; dimensions can add further ones.
        schema_version: version of this file format.
    """

    noun: ClassVar[str] = "space"
    name: str
    dimensions: tuple[Dimension, ...] = ()
    sampling: Sampling = FULL_FACTORIAL
    where: str = ""
    objectives: tuple[Objective, ...] = DEFAULT_OBJECTIVES
    schema_version: int = 1

    def add_dimension(
        self,
        values: Iterable[SpecifierValue | float | Value] | Range,
        name: str = "",
        *,
        always: SpecifierValue = None,
        unit: str = "",
        labels: Sequence[str] = (),
    ) -> "ParameterSpace":
        """The space with one more dimension; see ``make_dimension``. This space does not change.

        Raises:
            InputError: a value is not a specifier.
        """
        use(self.dimensions)
        name = name or f"dimension_{len(self.dimensions) + 1}"
        added = make_dimension(name, values, always=always, unit=unit, labels=labels)
        self._additions.append(addition(added))
        return replace(self, dimensions=(*self.dimensions, added))

    def points(self) -> Array:
        """(K, D) coordinates of the samples: numbers of continuous dimensions, indices of discrete values.

        Raises:
            InputError: the space is invalid.
        """
        self.check()
        points = np.unique(self.sampling.points(self.dimensions), axis=0)
        wanted = self._wanted(points)
        if not wanted.any():
            raise InputError("no sample is left", field="space.where" if self.where else "space.sampling")
        return points[wanted]

    def sample(self, point: Array) -> Sample:
        """The sample that a point (D,) specifies.

        Raises:
            InputError: its specifiers do not fit together; the message names the dimension.
        """
        use(self.dimensions)
        name, parameters = self.named(point)
        return Sample(name, parameters, make_job(name, self.objectives, self.dimensions, self._values(point)))

    def named(self, point: Array) -> tuple[str, dict[str, float | str]]:
        """Name of the clip at a point (D,), unique in the space, and its number or label in each dimension."""
        values = self._values(point)
        parameters = {d.name: v.parameter for d, v in zip(self.dimensions, values, strict=True)}
        return str(self._name_of(values)), parameters

    def sample_name(self, point: Array) -> SampleName:
        """The same name, in parts."""
        return self._name_of(self._values(point))

    def point(self, parameters: Mapping[str, float | str], *, field: str) -> Array:
        """Coordinates (D,) of the number or label in each dimension.

        Raises:
            InputError: one is not a value of its dimension.
        """
        return np.array([d.coordinate(parameters[d.name], f"{field}.{d.name}") for d in self.dimensions])

    def places(self, points: Array) -> Array:
        """(K, P) the points, scaled so that distances can be compared.

        A range, or discrete values that are numbers, span 1 from the lowest to the highest; other values are 1
        apart.
        """
        columns = []
        for dimension, column in zip(self.dimensions, points.T, strict=True):
            numbers = column if dimension.is_continuous else dimension.numbers()[column.astype(int)]
            if np.isnan(numbers).any():
                columns += list((column == np.arange(len(dimension.values))[:, None]) / np.sqrt(2.0))
            else:
                ends = np.array(dimension.ends) if dimension.is_continuous else dimension.numbers()
                columns.append((numbers - ends.min()) / (np.ptp(ends) or 1.0))
        return np.stack(columns, axis=-1)

    def check(self) -> None:
        """Checks that the space can be sampled.

        Raises:
            InputError: it cannot; the message names the path of the culprit.
        """
        use(self.dimensions)
        require_kept(self._additions)
        if not self.name:
            raise InputError("expected a name", field="space.name")
        if not 1 <= len(self.dimensions) <= MAX_DIMENSIONS:
            raise InputError(
                f"expected 1 to {MAX_DIMENSIONS} dimensions, found {len(self.dimensions)}",
                field="space.dimensions",
            )
        check_numbers(self.sampling, "space.sampling")
        names = [dimension.name for dimension in self.dimensions]
        for k, dimension in enumerate(self.dimensions):
            dimension.check(f"space.dimensions[{k}]")
            if dimension.name in names[:k]:
                raise InputError(
                    f"there are two dimensions '{dimension.name}'", field=f"space.dimensions[{k}].name"
                )

    def to_json(self) -> dict[str, Any]:
        """Plain JSON value.

        Raises:
            InputError: the larger space that ``add_dimension`` returned was discarded.
        """
        use(self.dimensions)
        require_kept(self._additions)
        return super().to_json()

    @cached_property
    def _additions(self) -> list[Addition]:
        """Dimensions that extended copies of this space added."""
        return []

    def _name_of(self, values: Sequence[Value]) -> SampleName:
        varied = (
            (d, v) for d, v in zip(self.dimensions, values, strict=True) if d.range or len(d.values) > 1
        )
        return SampleName(self.name, tuple((d.name, v.label) for d, v in varied))

    def _values(self, point: Array) -> list[Value]:
        return [d.value_at(x) for d, x in zip(self.dimensions, point, strict=True)]

    def _wanted(self, points: Array) -> Flags:
        """(K,) whether each point is in the region and its finer stretches apply there."""
        region = Arithmetic(self.where, field="space.where") if self.where else None
        finer = self._finer() if isinstance(self.sampling, FullFactorial) else {}
        wanted = np.ones(len(points), bool)
        if region is None and not finer:
            return wanted
        for k, point in enumerate(points):
            _, names = self.named(point)
            allowed = all(
                any(condition is None or condition.holds(names) for condition in conditions[float(point[d])])
                for d, conditions in finer.items()
            )
            wanted[k] = allowed and (region is None or region.holds(names))
        return wanted

    def _finer(self) -> dict[int, dict[float, list[Arithmetic | None]]]:
        """Conditions by coordinate, for each dimension with finer stretches."""
        found: dict[int, dict[float, list[Arithmetic | None]]] = {}
        for k, dimension in enumerate(self.dimensions):
            if dimension.range and dimension.range.finer:
                field = f"space.dimensions[{k}].range.finer"
                grid, conditions = dimension.grid()
                found[k] = {
                    float(x): [Arithmetic(text, field=field) if text else None for text in texts]
                    for x, texts in zip(grid, conditions, strict=True)
                }
        return found
