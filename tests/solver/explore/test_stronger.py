"""Muscles are as they are within nature, and as little stronger as may be beyond it."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from solver.animate import make_clip
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.envelope import PROBE, slope_of_cost
from solver.explore.stronger import (
    CLOSE,
    LEAST,
    StrongerMuscles,
    solve_strengthened,
    strength_of,
    with_strength,
)
from solver.job.job import Job
from solver.optimise.solve import solve
from solver.optimise.start import Start
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import run
from tests.support.hop import hop as made_hop
from tests.support.solved_once import Solved

WEAK, DEAR, CHEAP = 0.5, 100.0, 0.1  # of a person's strength; prices


@pytest.fixture(scope="module")
def hop() -> Job:
    return made_hop()


@pytest.fixture(scope="module")
def weak(hop: Job) -> Job:
    """The same of somebody half as strong, whose effort counts in their own strength."""
    return replace(hop, character=with_strength(hop, WEAK - 1).character)


@pytest.fixture(scope="module")
def alone(weak: Job, solved: Solved) -> Start:
    """By their own strength."""
    return Start.of_clip(solved(weak))


@pytest.fixture(scope="module")
def helped(weak: Job, alone: Start) -> Clip:
    return _found(weak, CHEAP, alone)


def test_who_is_strong_enough_stays_as_they_are(hop: Job, weak: Job, alone: Start, solved: Solved) -> None:
    assert _found(hop, CHEAP, Start.of_clip(solved(hop))).job == hop
    assert _found(weak, DEAR, alone).job == weak


def test_who_is_too_weak_gets_as_little_as_pays(weak: Job, helped: Clip, judge: ModuleType) -> None:
    assert_physical(helped)
    assert_judged(helped, judge)
    share = strength_of(helped.job.character, weak.character)
    assert 0.05 < share < StrongerMuscles().maximum
    found = solve(
        with_strength(weak, share), send=lambda _: None, cancelled=lambda: False, start=Start.of_clip(helped)
    )
    assert slope_of_cost(found, with_strength(weak, share + PROBE)) >= -CHEAP
    less = share - max(CLOSE * share, LEAST)
    found = solve(
        with_strength(weak, less),
        send=lambda _: None,
        cancelled=lambda: False,
        start=Start.of_solution(found),
    )
    assert not found.solved or slope_of_cost(found, with_strength(weak, less + PROBE)) < -0.9 * CHEAP


def test_the_same_torques_cost_the_same(weak: Job, alone: Start) -> None:
    found = solve(weak, send=lambda _: None, cancelled=lambda: False, start=alone)
    stronger = solve(
        with_strength(weak, 0.01),
        send=lambda _: None,
        cancelled=lambda: False,
        start=Start.of_solution(found),
    )
    cost = [sum(each.problem.objective.terms(each.x).values()) for each in (found, stronger)]
    assert cost[1] < cost[0]
    told = slope_of_cost(found, with_strength(weak, PROBE))
    assert told == pytest.approx((cost[1] - cost[0]) / 0.01, rel=0.1)


def test_a_price_of_nothing_is_refused(hop: Job) -> None:
    with pytest.raises(InputError, match="price"):
        _found(hop, 0.0)


def test_a_front_has_stronger_muscles_where_that_pays(weak: Job, tmp_path: Path) -> None:
    weak.save(tmp_path / "job.json")
    code, messages = run(
        *("front", tmp_path / "job.json", "--out", tmp_path, "--quantity", "com.z", "--flight", 4),
        *("--muscle-price", CHEAP, "--workers", 1),
    )
    assert code == 0
    clip = Clip.load(tmp_path / "front_1.npz")
    share = strength_of(clip.job.character, weak.character)
    said = " ".join(map(str, messages))
    assert share > 0.05
    assert f"with muscles {1 + share:.2f} times as strong" in said
    assert f"costs {clip.provenance.objective + CHEAP * share:.4g}" in said


def _found(job: Job, price: float, start: Start | None = None) -> Clip:
    given = StrongerMuscles(price=price)
    return make_clip(
        solve_strengthened(
            job, strengthening=given, send=lambda _: None, cancelled=lambda: False, start=start
        )
    )
