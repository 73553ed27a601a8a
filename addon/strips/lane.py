"""The track of one contact and edits of its bars, which never overlap and wrap around in cycles. Pure.

Times are in frames since the start of the motion; a cycle of n steps repeats at n.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

GIVEN, POLISHED, SEARCHED, BOTH = "GIVEN", "POLISHED", "SEARCHED", "BOTH"  # as in SPACETIME_PG_motion.timing
LEAST = 1.0  # frames; minimum length of a bar
NEW = 0.2  # of the motion: length of a new bar if there is room
NOISE = 1e-4  # frames; Blender stores fractions in single precision


@dataclass(frozen=True)
class Phase:
    """One continuous contact.

    Attributes:
        start: frames since the start of the motion; less than its length in a cycle.
        length: in frames; may extend past the end of a cycle.
        on: name of the touched object; empty for the ground.
        is_sure: whether set by the artist, or detected in the animation with certainty.
    """

    start: float
    length: float
    on: str = ""
    is_sure: bool = True

    @property
    def end(self) -> float:
        """End of the phase, which may be past the end of a cycle."""
        return self.start + self.length


@dataclass(frozen=True)
class Piece:
    """A drawn phase, or one of two pieces of a phase that extends past the end of a cycle.

    Attributes:
        phase: its index in the lane.
        start: frames since the start of the motion.
        end: frames since the start of the motion.
        begins: whether the phase starts in this piece.
        ends: whether the phase ends in this piece.
    """

    phase: int
    start: float
    end: float
    begins: bool = True
    ends: bool = True


@dataclass(frozen=True)
class Lane:
    """Phases of one contact.

    Attributes:
        name: of the contact.
        phases: in any order.
        steps: length of the motion in frames.
        is_cyclic: whether the motion is a cycle.
        timing: GIVEN, POLISHED, SEARCHED or BOTH.
    """

    name: str
    phases: tuple[Phase, ...]
    steps: int
    is_cyclic: bool = False
    timing: str = GIVEN

    @property
    def pieces(self) -> Iterator[Piece]:
        """Pieces of all phases, from 0 to ``steps``."""
        for k, phase in enumerate(self.phases):
            over = phase.end - self.steps
            if not self.is_cyclic or over <= NOISE:
                yield Piece(k, phase.start, min(phase.end, self.steps))
            else:
                yield Piece(k, phase.start, self.steps, ends=False)
                yield Piece(k, 0.0, min(over, phase.start), begins=False)

    def room(self, index: int) -> tuple[float, float]:
        """Range (start, end) available to a phase between its neighbors, and the ends of the motion unless cyclic."""
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

    def with_phase(self, index: int, phase: Phase) -> "Lane":
        """The lane with a phase replaced, as certain; the index after the last adds one.

        A replaced phase keeps its touched object.
        """
        phase = replace(phase, is_sure=True)
        if index < len(self.phases):
            phase = replace(phase, on=self.phases[index].on)
        if self.is_cyclic:
            start = phase.start % self.steps
            phase = replace(phase, start=0.0 if self.steps - start < NOISE else start)
        return replace(self, phases=(*self.phases[:index], phase, *self.phases[index + 1 :]))

    def moved(self, index: int, start: float) -> "Lane":
        """The lane with a phase moved to the whole frame nearest to ``start``, as far as its neighbors allow."""
        phase = self.phases[index]
        low, high = self.room(index)
        start = _whole(start)
        if not self.is_cyclic or len(self.phases) > 1:  # a single phase moves freely around a cycle
            start = _within(start, low, max(high - phase.length, low))
        return self.with_phase(index, replace(phase, start=start))

    def started(self, index: int, start: float) -> "Lane":
        """The lane with another start of a phase, whose end is unchanged."""
        phase, low = self.phases[index], self.room(index)[0]
        start = _within(_whole(start), low, max(phase.end - LEAST, low))
        return self.with_phase(index, replace(phase, start=start, length=phase.end - start))

    def ended(self, index: int, end: float) -> "Lane":
        """The lane with another end of a phase."""
        phase, high = self.phases[index], self.room(index)[1]
        end = _within(_whole(end), min(phase.start + LEAST, high), high)
        return self.with_phase(index, replace(phase, length=end - phase.start))

    def added(self, at: float) -> "Lane | None":
        """The lane with a new last phase from the frame of ``at``; None if there is no room."""
        at = at % self.steps if self.is_cyclic else _within(at, 0.0, self.steps - LEAST)
        lane = replace(self, phases=(*self.phases, Phase(at, 0.0)))
        if any(piece.start < at < piece.end for piece in self.pieces):
            return None
        low, high = lane.room(len(self.phases))
        start = max(math.floor(at + NOISE), low)
        end = min(start + max(_whole(NEW * self.steps), LEAST), high)
        return (
            lane.with_phase(len(self.phases), Phase(start, end - start))
            if end - start > LEAST - NOISE
            else None
        )

    def removed(self, index: int) -> "Lane":
        """The lane without a phase."""
        return replace(self, phases=tuple(p for k, p in enumerate(self.phases) if k != index))

    def opposite(self) -> tuple[Phase, ...]:
        """Phases of the opposite side in a mirrored cycle."""
        half = self.steps / 2
        return tuple(replace(p, start=(p.start + half) % self.steps) for p in self.phases)


def _whole(frame: float) -> float:
    """The nearest whole frame; halves are rounded up."""
    return float(math.floor(frame + 0.5))


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
