"""The time between two motions that follow one another, filled as exactly as it is long.

Were both to go on into the gap, all of it would be their overlap: the first motion's frames beyond its end, the second
one's before its beginning. So it is a crossing like any other, and its alignment places the second motion where Rose's
integral does (1996, section 3.2.1): a root that goes from one speed v1 to the other v2 in D seconds is D (v1 + v2) / 2
further on.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...errors import InputError
from ...job.job import Constraint
from ...messages import Sink
from ...motion.world_motion import WorldMotion
from ..cloud import cloud
from .crossing import GIVEN, OVERLAP, ROOM, Crossing, require_alike
from .join import WIDE, Transition, transition
from .part import StripPart


@dataclass(frozen=True, eq=False)
class Filling:
    """Two motions and the frames between them.

    Attributes:
        found: the transition; its crossing tells how much of either motion bends beside the gap.
        before: the first motion, and frames that lead on into the gap.
        after: frames that lead out of the gap, and the second motion.
    """

    found: Transition
    before: WorldMotion
    after: WorldMotion

    def whole(self) -> WorldMotion:
        """All frames of the first motion, of the gap, and of the second."""
        return self.found.complete(self.before, self.after)


def fill(
    a: StripPart,
    b: StripPart,
    between: int,
    *,
    name: str = "filled",
    constraints: tuple[Constraint, ...] = (),
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Filling:
    """Fills the frames between two motions; nothing is earlier or later for it.

    Both motions stay as they are, to the last frame, where that is possible: a gap shorter than about a second seldom
    has physical motions between ends that are given. Then both bend for 0.4 s beside it, and then for 0.8 s.

    Args:
        a: what comes before.
        b: what comes after; it goes on where the gap leads.
        between: frames of the gap.
        name: of the clip.
        constraints: that hold in the gap, too.
        send: receives status and progress.
        cancelled: called at each iteration; True stops.

    Raises:
        InputError: the motions differ in character or step, or one has too few frames.
    """
    require_alike(a.motion, b.motion)
    if between < 1:
        raise InputError("there are no frames to fill between the motions", field="between")
    if min(a.count, b.count) < GIVEN:
        raise InputError(f"expected {GIVEN} or more frames of either motion, found {min(a.count, b.count)}")
    before, after = a.with_more(after=between), b.with_more(before=between)
    clouds = [cloud(motion, np.array([first]), between) for motion, first in ((before, a.count), (after, 0))]
    move = clouds[0].move(0, clouds[1], 0)
    step, most = a.motion.step, min(a.count, b.count) - GIVEN
    wanted = [round(room / step) for room in (0.0, ROOM, WIDE) if room or between * step > OVERLAP]
    rooms = sorted({min(room, most) for room in wanted})
    places = [Crossing(a.count, 0, between, room, move) for room in rooms]
    found = transition(
        before, after, at=places, name=name, constraints=constraints, send=send, cancelled=cancelled
    )
    return Filling(found, before, after)
