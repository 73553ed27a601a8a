"""The power of muscles is bounded."""

from collections.abc import Iterator

import numpy as np

from ...job.constraints.power_limit import PowerLimit
from ...job.job import Job
from ...mechanics.tree import Tree
from ...verify.violation import Kind
from ..expression.term import Term


def power_limits(job: Job) -> Iterator[tuple[str, Term]]:
    """Field and term: one row per axis with a muscle and frame, power over strength [rad/s]."""
    limits = [(k, each) for k, each in enumerate(job.constraints) if isinstance(each, PowerLimit)]
    tree = Tree(job.character) if limits else None
    for k, limit in limits:
        assert tree is not None
        for i in np.flatnonzero((tree.effort_limit > 0) & tree.rotation & ~tree.root_turns):
            joint, _, axis = tree.names[i].rpartition(".")
            yield f"job.constraints[{k}]", Term(
                f"joint({joint!r}).{axis}.power / {float(tree.effort_limit[i])!r}", None, limit.rate, limit.when,
                kind=Kind.MUSCLE_POWER, dof=tree.names[i], unit="rad/s",
            )  # fmt: skip
