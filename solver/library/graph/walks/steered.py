"""Walks steered by speed and heading over time, like a player."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..player import Player
from .departures import DepartureTable
from .known_route import played_route
from .random_walk import frames_of
from .route import Route


@dataclass(frozen=True)
class Steering:
    """A target velocity from a time on.

    Attributes:
        time: since the beginning of the walk [s].
        speed: target [m/s].
        heading: of the target, about Z from X [rad].
    """

    time: float
    speed: float
    heading: float


def steered_route(table: DepartureTable, seconds: float, steering: Sequence[Steering]) -> Route:
    """A steered route from the origin, without an incomplete blend at its end.

    The first steering applies from the beginning regardless of its time.

    Raises:
        InputError: it would be longer than fits into memory, or is too short for a motion.
    """
    ordered = sorted(steering, key=lambda each: each.time)
    left, player = ordered[1:], Player(table, speed=ordered[0].speed, heading=ordered[0].heading)
    player.stand(0j, ordered[0].heading)
    shown = []
    for k in range(frames_of(table, seconds)):
        while left and left[0].time <= k * table.graph.step:
            wanted = left.pop(0)
            player.steer(wanted.speed, wanted.heading)
        shown.append(player.next_frame())
    return played_route(table, [frame for frame, _ in shown], shown[0][1])
