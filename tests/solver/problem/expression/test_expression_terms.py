"""Every kind of constraint and objective told by expressions: what it asks for comes true."""

import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.errors import InputError
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.follow_path import FollowPath, Waypoint
from solver.job.constraints.hold_pose import Angle, HoldPose
from solver.job.constraints.region import BoxRegion, EllipsoidRegion, HalfSpaceRegion, Region, Sphere
from solver.job.constraints.stay import Stay
from solver.job.constraints.together import Together
from solver.job.job import Job
from solver.job.objectives.expression import ExpressionObjective
from solver.job.subexpression import Subexpression
from solver.job.when import When
from solver.mechanics.tree import Tree
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.problem.objectives.weighted_sum import UNIT
from solver.wording.violations import sentence

MIDDLE = (2.0, 0.0, 2.0)  # of the particle's way
P = "particle"


@pytest.fixture(scope="module")
def flown(flight: Callable[..., Job]) -> Callable[..., np.ndarray]:
    """(N, 3) where the particle with a jet is, with constraints added to its pins."""

    def fly(*constraints: object, **more: object) -> np.ndarray:
        job = flight()
        job = replace(job, constraints=job.constraints + constraints, **more)
        solution = solve(job, send=lambda _: None, cancelled=lambda: False)
        assert solution.solved, solution.problem.violations(solution.x, count=3)
        state = solution.problem.state(solution.x)
        return state.pose.position[:, 1:-1, 0].T

    return fly


def test_keeps_out_of_a_sphere(flown: Callable[..., np.ndarray]) -> None:
    free = flown()
    assert np.linalg.norm(free - MIDDLE, axis=1).min() < 0.6
    away = flown(Region(P, Sphere(MIDDLE, 0.8), inside=False))
    assert np.linalg.norm(away - MIDDLE, axis=1).min() == pytest.approx(0.8, abs=1e-3)


def test_keeps_out_of_a_box_and_in_a_half_space(flown: Callable[..., np.ndarray]) -> None:
    size = (1.0, 4.0, 1.0)
    below = Region(P, HalfSpaceRegion((0.0, 0.0, 3.0), (0.0, 0.0, 2.0)), when=When(last=14))
    way = flown(Region(P, BoxRegion(MIDDLE, size), inside=False), below)
    assert way[:15, 2].max() < 3.0 + 1e-4
    depth = np.abs(way[:, [0, 2]] - [2.0, 2.0]).max(1)
    assert depth.min() > 0.4  # its edges are round


def test_stays_in_a_box_and_an_ellipsoid(flown: Callable[..., np.ndarray]) -> None:
    frames = When(8, 10)
    way = flown(Region(P, BoxRegion((1.8, 0, 1.0), (1.0, 1.0, 0.5)), when=frames))[8:11]
    assert np.abs(way[:, 2] - 1.0).max() < 0.25 + 1e-4
    way = flown(Region(P, EllipsoidRegion((1.8, 0, 1.0), (1.0, 1.0, 0.5)), when=frames))[8:11]
    assert (((way - [1.8, 0, 1.0]) / [0.5, 0.5, 0.25]) ** 2).sum(1).max() < 1 + 1e-4


def test_stays_in_a_sphere_and_out_of_an_ellipsoid_and_a_half_space(flown: Callable[..., np.ndarray]) -> None:
    frames, sizes = When(8, 12), (1.5, 1.0, 1.0)
    way = flown(Region(P, Sphere((1.8, 0.0, 1.0), 0.4), when=frames))[8:13]
    assert np.linalg.norm(way - [1.8, 0.0, 1.0], axis=1).max() < 0.4 + 1e-4
    way = flown(Region(P, EllipsoidRegion(MIDDLE, sizes), inside=False, when=frames))[8:13]
    assert (((way - MIDDLE) / np.divide(sizes, 2)) ** 2).sum(1).min() > 1 - 1e-4
    way = flown(Region(P, HalfSpaceRegion((0.0, 0.0, 2.6), (0.0, 0.0, 2.0)), inside=False, when=frames))[8:13]
    assert way[:, 2].min() > 2.6 - 1e-4


