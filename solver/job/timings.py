"""Which timings of a job are free, and how they are searched."""

from dataclasses import dataclass
from typing import ClassVar

from ..errors import InputError


@dataclass(frozen=True)
class FreeLength:
    """The clip's length is to be found; the one given is the first guess.

    A cycle keeps its mean velocity: its translation and yaw grow with its length, and lengths are compared by
    the objective per second. An open clip's are compared by the objective of the whole clip.

    Attributes:
        shortest: least length [s]; a clip has 4 frames at least.
        longest: greatest length [s].
    """

    shortest: float = 0.0
    longest: float = 3.0


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
    population: int = 16
    generations: int = 100
    spread: float = 1 / 3
    seed: int = 0
    restarts: int = 0
    tolerance: float = 1e-3

    def check(self, field: str) -> None:
        """Refuses what cannot be searched with.

        Raises:
            InputError: naming the option under ``field``.
        """
        least = {"population": 4, "generations": 1, "seed": 0, "restarts": 0, "tolerance": 0}
        for name, lowest in least.items():
            if getattr(self, name) < lowest:
                raise InputError(
                    f"expected {lowest} or more, found {getattr(self, name):g}", field=f"{field}.{name}"
                )
        if not 0 < self.spread <= 1:
            raise InputError(
                f"expected more than 0 and up to 1, found {self.spread:g}", field=f"{field}.spread"
            )


@dataclass(frozen=True)
class Gradient:
    """Free timings by gradient: durations of phases are unknowns of the motion's own problem (Winkler et al. 2018).

    Takes some twenty solves and finds the best timings near those that it begins with.

    Attributes:
        evolution: a search whose best timings it begins with; None begins with those given.
    """

    kind: ClassVar[str] = "gradient"
    evolution: CmaEs | None = None

    def check(self, field: str) -> None:
        """As CmaEs does."""
        if self.evolution:
            self.evolution.check(f"{field}.evolution")


BY_EVOLUTION = CmaEs()
