"""CMA-ES as we use it: by ranks, with ends that meet, from a generator of its own."""

import numpy as np
import pytest

from solver.arrays import Array
from solver.optimise.cmaes import Evolution, Restart, runs


def least(function: object, guess: Array, *, seed: int = 0, periodic: tuple[bool, ...] = ()) -> Array:
    """Best point of 60 generations; the function gives an order only."""
    rng = np.random.default_rng(seed)
    around = np.array(periodic or (False,) * len(guess))
    evolution = Evolution(guess, periodic=around, run=Restart(12, 60, 1 / 3, False), rng=rng)
    for _ in range(60):
        points = evolution.ask()
        values = np.array([function(p) for p in points])  # type: ignore[operator]
        evolution.tell(np.argsort(np.argsort(values)).astype(float))
    assert evolution.spread < 1e-3
    return points[np.argmin(values)]


def test_a_known_optimum_is_found() -> None:
    wanted = np.array([0.2, 0.7, 0.55])

    def ill_scaled(p: Array) -> float:
        return float(np.exp(([1.0, 30.0, 1000.0] * (p - wanted) ** 2).sum()))

    assert least(ill_scaled, np.full(3, 0.5)) == pytest.approx(wanted, abs=1e-3)


def test_an_optimum_at_the_bounds_is_found_within_them() -> None:
    best = least(lambda p: -p[0] + p[1], np.array([0.5, 0.5]))
    assert best == pytest.approx([1.0, 0.0], abs=1e-4)
    assert (best >= 0).all()
    assert (best <= 1).all()


def test_a_start_goes_round_its_cycle() -> None:
    best = least(lambda p: -np.cos(2 * np.pi * (p[0] - 0.9)), np.array([0.1]), periodic=(True,))
    assert best[0] % 1.0 == pytest.approx(0.9, abs=1e-3)


def test_a_seed_decides_and_numpy_generator_is_left_alone() -> None:
    def bowl(p: Array) -> float:
        return float(((p - 0.3) ** 2).sum())

    np.random.seed(1)  # noqa: NPY002  the global generator is what must not matter
    first, state = least(bowl, np.full(2, 0.5)), np.random.get_state()[1].copy()  # noqa: NPY002
    np.random.seed(1)  # noqa: NPY002
    assert (np.random.get_state()[1] == state).all()  # noqa: NPY002
    np.random.seed(2)  # noqa: NPY002
    assert (least(bowl, np.full(2, 0.5)) == first).all()
    assert (least(bowl, np.full(2, 0.5), seed=1) != first).any()


def test_restarts_alternate_between_doubled_and_small_populations() -> None:
    first = Restart(16, 100, 1 / 3, False)
    schedule = list(runs(first, 12, np.random.default_rng(0)))
    assert schedule[0] == first
    assert all(run.is_elsewhere for run in schedule[1:])
    large = [run.population for run in schedule[1:] if run.spread == first.spread]
    assert large == [32 * 2**k for k in range(len(large))]
    small = [run for run in schedule[1:] if run.spread < first.spread]
    assert small
    cost = {kind: sum(r.population * r.generations for r in kind) for kind in map(tuple, [small])}
    assert sum(cost.values()) < 16 * 100 + sum(p * 100 for p in large)
    assert min(run.spread for run in small) >= first.spread / 100
    assert min(run.population for run in small) >= 2