def test_stay_together_and_hold_a_pose(flown: Callable[..., np.ndarray]) -> None:
    way = flown(Stay(P, (1.0, -1.0, 2.9), (2.0, 1.0, 3.0), when=When(10, 10)))
    assert 2.9 - 1e-4 < way[10, 2] < 3.0 + 1e-4
    way = flown(Together(P, point_b=(1.5, 0.0, 1.0), when=When(10, 10)))
    assert way[10] == pytest.approx([1.5, 0, 1.0], abs=1e-4)
    way = flown(Together(P, point_b=MIDDLE, nearest=0.7, farthest=None))
    assert np.linalg.norm(way - MIDDLE, axis=1).min() == pytest.approx(0.7, abs=1e-3)
    way = flown(HoldPose((Angle("root.tx", 1.0),), tolerance=0.01, when=When(5, 7)))
    assert np.abs(way[5:8, 0] - 1.0).max() < 0.0101


def test_follows_a_path(flown: Callable[..., np.ndarray]) -> None:
    points = (Waypoint(0.3, (1.0, 0, 1.0)), Waypoint(0.5, (2.0, 0.0, 1.5)), Waypoint(0.7, (3.0, 0.0, 2.5)))
    way = flown(FollowPath(P, points))
    assert way[10] == pytest.approx([2.0, 0, 1.5], abs=1e-4)
    straight = flown(FollowPath(P, points, tolerance=0.05, smooth=False))
    assert np.linalg.norm(straight[8] - [1.5, 0, 1.25]) < 0.051 + 0.25


def test_mcintosh_ends_are_found_although_their_squares_have_no_slope(
    flown: Callable[..., np.ndarray],
) -> None:
    text = "(particle.tx(10) - value) ** 2 + (particle.tz(10) - value / 2) ** 2"
    way = flown(ExpressionConstraint(text, 0.0, 0.0, value=1.6))
    assert way[10, [0, 2]] == pytest.approx([1.6, 0.8], abs=1e-4)


def test_statistics(flown: Callable[..., np.ndarray]) -> None:
    weight = np.ones(21)
    weight[[0, -1]] = 0.5
    mean = flown(ExpressionConstraint("particle.tz", 2.5, 2.5, of="mean"))[:, 2]
    assert mean @ weight / weight.sum() == pytest.approx(2.5, abs=1e-4)
    area = flown(ExpressionConstraint("particle.tz", 2.5, 2.5, of="integral"))[:, 2]
    assert area @ weight * 0.05 == pytest.approx(2.5, abs=1e-4)
    slow = ExpressionConstraint("norm(particle.velocity)", None, 6.0, When(4, 16), of="peak")
    speed = flown(slow)[4:17]
    assert np.linalg.norm(np.diff(speed, axis=0) / 0.05, axis=1).max() == pytest.approx(6.0, abs=1e-5)


def test_a_peak_is_reached(flown: Callable[..., np.ndarray]) -> None:
    """The frame is not told: the least effort is to bend the way where it costs least."""
    free = flown()[:, 2]
    high = flown(ExpressionConstraint("particle.tz", 5.0, of="peak"))[:, 2]
    assert free.max() < 4.1
    assert high.max() == pytest.approx(5.0, abs=1e-4)
    within = flown(ExpressionConstraint("particle.tz", 3.0, 4.3, of="peak", when=When(last=9)))[:, 2]
    assert within[:10].max() == pytest.approx(3.0, abs=1e-4)
    fast = flown(ExpressionConstraint("norm(particle.velocity)", 12.0, of="peak"))
    assert np.linalg.norm(np.diff(fast, axis=0) / 0.05, axis=1).max() == pytest.approx(12.0, abs=1e-3)


def test_a_peak_out_of_reach_is_told_in_words(flight: Callable[..., Job]) -> None:
    high = ExpressionConstraint("particle.tz", 5.0, of="peak", name="height")
    problem = formulate(replace(flight(), constraints=(high,)))
    told = [str(sentence(violation)) for violation in problem.violations(np.zeros(problem.size), count=99)]
    assert "height stays 5 below its least peak" in told


