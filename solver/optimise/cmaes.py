"""CMA-ES: the only import of cma."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array, Flags

SMALLEST_SPREAD = 0.01  # minimum spread of a small restart relative to the first run
ENDLESS = 10**9


@dataclass(frozen=True)
class Restart:
    """Settings of one run of the evolution.

    Attributes:
        population: points per generation.
        generations: at most.
        spread: of the first generation.
        is_elsewhere: whether it begins at a random point instead of the initial guess.
    """

    population: int
    generations: int
    spread: float
    is_elsewhere: bool


class Evolution:
    """CMA-ES in the unit cube with its own random generator (Hansen & Ostermeier 1996; pycma).

    Uses only the order of the points, so that points without a value can be ranked, too.

    Args:
        guess: (U,) mean of the first generation.
        periodic: (U,) coordinates that wrap around instead of having bounds.
        run: population and spread.
        rng: generator of all points.
    """

    def __init__(self, guess: Array, *, periodic: Flags, run: Restart, rng: np.random.Generator) -> None:
        self._n = len(guess)
        if self._n == 1:  # pycma needs two dimensions: adds one on which nothing depends
            guess, periodic = np.append(guess, 0.5), np.append(periodic, True)
        bounds = [[None if p else end for p in periodic] for end in (0.0, 1.0)]
        options = {
            "popsize": run.population,
            "bounds": bounds,
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": np.nan,  # leaves numpy's global generator alone
            "verbose": -9,
            "signals_filename": "",
            "tolfun": 0,  # ranks have no size
            "tolfunhist": 0,
            "tolflatfitness": ENDLESS,
            "tolstagnation": ENDLESS,
            "maxiter": ENDLESS,
        }
        self._strategy = _strategy(guess, run.spread, options)

    def ask(self) -> Array:
        """(population, U) points to try, within 0 to 1 except where periodic."""
        self._asked = self._strategy.ask()
        return np.array(self._asked)[:, : self._n]

    def tell(self, ranks: Array) -> None:
        """Updates the distribution from the ranks of the points returned last.

        Args:
            ranks: (population,) smaller is better; ties are allowed.
        """
        self._strategy.tell(self._asked, ranks.tolist())

    @property
    def spread(self) -> float:
        """Largest standard deviation of a coordinate."""
        return float(np.max(self._strategy.stds[: self._n]))


def _strategy(guess: Array, spread: float, options: dict[str, Any]) -> Any:
    """Pycma's strategy, imported here because the import takes longer than many solves and few jobs need it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about missing matplotlib, which only its plots need
        import cma
    return cma.CMAEvolutionStrategy(guess, spread, options)


def runs(first: Restart, restarts: int, rng: np.random.Generator) -> Iterator[Restart]:
    """The first run and its restarts: large populations that double, and small ones between (BIPOP, Hansen 2009).

    A restart has a small population whenever the small ones have used fewer evaluations so far than the large ones.

    Args:
        first: run.
        restarts: number of restarts of both kinds.
        rng: generator of small runs' populations and spreads.
    """
    yield first
    doubled, small_cost, large_cost = 0, first.population * first.generations, 0
    for _ in range(restarts):
        if small_cost < large_cost:
            population = int(first.population * (0.5 * 2**doubled) ** (rng.uniform() ** 2))
            spread = first.spread * SMALLEST_SPREAD ** rng.uniform()
            generations = max(min(first.generations, large_cost // (2 * population)), 1)
            small_cost += population * generations
        else:
            doubled += 1
            population, spread, generations = first.population * 2**doubled, first.spread, first.generations
            large_cost += population * generations
        yield Restart(population, generations, spread, is_elsewhere=True)
