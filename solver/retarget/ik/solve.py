"""From goals to poses."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...arrays import Array
from ..creature import Creature
from ..goals import Goal
from .aims import aims, mixed
from .joints import STAGES, to_joints
from .limbs import pose_limbs
from .plan import Plan
from .posing import Posing
from .spine import pose_spine


def solve(creature: Creature, goals: Sequence[Goal], n_frames: int, *, joints: bool = True) -> Posing:
    """Poses a creature by the goals of its bodies, every frame by itself.

    Args:
        creature: to be posed.
        goals: of bodies, over n_frames frames.
        n_frames: F.
        joints: whether hinges and limits of joints hold, which particles know nothing of.
    """
    position, turn = _root(creature, goals, n_frames)
    plan = Plan.of(creature, goals)
    posing = Posing.begun(creature, position, turn)
    aimed = aims(creature, goals, position, turn)
    pose_spine(plan, posing, aimed)
    pose_limbs(plan, posing, aimed)
    if not joints:
        return posing
    stages = [
        tuple(aims(creature, [_lighter(goal, s) for goal in goals], position, turn).values()) for s in STAGES
    ]
    return to_joints(creature, posing, stages)


def _lighter(goal: Goal, share: float) -> Goal:
    """A goal with a share of its weight."""
    return replace(goal, place_weight=share * goal.place_weight, turn_weight=share * goal.turn_weight)


def _root(creature: Creature, goals: Sequence[Goal], n_frames: int) -> tuple[Array, Array]:
    """Pose (F, 3), (F, 3, 3) of the root: as animated, or at rest."""
    position = np.tile(creature.joint[creature.root], (n_frames, 1))
    turn = np.broadcast_to(np.eye(3), (n_frames, 3, 3))
    for goal in goals:
        if goal.body != creature.root:
            continue
        if goal.position is not None:
            weight = goal.place_weight[:, None]
            position = (1 - weight) * position + weight * goal.position
        if goal.turn is not None:
            turn = mixed(turn, goal.turn, goal.turn_weight)
    return position, turn
