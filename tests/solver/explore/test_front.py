"""Trade-offs between what a motion costs and how much it does: physical, in order, none of them dominated."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from solver.errors import InputError
from solver.explore.front import front
from solver.explore.pareto import Front
from solver.job.job import Job, SolverOptions
from solver.mechanics.tree import Tree
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run

# rad, of the knee at its most; a walk bends it anyway, and none reaches the last
LEVELS = (0.2, 0.6, 1.4, 30.0)


@pytest.fixture(scope="module")
def bent(walk: Callable[..., Job]) -> Front:
    return front(walk(16, options=SolverOptions(max_iterations=60)), "L_knee.ry", LEVELS)


def test_more_costs_more(bent: Front, judge: ModuleType) -> None:
    levels, costs = [p.level for p in bent.points], [p.cost for p in bent.points]
    assert levels == sorted(levels)
    assert costs == sorted(costs)
    assert len(levels) >= 2
    for point in bent.points:
        assert_physical(point.clip)
        assert_judged(point.clip, judge)


def test_the_quantity_is_there(bent: Front) -> None:
    for point in bent.points:
        knee = Tree(point.clip.job.character).names.index("L_knee.ry")
        assert point.clip.q[:, knee].max() >= point.level - 1e-5


def test_what_is_no_point_is_told_with_its_reason(bent: Front) -> None:
    told = {each.level: each.violations for each in bent.dropped}
    assert told[30.0]
    assert told[0.2] == ()  # the cheapest walk bends its knee more than that
    assert {*told, *(point.level for point in bent.points)} == set(LEVELS)


def test_less_is_better_the_other_way_round(walk: Callable[..., Job]) -> None:
    found = front(walk(10), "power", (400.0, 60.0, 50.0), of="peak", at_most=True)
    assert all(np.diff([point.cost for point in found.points]) >= 0)


def test_no_level_is_refused(walk: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="expected at least one level"):
        front(walk(10), "com.z", ())


def test_a_front_from_the_command_line(walk: Callable[..., Job], tmp_path: Path) -> None:
    walk(10).save(tmp_path / "job.json")
    options = ("--quantity", "L_knee.ry", "--level", 1.0, "--level", 1.3)
    code, messages = run("front", tmp_path / "job.json", "--out", tmp_path, *options)
    assert code == 0
    assert any("costs" in str(message) for message in messages)
    assert len(list(tmp_path.glob("front_*.npz"))) >= 1
    code, messages = run(
        "front", tmp_path / "job.json", "--out", tmp_path, "--quantity", "knie", "--level", 1
    )
    assert code == 2
    assert "knie" in str(errors(messages)[0])
