"""One contact's track and edits of its bars: they never overlap, and wrap around the end of a cycle. Pure.

Times are in frames since the motion's start, which is 0; a cycle of n steps is again at its start at n.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

GIVEN, POLISHED, SEARCHED, BOTH = "GIVEN", "POLISHED", "SEARCHED", "BOTH"  # as in SPACETIME_PG_motion.timing
LEAST = 1.0  # frames that a bar lasts
NEW = 0.2  # of the motion: how long a new bar lasts where there is room
NOISE = 1e-4  # frames; Blender keeps fractions in single precision


@dataclass(frozen=True)
class Phase:
    """One stretch of touching.

    Attributes:
        start: frames since the motion's start; in a cycle less than its length.
        length: in frames; in a cycle it may run past the end.
        on: name of the object that is touched; empty for the ground.
        is_sure: whether it is the artist's word, or surely seen in the animation.
    """

    start: float
    length: float
    on: str = ""
    is_sure: bool = True

    @property
    def end(self) -> float:
        """In a cycle maybe beyond its length."""
        return self.start + self.length


@dataclass(frozen=True)
class Piece:
    """What is drawn of a phase: all of it, or one of two pieces of one that runs past a cycle's end.

    Attributes:
        phase: its number in the lane.
        start: frames since the motion's start.
        end: likewise.
        begins: whether the phase begins with this piece.
        ends: whether it ends with this piece.
    """

    phase: int
    start: float
    end: float
    begins: bool = True
    ends: bool = True


@dataclass(frozen=True)
class Lane:
    """When one contact touches.

    Attributes:
        name: of the contact.
        phases: in any order.
        steps: the motion's length in frames.
        is_cyclic: whether the motion's end leads into its start.
        timing: GIVEN, POLISHED, SEARCHED or BOTH: who has the last word on it.
    """

    name: str
    phases: tuple[Phase, ...]
    steps: int
    is_cyclic: bool = False
    timing: str = GIVEN

    @property
    def pieces(self) -> Iterator[Piece]:
        """Everything that is drawn, from 0 to ``steps``."""
        for k, phase in enumerate(self.phases):
            over = phase.end - self.steps
            if not self.is_cyclic or over <= NOISE:
                yield Piece(k, phase.start, min(phase.end, self.steps))
            else:
                yield Piece(k, phase.start, self.steps, ends=False)
                yield Piece(k, 0.0, min(over, phase.start), begins=False)

    def room(self, index: int) -> tuple[float, float]:
        """From where to where a phase could reach before it meets another, or an end that is no cycle's."""
        phase = self.phases[index]
        others = [other for k, other in enumerate(self.phases) if k != index]
        if self.is_cyclic:
            free = self.steps - phase.length
            before = [(phase.start - other.start) % self.steps - other.length for other in others]
            after = [(other.start - phase.start) % self.steps - phase.length for other in others]
        else:
            free = math.inf
            before = [phase.start, *(phase.start - o.end for o in others if o.start <= phase.start)]
            after = [self.steps - phase.end, *(o.start - phase.end for o in others if o.start > phase.start)]
        low = phase.start - max(min([free, *before]), 0.0)
        return low, phase.end + max(min([free, *after]), 0.0)

    def told(self, index: int, phase: Phase) -> "Lane":
        """With a phase as given, which is certain; the number after the last adds one.

        A phase that was there touches what it did.
        """
        phase = replace(phase, is_sure=True)
        if index < len(self.phases):
            phase = replace(phase, on=self.phases[index].on)
        if self.is_cyclic:
            start = phase.start % self.steps
            phase = replace(phase, start=0.0 if self.steps - start < NOISE else start)
        return replace(self, phases=(*self.phases[:index], phase, *self.phases[index + 1 :]))

    def moved(self, index: int, start: float) -> "Lane":
        """The phase begins at the whole frame nearest to ``start``, or as near as its neighbours let it."""
        phase = self.phases[index]
        low, high = self.room(index)
        start = _whole(start)
        if not self.is_cyclic or len(self.phases) > 1:  # one alone goes round and round
            start = _within(start, low, max(high - phase.length, low))
        return self.told(index, replace(phase, start=start))

    def started(self, index: int, start: float) -> "Lane":
        """The phase begins earlier or later and ends when it did."""
        phase, low = self.phases[index], self.room(index)[0]
        start = _within(_whole(start), low, max(phase.end - LEAST, low))
        return self.told(index, replace(phase, start=start, length=phase.end - start))

    def ended(self, index: int, end: float) -> "Lane":
        """The phase ends earlier or later."""
        phase, high = self.phases[index], self.room(index)[1]
        end = _within(_whole(end), min(phase.start + LEAST, high), high)
        return self.told(index, replace(phase, length=end - phase.start))

    def added(self, at: float) -> "Lane | None":
        """With one more phase, its last, from the frame that ``at`` is in; None where there is no room."""
        at = at % self.steps if self.is_cyclic else _within(at, 0.0, self.steps - LEAST)
        lane = replace(self, phases=(*self.phases, Phase(at, 0.0)))
        if any(piece.start < at < piece.end for piece in self.pieces):
            return None
        low, high = lane.room(len(self.phases))
        start = max(math.floor(at + NOISE), low)
        end = min(start + max(_whole(NEW * self.steps), LEAST), high)
        return lane.told(len(self.phases), Phase(start, end - start)) if end - start > LEAST - NOISE else None

    def removed(self, index: int) -> "Lane":
        """Without a phase."""
        return replace(self, phases=tuple(p for k, p in enumerate(self.phases) if k != index))

    def half_a_cycle_later(self) -> tuple[Phase, ...]:
        """What the mirror image does in a cycle whose second half mirrors its first."""
        half = self.steps / 2
        return tuple(replace(p, start=(p.start + half) % self.steps) for p in self.phases)


def _whole(frame: float) -> float:
    """The nearest whole frame; halves go up."""
    return float(math.floor(frame + 0.5))


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
