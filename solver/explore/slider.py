"""Physical motions between two of one job (Agrawal & van de Panne 2015, section 3.6.2)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..animate import make_clip
from ..arrays import Array
from ..clip.clip import Clip
from ..errors import InputError
from ..job.basis import PER_FRAME
from ..messages import Sink
from ..motion.motion import Motion
from ..optimise.multipliers import Multipliers
from ..optimise.resample import resample
from ..optimise.search import Search
from ..optimise.start import Start
from ..problem.formulate import formulate
from ..problem.rows.mass_distance import MassDistances
from .distance import body_weights, drawn
from .toward import nearest

SAME = 1e-9  # shares


@dataclass(frozen=True, eq=False)
class _Stop:
    """A solved position of the slider: unknowns, and multipliers of its NLP."""

    share: float
    x: Array
    multipliers: Multipliers | None


class Slider:
    """Slider from one motion to another of the same job.

    The target at a share interpolates where both motions have the mass of the bodies, with their centers of mass
    aligned; the motion there is the nearest one that meets the job (``Toward``). Its distance from the first motion is
    therefore proportional to the share, as far as physics allows. Each search starts from the nearest known motion,
    shifted by the difference of both ends.

    Args:
        first: clip at share 0.
        second: clip at share 1.
        bodies: names of the bodies that are compared, as in ``body_weights``.

    Raises:
        InputError: the clips are of different jobs, or there is no such body.
    """

    def __init__(self, first: Clip, second: Clip, *, bodies: Sequence[str] = ()) -> None:
        if replace(first.job, name="") != replace(second.job, name=""):
            raise InputError(
                f"expected two motions of one job, found '{first.name}' and '{second.name}', which differ in more "
                f"than the motion",
                field="job",
            )
        self._ends = (first, second)
        self._job = replace(first.job, basis=PER_FRAME)
        self._weights = body_weights(self._job, bodies)
        self._problem = formulate(self._job)
        a, b = (resample(Start.of_clip(clip), self._problem.transcription) for clip in self._ends)
        self._way = b - a
        self._known = [_Stop(0.0, a, None), _Stop(1.0, b, None)]

    def at(
        self,
        share: float,
        *,
        send: Sink = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Clip:
        """The motion at a share of the way; if none is found, its clip is the closest attempt.

        Args:
            share: from 0, the first motion itself, to 1, the second.
            send: receives status and progress.
            cancelled: called at each iteration; True stops and keeps the best so far.

        Raises:
            InputError: the share is not from 0 to 1.
        """
        if not 0 <= share <= 1:
            raise InputError(f"expected a share from 0 to 1, found {share:g}", field="share")
        for clip, end in zip(self._ends, (0.0, 1.0), strict=True):
            if abs(share - end) < SAME:
                return clip
        target, search = self._target(share), Search(self._problem, send, cancelled)
        solution = None
        for stop in self._nearest(share):
            moved = stop.x + (share - stop.share) * self._way
            solution = nearest(search, target, moved, stop.multipliers)
            if solution.solved:
                self._known.append(_Stop(share, solution.x, solution.multipliers))
            if solution.solved or search.is_over:
                break
        assert solution is not None
        return make_clip(solution)

    def _nearest(self, share: float) -> list[_Stop]:
        """Stops to start from, in order."""
        return sorted(self._known, key=lambda stop: abs(stop.share - share))[:2]

    def _target(self, share: float) -> MassDistances:
        return MassDistances(
            self._problem.transcription, [drawn(self._mixed(share), self._job, self._weights)]
        )

    def _mixed(self, share: float) -> Motion:
        """Interpolation of both motions: not a rigid motion, but a target for the masses."""
        a, b = (clip.motion for clip in self._ends)
        return replace(a, position=(1 - share) * a.position + share * b.position)
