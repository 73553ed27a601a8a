"""Trade-offs of three: height and distance against effort."""

from pathlib import Path

import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.front_search import FrontSearch
from solver.explore.pareto import TradeOff
from solver.explore.surface import surface
from solver.problem.expression.measured import measured
from tests.solver.physical import assert_physical
from tests.support.command import errors, run
from tests.support.hop import hop

QUANTITIES = ("com.z", "com.x")


def test_none_of_a_grid_is_better_in_all() -> None:
    found: list[TradeOff] = []
    front = surface(
        [[hop(flight, way) for way in (0.0, 0.2)] for flight in (3, 4)],
        QUANTITIES,
        search=FrontSearch(on_found=found.append),
    )
    assert len(found) == 4
    for point in found:
        assert_physical(point.clip)
        assert point.further_levels == (pytest.approx(measured(point.clip, "com.x")),)
    assert len(front.points) + len(front.dropped) == 4
    for one in front.points:
        for other in front.points:
            better = (
                one.level >= other.level,
                one.further_levels >= other.further_levels,
                one.cost <= other.cost,
            )
            assert one is other or not all(better)


def test_no_job_is_refused() -> None:
    with pytest.raises(InputError, match="expected at least one row of jobs"):
        surface([], QUANTITIES)


def test_a_surface_from_the_command_line(tmp_path: Path) -> None:
    hop().save(tmp_path / "job.json")
    options = ("front", tmp_path / "job.json", "--out", tmp_path, "--quantity", "com.z", "--workers", 1)
    code, messages = run(*options, "--flight", 3, "--second", "norm(com.velocity)", "--second-level", 1.5)
    assert code == 0
    assert any("and of norm(com.velocity) 1.5" in str(message) for message in messages)
    assert measured(Clip.load(tmp_path / "front_1.npz"), "norm(com.velocity)") >= 1.5 - 1e-4
    code, messages = run(*options, "--flight", 3, "--second", "com.x")
    assert code == 2
    assert "a second quantity together with its levels" in str(errors(messages)[0])
