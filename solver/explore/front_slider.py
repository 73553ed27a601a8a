"""Jumps of every height between those of a front."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..animate import make_clip
from ..clip.clip import Clip
from ..errors import InputError
from ..job.constraints.expression import ExpressionConstraint
from ..messages import Sink
from ..optimise.solve import solve
from ..optimise.start import Start
from ..problem.expression.measured import measured
from .flight import Flight, aligned, with_flight

SAME = 1e-6  # of levels
TRIES = 2  # durations of flight per jump


class FrontSlider:
    """Slider along a front, from the lowest value of its quantity to the highest.

    The duration of a jump's flight lies between those of its two neighbors on the front: its square is interpolated
    linearly, as height is proportional to the square of time. The value of the quantity is constrained to the one that
    the slider asks for. The search starts from the nearer neighbor, or else from the other one.

    Args:
        clips: two or more clips of the front, in any order.
        quantity: expression that was traded, such as "com.z".
        of: the aggregate of the expression, as in ``ExpressionConstraint``.

    Raises:
        InputError: there are fewer than two motions, all have the same value of the quantity, or one is not a jump.
    """

    def __init__(self, clips: Sequence[Clip], quantity: str, *, of: str = "peak") -> None:
        self._quantity, self._of = quantity, of
        self._known = sorted(
            ((measured(clip, quantity, of=of), clip) for clip in clips), key=lambda each: each[0]
        )
        if len(self._known) < 2 or self.highest - self.lowest < SAME:
            raise InputError(f"expected motions with different values of {quantity}", field="quantity")
        for _, clip in self._known:
            Flight.of(clip.job)

    @property
    def lowest(self) -> float:
        """Value of the quantity at share 0."""
        return self._known[0][0]

    @property
    def highest(self) -> float:
        """Value of the quantity at share 1."""
        return self._known[-1][0]

    def at(
        self,
        share: float,
        *,
        send: Sink = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Clip:
        """The motion whose quantity has a value between the lowest and the highest.

        Args:
            share: position of the value, from 0 (lowest) to 1 (highest); motions of the front are returned unchanged.
            send: receives status and progress.
            cancelled: called at each iteration; True stops and keeps the best so far.

        Raises:
            InputError: the share is not from 0 to 1.
        """
        if not 0 <= share <= 1:
            raise InputError(f"expected a share from 0 to 1, found {share:g}", field="share")
        level = self.lowest + share * (self.highest - self.lowest)
        clip: Clip | None = None
        beside = self._beside(level)
        for own, known in beside:
            if abs(own - level) < SAME:
                return known
        for flight in self._flights(level, beside):
            for _, known in beside:
                clip = self._asked(known, flight, level, send, cancelled)
                if clip.provenance.solved or cancelled():
                    return clip
        assert clip is not None
        return clip

    def _beside(self, level: float) -> list[tuple[float, Clip]]:
        """The two motions on either side of a level, the nearer one first."""
        levels = [own for own, _ in self._known]
        above = min(max(int(np.searchsorted(levels, level)), 1), len(levels) - 1)
        return sorted(self._known[above - 1 : above + 1], key=lambda each: abs(each[0] - level))

    def _flights(self, level: float, neighbors: Sequence[tuple[float, Clip]]) -> list[int]:
        """Candidate numbers of airborne frames for a level, the most likely first."""
        levels, frames = zip(
            *sorted((own, Flight.of(clip.job).frames) for own, clip in neighbors), strict=True
        )
        likely = float(np.sqrt(np.interp(level, levels, np.square(frames))))
        within = range(min(frames), max(frames) + 1)
        return sorted(within, key=lambda each: abs(each - likely))[:TRIES]

    def _asked(
        self, known: Clip, flight: int, level: float, send: Sink, cancelled: Callable[[], bool]
    ) -> Clip:
        job = with_flight(known.job, flight)
        bound = ExpressionConstraint(
            self._quantity, lower=level, upper=level, of=self._of, name=f"{self._of} of {self._quantity}"
        )
        bound_job = replace(job, name=f"{known.job.name} {level:.3g}", constraints=(*job.constraints, bound))
        start = aligned(Start.of_clip(known), bound_job)
        return make_clip(solve(bound_job, send=send, cancelled=cancelled, start=start, start_alone=True))
