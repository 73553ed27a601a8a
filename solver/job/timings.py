"""Which timings of a job are free, and how they are searched."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..number_range import above, within


@dataclass(frozen=True)
class FreeLength:
    """The solver chooses the length of the clip, starting from the one given.

    A cycle keeps its mean velocity: its translation and yaw are proportional to its length, and lengths are compared
    by the objective per second. Open clips are compared by the objective of the whole clip.

    Attributes:
        shortest: minimum length [s]; a clip has at least 4 frames.
        longest: maximum length [s].
    """

    shortest: float = field(default=0.0, metadata=within(0, 1e6, unit="s"))
    longest: float = field(default=3.0, metadata=above(0, 1e6, unit="s"))


@dataclass(frozen=True)
class FreePhases:
    """The solver chooses the phases of a ContactTiming, starting from those given; their number is fixed.

    Equal bounds fix a start or a duration. In a cycle, starts of 0 and 1 are the same, and a search can pass from one
    to the other. A phase too short to contain a frame does not touch (McIntosh 2011, section 6.1.1: once or not at
    all). In a mirrored cycle, the later of two mirror images follows the earlier by half a cycle.

    Attributes:
        start: minimum and maximum start of each phase, as fractions of the clip.
        duration: minimum and maximum duration of each phase, as fractions of the clip.
        follows: name of another free contact whose phases these repeat (those of a second ContactTiming repeat
            its second); empty: independent phases.
        offset: delay behind the phases that these repeat, as a fraction of the cycle.
    """

    start: tuple[float, float] = (0.0, 1.0)
    duration: tuple[float, float] = (0.0, 1.0)
    follows: str = ""
    offset: float = 0.5


@dataclass(frozen=True)
class CmaEs:
    """Search for free timings by CMA-ES around the optimizer (Hansen & Ostermeier 1996; McIntosh 2011, section 4.2.5).

    Attributes:
        population: timings tried in each generation (lambda), the better half of which form the next.
        generations: maximum number of generations.
        spread: standard deviation of the first generation (sigma), as a share of the range of each timing.
        seed: of the random generator.
        restarts: number of further searches with other populations and spreads (BIPOP, Hansen 2009).
        tolerance: share of their ranges within which all timings must lie for the search to end.
    """

    kind: ClassVar[str] = "cma_es"
    population: int = field(default=16, metadata=within(4, 10_000))
    generations: int = field(default=100, metadata=within(1, 1e6))
    spread: float = field(default=1 / 3, metadata=above(0, 1))
    seed: int = field(default=0, metadata=within(0, 2**32 - 1))
    restarts: int = field(default=0, metadata=within(0, 1000))
    tolerance: float = field(default=1e-3, metadata=within(0, 1))


@dataclass(frozen=True)
class Gradient:
    """Search for free timings by gradient: phase durations are unknowns of the same problem (Winkler et al. 2018).

    Takes about twenty solves and finds a local optimum near the timings it starts from.

    Attributes:
        evolution: search whose best timings this one starts from; None: those given.
    """

    kind: ClassVar[str] = "gradient"
    evolution: CmaEs | None = None


BY_EVOLUTION = CmaEs()
