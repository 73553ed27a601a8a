"""Objectives that are integrals over time of any expression."""

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..expression.request import Request

if TYPE_CHECKING:
    from ..expression.sums import Sums
    from ..job import Job
    from ..setting import Setting

Array = NDArray[np.float64]


@runtime_checkable
class IntegralObjective(Protocol):
    """An objective of a job that is told by expressions."""

    @property
    def kind(self) -> str:
        """Its name in files."""

    @property
    def weight(self) -> float:
        """How much it counts."""

    def integrands(self, job: "Job") -> tuple[Request, ...]:
        """Expressions, unweighted; their integrals over time are added."""


def integral(setting: "Setting", request: Request, field: str) -> "Sums":
    """One row: the integral over the frames that have unknowns.

    In a mirrored cycle the halves are averaged, as other objectives count one half.

    Raises:
        InputError: the expression is wrong or a vector.
    """
    from ...errors import InputError
    from ..constraints.expression_rows import weights
    from ..expression.instances import Instances
    from ..expression.reading import read
    from ..expression.selection import known, select, subexpressions
    from ..expression.sums import Sums

    expression = read(
        request.expression,
        setting.job.character,
        subexpressions=subexpressions(setting),
        field=f"{field}.expression",
    )
    if len(expression.outputs) != 1:
        raise InputError(f"'{request.expression}' is a vector; dot(a, a) is its squared length", field=field)
    if not expression.signals:
        raise InputError(f"'{request.expression}' does not depend on the motion", field=field)
    samples = select(setting, request, expression, field)
    instances = Instances(setting, expression, samples, known(setting, request, expression, samples))
    share = 0.5 if setting.timeline.mirror else 1.0
    factor = share * weights(setting, samples, mean=False)[None]
    return Sums(instances, np.zeros(factor.shape, np.intp), factor, 1)
