"""A pose is held for a while."""

from ...expression.term import Term
from ...job.constraints.hold_pose import HoldPose


def terms(constraint: HoldPose) -> tuple[Term, ...]:
    """One row per degree of freedom and frame."""
    return tuple(
        Term(
            _coordinate(a.dof), a.angle - constraint.tolerance, a.angle + constraint.tolerance, constraint.when,
            label=f"'{a.dof.rpartition('.')[0]}'", missed=f"misses its pose {_axis(a.dof)} by",
            unit="m" if a.dof.startswith("root.t") else "rad",
        )
        for a in constraint.pose
    )  # fmt: skip


def _axis(dof: str) -> str:
    axis = dof.rpartition(".")[2]
    return f"{'about' if axis[:1] == 'r' else 'along'} {axis[-1:].upper()}"


def _coordinate(dof: str) -> str:
    joint, _, axis = dof.rpartition(".")
    return f"joint({joint!r}).{axis}"
