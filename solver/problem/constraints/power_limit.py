"""The power of muscles is bounded."""

from collections.abc import Iterator

import numpy as np

from ...job.constraints.power_limit import PowerLimit
from ...job.job import Job
from ...mechanics.tree import tree_of
from ...verify.violation import Kind
from ..expression.term import Term, coordinate


def power_limits(job: Job) -> Iterator[tuple[str, Term]]:
    """Field and term: one row per axis with a muscle and frame, power over strength [rad/s]."""
    for field, limit in job.constraints_of(PowerLimit):
        tree = tree_of(job.character)
        for i in np.flatnonzero((tree.effort_limit > 0) & tree.rotation & ~tree.root_turns):
            yield field, Term(
                f"{coordinate(tree.names[i])}.power / {float(tree.effort_limit[i])!r}", None, limit.rate, limit.when,
                kind=Kind.MUSCLE_POWER, dof=tree.names[i], unit="rad/s",
            )  # fmt: skip
