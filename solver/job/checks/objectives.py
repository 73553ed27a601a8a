"""Checks of objectives, one function per type."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

from ...character.validation import known_name
from ...errors import InputError
from ..aggregates import INTEGRAL, MINIMIZED
from ..objectives.effort import Effort
from ..objectives.expression import ExpressionObjective
from ..objectives.pose_closeness import PoseCloseness
from ..objectives.preferred_angles import PreferredAngles
from ..objectives.sketch import SketchCloseness
from .context import Context
from .drawn import check_drawn
from .frames import check_when


def _effort(effort: Effort, context: Context) -> None:
    tree = context.tree
    muscles = [name for name, limit in zip(tree.names, tree.effort_limit, strict=True) if limit > 0]
    for k, joint in enumerate(effort.joints):
        if not any(fnmatchcase(name, joint.dofs) for name in muscles):
            raise InputError(
                f"no degree of freedom with a muscle is named '{joint.dofs}'", field=f"joints[{k}].dofs"
            )
        if joint.weight < 0:
            raise InputError(
                f"expected a weight of 0 or more, found {joint.weight:g}", field=f"joints[{k}].weight"
            )


def _preferred_angles(preferred: PreferredAngles, context: Context) -> None:
    for k, angle in enumerate(preferred.angles):
        known_name(angle.dof, context.tree.names, f"angles[{k}].dof", "degree of freedom")


def _sketch(sketch: SketchCloseness, context: Context) -> None:
    for k, sketched in enumerate(sketch.coordinates):
        known_name(sketched.dof, context.tree.names, f"coordinates[{k}].dof", "degree of freedom")
        if not sketched.values:
            raise InputError("expected at least one value, found none", field=f"coordinates[{k}].values")


def _pose_closeness(closeness: PoseCloseness, context: Context) -> None:
    cycle = context.job.cycle
    if cycle is not None and cycle.mirrored:
        raise InputError("a drawn motion is followed frame by frame; expected a cycle that is not mirrored")
    if not closeness.length > 0:
        raise InputError(f"expected more than 0, found {closeness.length:g}", field="length")
    if closeness.steepness < 0:
        raise InputError(f"expected 0 or more, found {closeness.steepness:g}", field="steepness")
    check_drawn(closeness.bodies, context)


def _expression(objective: ExpressionObjective, context: Context) -> None:
    if objective.of not in MINIMIZED:
        raise InputError(f"expected one of {', '.join(MINIMIZED)}, found '{objective.of}'", field="of")
    if objective.of != INTEGRAL and context.job.cycle is not None and context.job.timing.free is not None:
        raise InputError(
            f"cycles of different lengths are compared by their objective per second, which a {objective.of} "
            f"has none of; expected '{INTEGRAL}', or a given length",
            field="of",
        )
    check_when(objective.when, context)


OBJECTIVES: dict[type, Callable[[Any, Context], None]] = {
    Effort: _effort,
    ExpressionObjective: _expression,
    PoseCloseness: _pose_closeness,
    PreferredAngles: _preferred_angles,
    SketchCloseness: _sketch,
}
