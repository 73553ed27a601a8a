"""Arms that swing as people's do, for walks whose halves differ."""

from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin

NEAR, OUT = 0.25, 0.35  # rad


def swing_against_legs() -> tuple[ExpressionConstraint | Pin, ...]:
    """Each arm forward while the leg of its side is back, and close to the trunk.

    In a mirrored walk this comes of itself; else both arms forward at once, or arm and leg of one side
    together, take no more effort.
    """
    swings = [
        ExpressionConstraint(
            f"joint('upper_arm.{side}').rx + joint('thigh.{side}').rx",
            lower=-NEAR,
            upper=NEAR,
            name="arm against leg",
        )
        for side in "LR"
    ]
    return (*swings, Pin("upper_arm.L.rz", 0, -1, -OUT, 0.1), Pin("upper_arm.R.rz", 0, -1, -0.1, OUT))
