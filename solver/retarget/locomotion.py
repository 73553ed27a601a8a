"""The way and the steps of a creature while an action plays."""

from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array
from .action import Gait
from .creature import Creature
from .gait.footprints import Footfalls, Ground, footfalls, level
from .gait.hips import floating, hip_offsets
from .gait.legs import leg_groups
from .gait.rhythm import SLOWEST, Rhythm, metres_per_second
from .goals import Goal
from .travel import FrameTravel


@dataclass(frozen=True, eq=False)
class Locomotion:
    """Travel of the creature frame and where its feet are meanwhile.

    Attributes:
        travel: F frames.
        feet: that step; None: they stand.
        offset: (F, 3) of the root from its place in the creature frame [m].
    """

    travel: FrameTravel
    feet: Footfalls | None
    offset: Array

    def goals(self, creature: Creature, owned: frozenset[int]) -> tuple[Goal, ...]:
        """Goals of the feet that no channel owns, creature frame."""
        if self.feet is None:
            return ()
        whole, found = np.ones(len(self.offset)), []
        for k, foot in enumerate(self.feet.feet):
            if foot not in owned:
                place = self.travel.inside(self.feet.place[:, k])
                turn = _about_z(self.feet.yaw[:, k] - np.unwrap(self.travel.yaw))
                found.append(Goal(foot, place, turn, whole, whole))
        return tuple(found)

    def with_hips(self, creature: Creature, goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
        """The goals with the root displaced by its steps; it gets a goal where it has none."""
        if not self.offset.any():
            return goals
        root = next((goal for goal in goals if goal.body == creature.root), None)
        rest = np.tile(creature.joint[creature.root], (len(self.offset), 1))
        if root is None or root.position is None:
            whole = np.ones(len(self.offset))
            turn = None if root is None else root.turn
            turn_weight = whole if root is None else root.turn_weight
            moved = Goal(creature.root, rest + self.offset, turn, whole, turn_weight)
        else:
            weight = root.place_weight[:, None]
            place = (1 - weight) * rest + weight * root.position + self.offset
            moved = replace(root, position=place, place_weight=np.ones(len(place)))
        return (*(goal for goal in goals if goal.body != creature.root), moved)


def locomotion(
    creature: Creature,
    gait: Gait | None,
    times: Array,
    *,
    travel: FrameTravel | None = None,
    ground: Ground = level,
) -> Locomotion:
    """Steps of a gait along a way.

    Args:
        creature: that walks.
        gait: speed and style; None: it stands, or floats without feet.
        times: (F,) evenly spaced [s].
        travel: of its frame; None: straight on, or along the gait's turn.
        ground: heights of the ground.
    """
    still = np.zeros((len(times), 3))
    if gait is None or (abs(gait.speed) < SLOWEST and travel is None):
        offset = still if creature.feet or gait is None else floating(creature, times)
        return Locomotion(travel or FrameTravel.standing(creature, len(times)), None, offset)
    travel = travel or _way(creature, gait, times)
    if not creature.feet:
        return Locomotion(travel, None, floating(creature, times))
    speed = gait.speed or _mean_speed(creature, travel, times)
    rhythm = Rhythm.of(creature, speed, style=gait.style)
    if not rhythm.feet:
        return Locomotion(travel, None, still)
    feet = footfalls(creature, rhythm, travel, times, ground)
    leg = leg_groups(creature)[0].length
    return Locomotion(travel, feet, hip_offsets(creature, feet, travel, leg))


def _way(creature: Creature, gait: Gait, times: Array) -> FrameTravel:
    """Along a circle, or straight without a turn, from where the rest pose stands."""
    start = FrameTravel.standing(creature, 1)
    turn = gait.turn / creature.pace
    yaw = start.yaw[0] + turn * times
    speed = metres_per_second(creature, gait.speed)
    if abs(turn) < 1e-9:
        along = np.stack([np.cos(yaw), np.sin(yaw), np.zeros(len(times))], axis=1) * (speed * times)[:, None]
    else:
        radius = speed / turn
        x, y = np.sin(yaw) - np.sin(yaw[0]), np.cos(yaw[0]) - np.cos(yaw)
        along = radius * np.stack([x, y, np.zeros(len(times))], axis=1)
    return FrameTravel(start.origin + along, yaw)


def _mean_speed(creature: Creature, travel: FrameTravel, times: Array) -> float:
    """Mean speed of a way in units of sqrt(g leg)."""
    way = float(np.linalg.norm(np.diff(travel.origin, axis=0), axis=1).sum())
    return way / max(float(times[-1] - times[0]), 1e-9) / metres_per_second(creature, 1.0)


def _about_z(angle: Array) -> Array:
    turn = np.tile(np.eye(3), (len(angle), 1, 1))
    turn[:, 0, 0] = turn[:, 1, 1] = np.cos(angle)
    turn[:, 1, 0], turn[:, 0, 1] = np.sin(angle), -np.sin(angle)
    return turn
