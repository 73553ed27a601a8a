"""Fills a gap of given duration between two motions.

If both motions continued into the gap, it would be their overlap. The gap is therefore an ordinary crossing, whose
alignment places the second motion like Rose's integral (1996, section 3.2.1): a root that changes its speed from v1
to v2 in D seconds moves by D (v1 + v2) / 2.
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
        transition: the transition; its crossing has the room in which either motion changes.
        before: the first motion, continued into the gap.
        after: the second motion, preceded by frames in the gap.
    """

    transition: Transition
    before: WorldMotion
    after: WorldMotion

    def joined(self) -> WorldMotion:
        """All frames of the first motion, of the gap, and of the second."""
        return self.transition.complete(self.before, self.after)


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
    """Fills the frames between two motions without changing their timing.

    Both motions stay unchanged if that is feasible. A gap shorter than about a second rarely has a physical motion
    between fixed ends; both motions may then change within 0.4 s of it, or else within 0.8 s.

    Args:
        a: motion before the gap.
        b: motion after the gap, which is moved to the gap's end.
        between: number of frames in the gap.
        name: of the clip.
        constraints: that also hold in the gap.
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
