"""The front of a jump over its time in the air: physical, in order, none dominated, each flight a branch."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from solver.errors import InputError
from solver.explore import forest
from solver.explore.flight import Flight, aligned, with_flight
from solver.explore.front_search import FrontSearch
from solver.explore.jumps import jump_front
from solver.explore.pareto import Front, TradeOff
from solver.job.constraints.pin import Pin
from solver.job.job import Job
from solver.job.schedule import contact_schedule
from solver.messages import Message, Status
from solver.optimise.resample import resample
from solver.optimise.solve import solve
from solver.optimise.start import Start
from solver.problem.expression.measured import measured
from solver.problem.transcription import transcribe
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run
from tests.support.hop import hop as made_hop

FLIGHTS = (3, 4, 5)
QUANTITY = "com.z"


@pytest.fixture(scope="module")
def hop() -> Job:
    return made_hop()


@pytest.fixture(scope="module")
def hops(hop: Job) -> Front:
    return jump_front(hop, FLIGHTS, QUANTITY)


def test_higher_costs_more(hops: Front, judge: ModuleType) -> None:
    levels, costs = [p.level for p in hops.points], [p.cost for p in hops.points]
    assert len(levels) == len(FLIGHTS)
    assert levels == sorted(levels)
    assert costs == sorted(costs)
    for point in hops.points:
        assert_physical(point.clip)
        assert_judged(point.clip, judge)


def test_two_processes_find_the_same_front(hops: Front, hop: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forest, "BEAT", 0.5)
    found: list[TradeOff] = []
    told: list[Message] = []
    search = FrontSearch(workers=2, on_found=found.append, send=told.append)
    front = jump_front(hop, (*FLIGHTS, 6), QUANTITY, search=search)
    assert front.seconds > 0
    assert Status("Solving several motions at once") in told
    assert len({point.clip.job.name for point in found}) == 4
    for ours, theirs in zip(front.points[:3], hops.points, strict=True):
        assert ours.level == pytest.approx(theirs.level, abs=0.02)
        assert ours.cost == pytest.approx(theirs.cost, rel=0.02)


def test_a_jump_begins_with_the_multipliers_of_the_one_before(hop: Job) -> None:
    """So it takes fewer iterations than from the motion alone."""
    asked, counts = with_flight(hop, 5), []
    solved = solve(with_flight(hop, 4), send=lambda _: None, cancelled=lambda: False)
    start = aligned(Start.of_solution(solved), asked)
    for each in (start, replace(start, multipliers=None)):
        solution = solve(asked, send=lambda _: None, cancelled=lambda: False, start=each, start_alone=True)
        assert solution.solved
        counts.append(solution.iterations)
    assert counts[0] < counts[1]


def test_the_level_is_what_the_clip_has(hops: Front) -> None:
    for point in hops.points:
        masses = np.array([body.mass for body in point.clip.job.character.bodies])
        heights = point.clip.motion.position[:, :, 2] @ masses / masses.sum()
        assert point.level == pytest.approx(heights.max(), abs=1e-6)
        assert measured(point.clip, "com.z", of="mean") == pytest.approx(heights.mean(), abs=0.02)


@pytest.mark.parametrize("frames", [1, 3, 4, 9])
def test_a_flight_has_as_many_frames_as_asked_for(hop: Job, frames: int) -> None:
    before, after = Flight.of(hop), Flight.of(with_flight(hop, frames))
    assert after.frames == frames
    assert after.first == before.first
    old, new = contact_schedule(hop).touches, contact_schedule(with_flight(hop, frames)).touches
    np.testing.assert_array_equal(old[: before.first], new[: before.first])
    np.testing.assert_array_equal(old[before.last + 1 :], new[after.last + 1 :])


def test_frames_after_the_landing_go_along(hop: Job) -> None:
    landed = Flight.of(hop).last + 2
    pins = (Pin("root.tx", 1, 2, 0.0, 0.1), Pin("root.tx", landed, -1, 0.0, 0.1))
    early, late = with_flight(replace(hop, constraints=pins), Flight.of(hop).frames + 3).constraints
    assert (early.first, early.last) == (1, 2)
    assert (late.first, late.last) == (landed + 3, -1)


def test_a_start_takes_off_and_lands_where_the_next_one_does(hops: Front, hop: Job) -> None:
    low, asked = hops.points[0].clip, with_flight(hop, 6)
    transcription = transcribe(asked)
    q = resample(aligned(Start.of_clip(low), asked), transcription)[transcription.variables.q]
    old, new = Flight.of(low.job), Flight.of(asked)
    np.testing.assert_allclose(q[new.first - 1], low.q[old.first - 1], atol=1e-9)
    np.testing.assert_allclose(q[new.last + 1], low.q[old.last + 1], atol=1e-9)


def test_without_a_flight_there_is_no_front(walk: Callable[..., Job], hop: Job) -> None:
    with pytest.raises(InputError, match="cycle"):
        jump_front(walk(), FLIGHTS, QUANTITY)
    with pytest.raises(InputError, match="no flight"):
        jump_front(replace(hop, contact_timings=()), FLIGHTS, QUANTITY)
    with pytest.raises(InputError, match="1 frame or more, found 0"):
        with_flight(hop, 0)
    found: list[TradeOff] = []
    with pytest.raises(InputError, match="knie"):
        jump_front(hop, FLIGHTS, "knie", search=FrontSearch(on_found=found.append))
    assert not found
    with pytest.raises(InputError, match="expected at least one number of frames"):
        jump_front(hop, (), QUANTITY)


def test_jumps_between_are_sought_and_stopped(hop: Job) -> None:
    found: list[TradeOff] = []
    search = FrontSearch(on_found=found.append, cancelled=lambda: len(found) > 2)
    front = jump_front(hop, FLIGHTS[:2], QUANTITY, between=0.1, search=search)
    assert len(found) >= 2
    assert len(front.points) + len(front.dropped) >= len(found)


def test_flights_from_the_command_line(hop: Job, tmp_path: Path) -> None:
    hop.save(tmp_path / "job.json")
    options = (tmp_path / "job.json", "--out", tmp_path, "--quantity", QUANTITY)
    code, messages = run("front", *options, "--flight", 3, "--flight", 4)
    assert code == 0
    assert len(list(tmp_path.glob("front_*.npz"))) == 2
    code, messages = run("front", *options)
    assert code == 2
    assert "either levels or flights" in str(errors(messages)[0])
