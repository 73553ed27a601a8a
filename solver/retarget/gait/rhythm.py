"""When each foot of a creature is on the ground."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..creature import Creature
from .legs import leg_groups
from .patterns import STYLES, pattern

GRAVITY = 9.81
STRIDE, STRIDE_POWER = 2.4, 0.68  # relative stride length over relative speed (Alexander & Jayes 1983)
SLOWEST = 0.05  # relative speed below which a creature stands
LIFT = 0.12  # of the leg's length


@dataclass(frozen=True, eq=False)
class Rhythm:
    """Steps of K feet.

    Attributes:
        feet: (K,) bodies.
        period: (K,) of each foot's cycle [s].
        duty: (K,) share of it on the ground.
        trigger: (K,) share of it at which the foot lands.
        lift: (K,) height of its arc [m].
    """

    feet: tuple[int, ...]
    period: Array
    duty: Array
    trigger: Array
    lift: Array

    @classmethod
    def of(cls, creature: Creature, speed: float, *, style: str = "") -> "Rhythm":
        """Of a creature at a speed in units of sqrt(g leg); without steps below SLOWEST."""
        groups = leg_groups(creature) if abs(speed) >= SLOWEST else ()
        counts = [len(group.feet) for group in groups]
        patterns = [pattern(count, speed, style=style) for count in counts]
        return cls(
            tuple(foot for group in groups for foot in group.feet),
            np.repeat([cycle_seconds(creature, speed) / float(group.ratio) for group in groups], counts),
            np.concatenate([np.zeros(0), *(duty for duty, _ in patterns)]),
            np.concatenate([np.zeros(0), *(triggers for _, triggers in patterns)]),
            np.repeat([LIFT * STYLES[style][1] * group.length for group in groups], counts),
        )

    def steps(self, seconds: float) -> tuple[tuple[tuple[float, float], ...], ...]:
        """Landing and lift-off [s] of every stance of each foot that overlaps the time from 0 to ``seconds``."""
        found = []
        for k in range(len(self.feet)):
            first = -1 - int(np.ceil(self.trigger[k] + self.duty[k]))
            last = int(np.ceil(seconds / self.period[k])) + 1
            starts = (np.arange(first, last + 1) + self.trigger[k]) * self.period[k]
            ends = starts + self.duty[k] * self.period[k]
            found.append(tuple(zip(starts.tolist(), ends.tolist(), strict=True)))
        return tuple(found)


def cycle_seconds(creature: Creature, speed: float) -> float:
    """Duration of a cycle of the longest legs [s] at a relative speed: stride length by speed."""
    leg = leg_groups(creature)[0].length
    relative = max(abs(speed), SLOWEST)
    stride = STRIDE * leg * relative**STRIDE_POWER
    return float(stride / metres_per_second(creature, relative))


def metres_per_second(creature: Creature, speed: float) -> float:
    """Speed [m/s] of one in units of sqrt(g leg); feetless creatures have their height for a leg."""
    groups = leg_groups(creature)
    leg = groups[0].length if groups else float(creature.size[2])
    return float(speed * np.sqrt(GRAVITY * leg))
