"""How much mechanical power the muscles give and take."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...mechanics.tree import Tree
from ..expression.request import Request

if TYPE_CHECKING:
    from ..job import Job

SMALL = 0.01  # share of the unit below which the absolute value is round


@dataclass(frozen=True)
class Power:
    """Integral over time of the sum of |torque x rate| / (body weight x 1 m/s) over all muscles [s].

    Divided by the way in metres it is the mechanical cost of transport; |p| is sqrt(p^2 + SMALL^2) - SMALL.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "power"
    weight: float = 1.0

    def integrands(self, job: "Job") -> tuple[Request, ...]:
        """One expression per degree of freedom that has a muscle."""
        tree, requests = Tree(job.character), []
        for i in np.flatnonzero(tree.effort_limit > 0):
            joint, _, axis = tree.names[i].rpartition(".")
            share = f"joint({joint!r}).{axis}.power / {9.81 * job.character.mass!r}"
            requests.append(Request(f"sqrt(({share}) ** 2 + {SMALL**2!r}) - {SMALL!r}"))
        return tuple(requests)
