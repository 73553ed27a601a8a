"""Goals with a target in the world."""

from collections.abc import Iterator

from bpy.types import PropertyGroup

from .goal_kinds import GOAL_KINDS


def goals_at_targets(motion: PropertyGroup) -> Iterator[PropertyGroup]:
    """Enabled goals that lead a bone to an object or keep it away from one."""
    for goal in motion.goals:
        kind = GOAL_KINDS.get(goal.kind)
        if goal.use and goal.target is not None and kind is not None and "target" in kind.fields:
            yield goal