def test_conditions_and_subexpressions(flown: Callable[..., np.ndarray]) -> None:
    names = (Subexpression("HandX", "particle.position.x"), Subexpression("BX", "4 * phase"))
    late = ExpressionConstraint("HandX - BX", 0.0, 0.0, When(condition="0.5 <= time and phase < 0.8"))
    way = flown(late, subexpressions=names)[:, 0]
    frames = np.arange(10, 16)
    assert way[frames] == pytest.approx(4 * frames / 20, abs=1e-4)


def test_objective_prefers(flown: Callable[..., np.ndarray]) -> None:
    text = "(particle.tz - 5) ** 2"
    high = flown(objectives=(*_objectives(), ExpressionObjective(text, 1e3)))
    assert high[10, 2] > flown()[10, 2] + 0.5


def _objectives() -> tuple:
    from solver.job.objectives.effort import Effort

    return (Effort(),)


def test_terms_are_told_by_name(flight: Callable[..., Job]) -> None:
    objectives = (
        *_objectives(),
        ExpressionObjective("com.z ** 2", 2.0, name="low"),
        ExpressionObjective("1 + com.z"),
    )
    problem = formulate(replace(flight(), objectives=objectives))
    x = np.random.default_rng(0).normal(size=problem.size)
    terms = problem.objective.terms(x)
    assert set(terms) == {"effort", "low", "expression"}
    assert problem.value(x) == pytest.approx(UNIT * sum(terms.values()))
    z = problem.state(x).pose.position[2, 1:-1, 0]
    weight = np.full(21, 0.05)
    weight[[0, -1]] = 0.025
    assert terms["low"] == pytest.approx(2 * weight @ z**2)


def test_a_hand_is_held_high_while_walking(walk: Callable[..., Job]) -> None:
    hand = "position(L_forearm, (0, 0, -0.15)).z"
    job = replace(walk(10), constraints=(ExpressionConstraint(hand, 1.3, None, name="hand up"),))
    clip = animate(job)
    assert clip.provenance.solved


