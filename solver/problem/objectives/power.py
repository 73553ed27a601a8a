"""Mechanical power of the muscles."""

import numpy as np

from ...job.aggregates import INTEGRAL
from ...job.job import Job
from ...job.objectives.power import Power
from ...mechanics.tree import Tree
from ..expression.term import Term, coordinate

SMALL = 0.01  # fraction of the unit below which the absolute value is rounded off


def integrands(objective: Power, job: Job) -> tuple[Term, ...]:
    """One expression per degree of freedom with a muscle."""
    tree, requests = Tree(job.character), []
    for i in np.flatnonzero(tree.effort_limit > 0):
        share = f"{coordinate(tree.names[i])}.power / {9.81 * job.character.mass!r}"
        requests.append(Term(f"sqrt(({share}) ** 2 + {SMALL**2!r}) - {SMALL!r}", of=INTEGRAL))
    return tuple(requests)
