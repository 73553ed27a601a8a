"""Settings of a search for variations."""

from collections.abc import Callable
from dataclasses import dataclass

from ..clip.clip import Clip
from ..messages import Sink
from ..scheduling.workers import Workers
from .variation import Variation


@dataclass(frozen=True)
class VariationSearch:
    """How variations are searched.

    Attributes:
        earlier: the first motions, from an earlier run; they are not searched again.
        keeps_apart: whether bodies pass through each other no deeper than in the best motion; where they cannot be
            parted, ``Variation.overlaps`` lists them.
        seed: 0: searches start in the softest directions themselves; otherwise in random mixtures of them.
        workers: that try several starts of each motion in parallel, of which the most different result is kept, or the
            number of processes; None: one start after another. The result depends on the number of workers alone.
        send: receives status and progress.
        on_found: receives each motion as soon as it is found, and again, with its number, if it was moved farther away.
        cancelled: called at each iteration; True stops and keeps the motions found so far.
    """

    earlier: tuple[Clip, ...] = ()
    keeps_apart: bool = True
    seed: int = 0
    workers: Workers | int | None = None
    send: Sink = lambda _: None
    on_found: Callable[[Variation], None] = lambda _: None
    cancelled: Callable[[], bool] = lambda: False


DEFAULT = VariationSearch()
