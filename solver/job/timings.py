"""Which timings of a job are free, and how they are searched."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..number_range import above, within


@dataclass(frozen=True)
class FreeLength:
    """The clip's length is to be found; the one given is the first guess.

    A cycle keeps its mean velocity: its translation and yaw grow with its length, and lengths are compared by
    the objective per second. An open clip's are compared by the objective of the whole clip.

    Attributes:
        shortest: least length [s]; a clip has 4 frames at least.
        longest: greatest length [s].
    """

    shortest: float = field(default=0.0, metadata=within(0, 1e6, unit="s"))
    longest: float = field(default=3.0, metadata=above(0, 1e6, unit="s"))


@dataclass(frozen=True)
class FreePhases:
    """The phases of a ContactTiming are to be found; those given are the first guess, and their number stays.

    Equal bounds fix a start or a duration. In a cycle a start of 1 is a start of 0, and a search may go round.
    A phase too short for any frame does not touch (McIntosh 2011, section 6.1.1: once or not at all). In a
    mirrored cycle the later of two mirror images follows the earlier by half a cycle.

    Attributes:
        start: least and greatest start of each phase, as fractions of the clip.
        duration: least and greatest duration of each phase, likewise.
        follows: name of another free contact whose phases these repeat (a second ContactTiming those of its
            second); empty for phases of their own.
        offset: how much later they do, as a fraction of the cycle.
    """

    start: tuple[float, float] = (0.0, 1.0)
    duration: tuple[float, float] = (0.0, 1.0)
    follows: str = ""
    offset: float = 0.5


@dataclass(frozen=True)
class CmaEs:
    """Free timings by evolution around the optimiser (Hansen & Ostermeier 1996; McIntosh 2011, section 4.2.5).

    Attributes:
        population: timings tried per generation; his lambda. The better half has children.
        generations: after which the best is taken.
        spread: of the first generation, in ranges of the timings; his sigma.
        seed: of the generator.
        restarts: further searches with other populations and spreads (Hansen 2009, BIPOP).
        tolerance: a search is over when its timings spread less than this share of their ranges.
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
    """Free timings by gradient: durations of phases are unknowns of the motion's own problem (Winkler et al. 2018).

    Takes some twenty solves and finds the best timings near those that it begins with.

    Attributes:
        evolution: a search whose best timings it begins with; None begins with those given.
    """

    kind: ClassVar[str] = "gradient"
    evolution: CmaEs | None = None


BY_EVOLUTION = CmaEs()
