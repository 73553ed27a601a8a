"""A pose is held for a while."""

from ...job.constraints.hold_pose import HoldPose
from ...verify.violation import Kind
from ..expression.term import Term, coordinate


def terms(constraint: HoldPose) -> tuple[Term, ...]:
    """One row per degree of freedom and frame."""
    return tuple(
        Term(
            coordinate(a.dof), a.angle - constraint.tolerance, a.angle + constraint.tolerance, constraint.when,
            kind=Kind.HOLD_POSE, dof=a.dof, tolerance=constraint.slack,
        )
        for a in constraint.pose
    )  # fmt: skip
