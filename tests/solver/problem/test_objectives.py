"""What the objectives measure: known motions have known values, whatever the frame rate."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character, ContactJoint, RigidBody
from solver.errors import InputError
from solver.fitting.presets.particle import particle
from solver.job.cycle import Cycle
from solver.job.job import DEFAULT_OBJECTIVES, AnimationTiming, ContactTiming, Job, Objective
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort, JointWeight
from solver.job.objectives.expression import ExpressionObjective
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.head_steady import HeadSteady
from solver.job.objectives.jerk import Jerk
from solver.job.objectives.pose_closeness import PoseCloseness, drawn_body
from solver.job.objectives.posture import Posture
from solver.job.objectives.power import Power
from solver.job.objectives.preferred_angles import PreferredAngle, PreferredAngles
from solver.job.objectives.torque import Torque
from solver.job.objectives.torque_change import TorqueChange
from solver.job.timings import FreeLength
from solver.mechanics.euler import turn_about
from solver.mechanics.tree import Tree
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.problem.objectives import acceleration, force_change
from solver.problem.objectives.torque_change import RISE_TIME
from solver.problem.objectives.weighted_sum import UNIT
from solver.problem.problem import Problem


def box(cycle: Cycle | None, n: int = 12, phase: tuple[float, float] = (0.0, 1.0)) -> Problem:
    body = RigidBody("box", 3.0, (0.2, 0.3, 0.4), (0.3, 0.0, 0.2))
    contacts = (ContactJoint("foot", "box", (0.3, 0.0, 0.0)),)
    timing = AnimationTiming(1.2, n / 1.2 if cycle else (n - 1) / 1.2)
    timings = (ContactTiming("foot", (phase,)),)
    return formulate(Job("box", Character("box", (body,), (), contacts), timing, cycle, timings))


def term(problem: Problem, objective: Objective, x: np.ndarray) -> float:
    job = replace(problem.transcription.job, objectives=(objective,))
    return formulate(job).objective.terms(x)[objective.kind]


@pytest.mark.parametrize("n", [12, 25, 100])
def test_effort_is_an_integral(n: int) -> None:
    problem = formulate(Job("hover", particle(40.0), AnimationTiming(2.0, n / 2.0), Cycle()))
    x = np.zeros(problem.size)
    x[problem.transcription.variables.torque[:, 1]] = 10.0 / problem.transcription.force_scale
    assert term(problem, Effort(weight=3.0), x) == pytest.approx(3.0 * 2.0 * (10.0 / 40.0) ** 2)


@pytest.mark.parametrize("n", [12, 25])
def test_closeness_counts_far_distances_more_than_with_their_squares(n: int) -> None:
    """A box 0.3 m away for 1.2 s: d^2 + 2 d^4 / 2 with d = 0.3 / 0.5."""
    problem = box(Cycle(), n)
    there = drawn_body("box", np.tile([0.3, 0.0, 0.0], (n, 1)), np.tile([1.0, 0.0, 0.0, 0.0], (n, 1)))
    problem = formulate(replace(problem.transcription.job, contact_timings=()))
    far = PoseCloseness((there,), length=0.5, steepness=2.0)
    assert term(problem, far, np.zeros(problem.size)) == pytest.approx(1.2 * (0.6**2 + 0.6**4))


def test_a_steepness_below_nothing_is_refused(walk: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="expected 0 or more, found -1"):
        formulate(walk(objectives=(PoseCloseness((), steepness=-1.0),)))


@pytest.mark.parametrize("n", [12, 25, 100])
@pytest.mark.parametrize("strength", [40.0, 4000.0])
def test_torque_is_an_integral_in_its_own_unit(n: int, strength: float) -> None:
    """10 N for 2 s are 200 N^2 s, however strong the jet and however fine the frames."""
    problem = formulate(Job("hover", particle(strength), AnimationTiming(2.0, n / 2.0), Cycle()))
    x = np.zeros(problem.size)
    x[problem.transcription.variables.torque[:, 1]] = 10.0 / problem.transcription.force_scale
    assert term(problem, Torque(weight=3.0), x) == pytest.approx(3.0 * 200.0)


def test_effort_of_some_joints_counts_more(walk: Callable[..., Job]) -> None:
    problem = formulate(walk(8))
    x = np.random.default_rng(0).normal(size=problem.size)
    plain = term(problem, Effort(), x)
    arms = term(problem, Effort(joints=(JointWeight("*", 0.0), JointWeight("*_shoulder.*", 1.0))), x)
    knees = term(problem, Effort(joints=(JointWeight("?_knee.ry", 5.0),)), x)
    variables, tree = problem.transcription.variables, problem.transcription.tree
    used = x[variables.torque] * problem.transcription.force_scale / tree.effort_limit[variables.actuated]
    cost = dict(zip((tree.names[i] for i in variables.actuated), (used**2).sum(0) / 8, strict=True))
    assert plain == pytest.approx(sum(cost.values()))
    assert arms == pytest.approx(sum(c for name, c in cost.items() if "shoulder" in name))
    assert knees == pytest.approx(plain + 4 * (cost["L_knee.ry"] + cost["R_knee.ry"]))


def test_effort_of_one_side_is_half_of_both_in_a_mirrored_cycle(walk: Callable[..., Job]) -> None:
    job = walk(8)
    assert job.cycle is not None
    problem = formulate(replace(job, cycle=replace(job.cycle, mirrored=True)))
    x = np.random.default_rng(0).normal(size=problem.size)
    left = term(problem, Effort(joints=(JointWeight("*", 0.0), JointWeight("L_*", 1.0))), x)
    assert left == pytest.approx(term(problem, Effort(), x) / 2)


def test_walker_spares_a_joint_that_counts_more(walk: Callable[..., Job]) -> None:
    """A limp: the left knee's work costs ten times as much."""
    spared = Effort(joints=(JointWeight("L_knee.*", 10.0),))
    clip = animate(replace(walk(), objectives=(spared, *DEFAULT_OBJECTIVES[1:])))
    assert clip.provenance.solved
    names = Tree(clip.job.character).names
    left, right = (np.linalg.norm(clip.torques[:, names.index(f"{s}_knee.ry")]) for s in "LR")
    assert left < 0.5 * right