def test_forces_and_torques_are_bound(walk: Callable[..., Job]) -> None:
    """A knee that may do little, and a foot that lands softly."""
    free = animate(walk(10))
    names = Tree(free.job.character).names
    knee = names.index("L_knee.ry")
    strongest, hardest = np.abs(free.torques[:, knee]).max(), free.motion.contact_forces[..., 2].max()
    bounds = (
        ExpressionConstraint("L_knee.ry.torque", -0.7 * strongest, 0.7 * strongest),
        ExpressionConstraint("norm(L_foot.force)", None, 0.95 * hardest, When(contact="L_foot"), of="peak"),
    )
    clip = animate(replace(walk(10), constraints=bounds))
    assert clip.provenance.solved, clip.provenance.violations
    assert clip.report.linear_residual < 1e-6
    assert np.abs(clip.torques[:, knee]).max() < 0.7 * strongest + 0.1
    assert np.linalg.norm(clip.motion.contact_forces[:, 0], axis=-1).max() < 0.95 * hardest + 1.0


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (ExpressionConstraint("particle.tz"), "lower or an upper bound"),
        (ExpressionConstraint("particle.tz", 2.0, 1.0), "lower 2 is above upper 1"),
        (ExpressionConstraint("particle.position", 1.0, of="peak"), "is a vector"),
        (
            ExpressionConstraint("particle.tz", 1.0, of="peak", when=When(condition="time > 9")),
            "there is no frame",
        ),
        (ExpressionConstraint("particle.tz", 1.0, of="sum"), "each, mean, integral, peak"),
        (ExpressionConstraint("time", 0.0), "does not depend on the motion"),
        (ExpressionConstraint("particle.acceleration.x", 0.0, when=When(0, 3)), "no value at frame 0"),
        (ExpressionConstraint("particle.forward_velocity.x(-1)", 0.0), "no value at frame 20"),
        (ExpressionConstraint("particle.tz(21)", 0.0), "expected a frame from -21 to 20, found 21"),
        (ExpressionConstraint("particle.tz", 0.0, when=When(5, 3)), "the first frame 5 is after the last 3"),
        (ExpressionConstraint("particle.tz", 0.0, when=When(contact="foot")), "there is no contact 'foot'"),
        (ExpressionConstraint("particle.x_axis.z", 1.0), "is out of bounds"),
        (Region("partikle", Sphere(MIDDLE, 1.0)), "did you mean 'particle'"),
        (Region(P, Sphere(MIDDLE, 0.0)), "sizes above 0"),
        (Together(P, nearest=1.0), "expected 0 <= nearest <= farthest"),
        (FollowPath(P, (Waypoint(0.0, MIDDLE),)), "two or more waypoints"),
        (HoldPose((Angle("root.tq", 0.0),)), "there is no property 'tq'"),
    ],
)
def test_refused(constraint: object, message: str, flight: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as error:
        formulate(replace(flight(), constraints=(constraint,)))
    assert error.value.field.startswith("job.constraints[0]")


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (ExpressionConstraint("particle.tz", 1.0, name="height"), "height is off by 1"),
        (Stay(P, (-1.0, -1.0, 1.5), (1.0, 1.0, 2.0)), "'particle' misses its target by 1.5 m"),
        (Region(P, BoxRegion((0, 0, 2.0), (1.0, 1.0, 1.0))), "'particle' misses its box by 1.5 m"),
        (
            Region(P, HalfSpaceRegion((0, 0, 1.0), (0, 0, 1.0)), inside=False),
            "'particle' enters its half space by 1 m",
        ),
        (FollowPath(P, (Waypoint(0.0, MIDDLE), Waypoint(9.0, MIDDLE))), "'particle' misses its path by 2 m"),
    ],
)
def test_a_broken_bound_is_told_in_words(
    constraint: object, expected: str, flight: Callable[..., Job]
) -> None:
    problem = formulate(replace(flight(), constraints=(constraint,)))
    told = [str(sentence(violation)) for violation in problem.violations(np.zeros(problem.size), count=99)]
    assert any(re.match(rf"{re.escape(expected)} at frame \d+", text) for text in told)
    assert math.isclose(
        problem.violation(np.zeros(problem.size)), max(1.0, problem.violation(np.zeros(problem.size)))
    )


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (
            Stay(P, (-1.0, -1.0, 1.5), (1.0, 1.0, 2.0), display_names=("tip",)),
            "'tip' misses its target by 1.5 m",
        ),
        (
            Region(P, BoxRegion((0, 0, 2.0), (1.0,) * 3), display_names=("tip",)),
            "'tip' misses its box by 1.5",
        ),
        (
            FollowPath(P, (Waypoint(0.0, MIDDLE), Waypoint(9.0, MIDDLE)), display_names=("tip",)),
            "'tip' misses its path by 2",
        ),
        (
            Together(P, point_b=MIDDLE, display_names=("tip",)),
            "distance of 'tip' and its place is off by 2 m",
        ),
        (
            Together(P, point_b=MIDDLE, display_names=("tip", "nest")),
            "distance of 'tip' and 'nest' is off by 2 m",
        ),
        (
            ExpressionConstraint("particle.tz", 1.0, name="height", display_names=("tip",)),
            "height is off by 1",
        ),
        (ExpressionConstraint("particle.tz", 1.0, of="peak", display_names=("tip",)), "'particle.tz' stays"),
    ],
)
def test_bodies_are_called_as_whoever_asked_called_them(
    constraint: object, expected: str, flight: Callable[..., Job]
) -> None:
    problem = formulate(replace(flight(), constraints=(constraint,)))
    found = problem.violations(np.zeros(problem.size), count=99)
    assert {each.place.body for each in found if str(sentence(each)).startswith(expected)} == {"tip"}


def test_more_words_than_bodies_are_refused(flight: Callable[..., Job]) -> None:
    asked = Stay(P, MIDDLE, MIDDLE, display_names=("tip", "nest"))
    with pytest.raises(InputError, match="expected at most 1 names, found 2") as error:
        formulate(replace(flight(), constraints=(asked,)))
    assert error.value.field == "job.constraints[0].display_names"


def test_what_would_take_minutes_is_refused(walk: Callable[..., Job]) -> None:
    squared = ExpressionObjective("dot(angular_momentum, angular_momentum)")
    with pytest.raises(InputError, match="one by one"):
        formulate(replace(walk(), objectives=(squared,)))
