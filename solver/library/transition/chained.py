"""Chains motions by transitions between successive ones."""

import math
from collections.abc import Sequence

from ...errors import InputError
from ...job.cycle import Cycle
from ...motion.pieces import joined, moved
from ...motion.world_motion import WorldMotion
from .crossing import GIVEN
from .join import Transition


def chained(
    motions: Sequence[WorldMotion], transitions: Sequence[Transition], *, before: int = 0, beyond: int = 0
) -> WorldMotion:
    """The first motion, followed by each next one at the end of its transition, without solving again.

    Args:
        motions: of one character and step; a cycle is played until it can be left, for at most one lap.
        transitions: a transition from each to the next.
        before: frames of the first motion before its transition.
        beyond: frames of the last motion after its transition.

    Raises:
        InputError: the number of transitions does not match, or an open motion is left before it is entered.
    """
    if len(transitions) != len(motions) - 1 or not transitions:
        raise InputError(
            f"expected a transition between each two of {len(motions)} motions, found {len(transitions)}"
        )
    parts, place = [], Cycle()
    for k, each in enumerate(transitions):
        a, b = motions[k : k + 2]
        stays, laps = (beyond, 0) if k == len(transitions) - 1 else _until_left(b, each, transitions[k + 1])
        part = each.joined(a, b, before=0 if k else before, beyond=stays)
        parts.append(moved(part, place))
        place = _lapped(b, laps).then(each.after).then(place)
    return joined(parts)


def _until_left(motion: WorldMotion, entering: Transition, leaving: Transition) -> tuple[int, int]:
    """Number of frames of a motion between two transitions, and the lap in which the second one begins."""
    reach = leaving.crossing.room + GIVEN - 1
    entered = entering.crossing.enters + entering.crossing.overlap + entering.crossing.room + GIVEN - 1
    left = leaving.crossing.leaves - reach
    laps = math.ceil((entered - left) / motion.n_frames) if motion.cycle is not None else 0
    stays = left + laps * motion.n_frames - entered
    if stays < 0:
        raise InputError(
            f"the motion is left at frame {left}, before it is entered at frame {entered}; choose other places"
        )
    return stays, laps


def _lapped(motion: WorldMotion, laps: int) -> Cycle:
    """Transform from the first lap of a motion to another, possibly earlier one."""
    found = Cycle()
    if motion.cycle is not None:
        for _ in range(abs(laps)):
            found = found.then(motion.cycle if laps > 0 else motion.cycle.inverse)
    return found
