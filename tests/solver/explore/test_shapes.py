"""Other bodies for one task: how they are stretched, what that costs, and that their motions are physical."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from examples import throw_underhand
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.envelope import PROBE, slope_of_cost
from solver.explore.metrics.shape import ShapeDistance
from solver.explore.shapes import LONGEST, SHORTEST, Shape, groups_of, shapes
from solver.explore.stretched import stretched
from solver.job.job import Job
from solver.optimise.solve import solve
from solver.optimise.start import Start
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run

SLACK = 0.25


@pytest.fixture(scope="module")
def three(stride: Job) -> tuple[Shape, ...]:
    return shapes(stride, 3, slack=SLACK)


def test_a_longer_body_carries_what_hangs_on_it_farther(stride: Job) -> None:
    before = stride.character
    after = stretched(stride, {"L_thigh": 2.0, "R_thigh": 2.0}).character
    thigh, knee, hip = (before.body_index("L_thigh"), 1, 0)
    assert [before.joints[k].name for k in (hip, knee)] == ["L_hip", "L_knee"]
    assert after.bodies[thigh].mass == pytest.approx(2 * before.bodies[thigh].mass)
    assert after.bodies[thigh].diameters[2] == pytest.approx(2 * before.bodies[thigh].diameters[2])
    assert after.bodies[thigh].diameters[:2] == before.bodies[thigh].diameters[:2]
    reach = [
        np.linalg.norm(np.subtract(each.joints[knee].position, each.joints[hip].position))
        for each in (before, after)
    ]
    assert reach[1] == pytest.approx(2 * reach[0])
    foot = [each.contacts[0].point for each in (before, after)]
    assert foot[1] == pytest.approx(foot[0])  # it stands where it stood
    assert after.joints[hip].position[2] == pytest.approx(before.joints[hip].position[2] + reach[0])
    assert stretched(stride, {}).character == before


def test_what_is_held_stays_in_the_hand() -> None:
    job = throw_underhand.job()
    after = stretched(job, {"hand": 1.5})
    [before_hold], [hold] = job.holds, after.holds
    wrist = next(each.position for each in job.character.joints if each.body_b == "hand")
    away = np.subtract(before_hold.point_a, wrist)
    assert np.subtract(hold.point_a, wrist) == pytest.approx(1.5 * away)
    assert hold.point_b == before_hold.point_b
    assert ("ball",) not in groups_of(job)


def test_the_price_of_a_length_is_known_before_it_is_solved(stride: Job) -> None:
    solution = solve(stride, send=lambda _: None, cancelled=lambda: False)
    for group in groups_of(stride):
        told = slope_of_cost(solution, stretched(stride, dict.fromkeys(group, float(np.exp(PROBE)))))
        ends = [
            solve(
                stretched(stride, dict.fromkeys(group, 1 + step)),
                send=lambda _: None, cancelled=lambda: False, start=Start.of_solution(solution), start_alone=True,
            )
            for step in (-0.005, 0.005)
        ]  # fmt: skip
        costs = [sum(end.problem.objective.terms(end.x).values()) for end in ends]
        assert told == pytest.approx((costs[1] - costs[0]) / 0.01, rel=0.01, abs=1e-4)


def test_each_does_what_is_asked_at_its_price(three: tuple[Shape, ...], judge: ModuleType) -> None:
    assert [one.number for one in three] == [1, 2, 3]
    metric = ShapeDistance(three[0].clip.job.character)
    for k, one in enumerate(three):
        assert_physical(one.clip)
        assert_judged(one.clip, judge)
        assert one.cost <= 1 + SLACK + 1e-6
        assert all(SHORTEST - 1e-9 <= factor <= LONGEST + 1e-9 for factor in one.factors.values())
        assert all(one.factors.get(a) == one.factors.get(b) for a, b in one.clip.job.character.mirror_pairs)
        away = [metric.apart(one.clip.job.character, other.clip.job.character) for other in three[:k]]
        assert one.distance == pytest.approx(min(away, default=0.0))
    assert min(one.distance for one in three[1:]) > 0.1
    own = three[0].clip.job.character
    longer = metric.lengths(three[1].clip.job.character) / metric.lengths(own)
    assert longer == pytest.approx([three[1].factors[body.name] for body in own.bodies])


def test_a_body_that_does_not_count_is_no_difference(stride: Job) -> None:
    legless = ShapeDistance(stride.character, {"L_calf": 0.0})
    assert legless.apart(stride.character, stretched(stride, {"L_calf": 2.0}).character) == 0


def test_a_job_whose_best_motion_costs_nothing_is_refused(stride: Job) -> None:
    with pytest.raises(InputError, match="the best motion costs nothing; add an objective"):
        shapes(replace(stride, objectives=()), 2)


def test_shapes_from_the_command_line(stride: Job, tmp_path: Path) -> None:
    stride.save(tmp_path / "job.json")
    options = ("variations", tmp_path / "job.json", "--out", tmp_path, "--by", "shape", "--count", 2)
    code, messages = run(*options)
    assert code == 0
    assert Clip.load(tmp_path / "variation_2.npz").job.character != stride.character
    assert any("times as long" in str(message) for message in messages)
    code, messages = run(*options, "--unlike", tmp_path / "variation_1.npz")
    assert code == 2
    assert "expected no motions to differ from" in str(errors(messages)[0])