@pytest.mark.parametrize(
    ("joint", "told"),
    [(JointWeight("L_kneee.*", 2.0), "is named 'L_kneee.\\*'"), (JointWeight("L_*", -1.0), "found -1")],
)
def test_effort_refuses(walk: Callable[..., Job], joint: JointWeight, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        formulate(replace(walk(), objectives=(Effort(joints=(joint,)),)))
    assert caught.value.field.startswith("job.objectives[0].joints[0]")


@pytest.mark.parametrize("cycle", [Cycle(), None])
@pytest.mark.parametrize("n", [100, 200])
def test_torque_change_is_an_integral(n: int, cycle: Cycle | None) -> None:
    problem = formulate(Job("hover", particle(40.0), AnimationTiming(2.0, n / 2.0), cycle))
    dynamic, rate = problem.transcription.timeline.dynamic, np.pi
    x = np.zeros(problem.size)
    wave = 10.0 * np.sin(rate * dynamic * 2.0 / n)
    x[problem.transcription.variables.torque[:, 1]] = wave / problem.transcription.force_scale
    expected = (RISE_TIME * rate * 10.0 / 40.0) ** 2 * 2.0 / 2
    # An open clip has no torques at its ends.
    assert term(problem, TorqueChange(), x) == pytest.approx(expected, rel=0.05)


def test_torques_change_across_the_seam_of_a_mirrored_cycle(walk: Callable[..., Job]) -> None:
    """Half of a cycle costs half of all of it, the step to the mirror image included."""
    job = walk()
    assert job.cycle is not None
    half = formulate(replace(job, cycle=replace(job.cycle, mirrored=True), objectives=(TorqueChange(),)))
    whole = formulate(replace(job, objectives=(TorqueChange(),)))
    x, mirror = np.random.default_rng(0).normal(size=half.size), half.transcription.timeline.mirror
    assert mirror is not None
    variables = half.transcription.variables
    left = np.zeros((len(variables.torque), half.transcription.tree.n))
    left[:, variables.actuated] = x[variables.torque]
    both = np.concatenate([left, mirror.sign * left[:, mirror.dofs]])
    y = np.zeros(whole.size)
    y[whole.transcription.variables.torque] = both[:, variables.actuated]
    twice = 2 * half.objective.terms(x)["torque_change"]
    assert whole.objective.terms(y)["torque_change"] == pytest.approx(twice)


@pytest.mark.parametrize("n", [40, 80])
def test_acceleration_is_an_integral(n: int) -> None:
    problem = box(Cycle(), n)
    time = 1.2 * np.arange(n) / n
    rate = 2 * np.pi / 1.2
    for dof in (0, 4):  # a shift and a turn
        x = np.zeros(problem.size)
        x[problem.transcription.variables.q[:, dof]] = 0.1 * np.sin(rate * time)
        expected = acceleration.SMOOTH_TIME**4 * (0.1 * rate**2) ** 2 * 1.2 / 2
        assert term(problem, Acceleration(), x) == pytest.approx(expected, rel=0.01)


def test_uniform_travel_costs_no_acceleration() -> None:
    problem = box(Cycle((0.6, -0.2, 0.0)))
    x = np.zeros(problem.size)
    x[problem.transcription.variables.q[:, :2]] = np.outer(np.arange(12) / 12, [0.6, -0.2])
    assert term(problem, Acceleration(), x) == pytest.approx(0.0, abs=1e-12)


def test_heading_that_turns_with_the_cycle_costs_no_acceleration() -> None:
    """Only the way's own curvature is left: the root goes round a circle."""
    n, yaw, radius = 48, 0.9, 2.0
    problem = box(Cycle((0.0, 0.0, 0.0), yaw), n)
    angle = yaw * np.arange(n) / n
    x = np.zeros(problem.size)
    x[problem.transcription.variables.q[:, :2]] = radius * np.stack([np.cos(angle), np.sin(angle)], -1)
    expected = acceleration.SMOOTH_TIME**4 * (radius * (yaw / 1.2) ** 2) ** 2 * 1.2
    assert term(problem, Acceleration(), x) == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("yaw", [0.0, 0.7])
def test_steady_force_costs_no_change(yaw: float) -> None:
    """The force of the next repetition is turned with it."""
    problem = box(Cycle((0.5, 0.0, 0.0), yaw))
    variables = problem.transcription.variables
    x = np.zeros(problem.size)
    x[variables.force] = np.array([turn_about("Z", yaw * t / 12) @ [0.3, 0.1, 2.0] for t in range(12)])
    turning = 12 * np.sum((turn_about("Z", yaw / 12) @ [0.3, 0.1, 2.0] - np.array([0.3, 0.1, 2.0])) ** 2)
    scale = force_change.CHANGE_TIME * problem.transcription.force_scale / problem.transcription.body_weight
    assert term(problem, ForceChange(), x) == pytest.approx(scale**2 * turning / 0.1, abs=1e-12)


def test_touchdown_and_lift_off_are_changes() -> None:
    problem = box(Cycle(), phase=(0.25, 0.5))
    variables, transcription = problem.transcription.variables, problem.transcription
    x = np.zeros(problem.size)
    x[variables.force[:, 2]] = transcription.body_weight / transcription.force_scale
    expected = 2 * force_change.CHANGE_TIME**2 / transcription.timeline.step
    assert term(problem, ForceChange(), x) == pytest.approx(expected)


@pytest.mark.parametrize("cycle", [Cycle(), None])
def test_preferred_posture_costs_nothing(walk: Callable[..., Job], cycle: Cycle | None) -> None:
    problem = formulate(replace(walk(), cycle=cycle))
    variables, tree = problem.transcription.variables, problem.transcription.tree
    x = np.random.default_rng(0).normal(size=problem.size)
    x[variables.q[:, tree.rotation]] = tree.preferred[tree.rotation]
    assert term(problem, Posture(), x) == pytest.approx(0.0, abs=1e-12)
    x[variables.q[3, -1]] += 0.1
    bent = term(problem, Posture(), x)
    assert bent > 0
    assert term(problem, Posture(weight=2.0), x) == pytest.approx(2 * bent)


@pytest.mark.parametrize(
    "wish",
    [
        Power(3.0),
        Jerk(10.0),
        HeadSteady("torso", 1.0),
        PreferredAngles((PreferredAngle("L_elbow.ry", -1.0),), 30.0),
        ExpressionObjective("L_knee.ry.rate ** 2", 0.1),
    ],
    ids=lambda wish: wish.kind,
)
def test_a_walk_follows_what_is_preferred(wish: Objective, walking: Solution) -> None:
    """It is far less of what should be little, and physical still."""
    job = walking.problem.transcription.job
    found = solve(
        replace(job, objectives=(*job.objectives, wish)), send=lambda _: None, cancelled=lambda: False
    )
    assert found.solved
    before, after = (term(walking.problem, wish, solution.x) for solution in (walking, found))
    assert after < 0.5 * before
    others = formulate(job).objective
    assert sum(others.terms(found.x).values()) > sum(others.terms(walking.x).values())  # at a price


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (ExpressionObjective("torso.tz", of="each"), "expected one of integral, mean, peak, found 'each'"),
        (ExpressionObjective("torso.velocity", of="peak"), "is a vector"),
        (ExpressionObjective("L_foot.force.z", of="peak"), "cycles of different lengths are compared"),
    ],
)
def test_what_no_objective_can_be_is_told(wish: Objective, told: str, walk: Callable[..., Job]) -> None:
    job = replace(walk(10), objectives=(wish,))
    if "force" in wish.expression:
        job = replace(job, timing=replace(job.timing, free=FreeLength(0.5, 2.0)))
    with pytest.raises(InputError, match=told):
        formulate(job)


@pytest.fixture(scope="module")
def walking(walk: Callable[..., Job]) -> Solution:
    return solve(walk(10), send=lambda _: None, cancelled=lambda: False)


def test_objective_is_the_sum_of_its_terms(walk: Callable[..., Job]) -> None:
    problem = formulate(walk())
    x = np.random.default_rng(1).normal(size=problem.size)
    terms = problem.objective.terms(x)
    assert set(terms) == {objective.kind for objective in DEFAULT_OBJECTIVES}
    assert problem.value(x) == pytest.approx(UNIT * sum(terms.values()))
    assert min(terms.values()) > 0
