"""Every component's and every objective's derivatives against central differences, in every kind of clip.

The kinds are read from the solver itself: a new one is tested as soon as it is listed, and fails here until
the jobs below give it rows.
"""

import subprocess
import sys
import typing
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.problem.constraints.above_ground import AboveGround
from solver.problem.constraints.apart import Apart, NoSelfIntersection
from solver.problem.constraints.at_rest import AtRest
from solver.problem.constraints.clearance import Clearance
from solver.problem.constraints.component import Component
from solver.problem.constraints.end_speed import EndSpeed
from solver.problem.constraints.equations_of_motion import EquationsOfMotion
from solver.problem.constraints.expression import ExpressionConstraint
from solver.problem.constraints.expression_rows import ExpressionRows
from solver.problem.constraints.follow_path import FollowPath, Waypoint
from solver.problem.constraints.hold_pose import Angle, HoldPose
from solver.problem.constraints.least_peak import LeastPeak
from solver.problem.constraints.pin import Pin
from solver.problem.constraints.region import BoxRegion, Region
from solver.problem.constraints.stay import Stay
from solver.problem.constraints.together import Together
from solver.problem.formulate import CONTACTS, formulate
from solver.problem.hold import Hold
from solver.problem.job import AnimationTiming, Constraint, ContactTiming, Cycle, Job, Objective
from solver.problem.objectives.acceleration import Acceleration
from solver.problem.objectives.effort import Effort, JointWeight
from solver.problem.objectives.expression import ExpressionObjective
from solver.problem.objectives.force_change import ForceChange
from solver.problem.objectives.head_steady import HeadSteady
from solver.problem.objectives.jerk import Jerk
from solver.problem.objectives.posture import Posture
from solver.problem.objectives.power import Power
from solver.problem.objectives.preferred_angles import PreferredAngle, PreferredAngles
from solver.problem.objectives.sketch import SketchCloseness, SketchedCoordinate
from solver.problem.objectives.torque_change import TorqueChange
from solver.problem.problem import Problem
from solver.problem.state import State
from solver.problem.surfaces import Box, HalfSpace, Plate
from solver.problem.weighted_sum import WeightedSum
from solver.problem.when import When
from solver.rotations import rotation_about

ROOT = Path(__file__).resolve().parents[2]
STEP = 1e-5  # of the differences
TOLERANCE = 1e-6  # relative to the largest derivative
COMPONENTS = (EquationsOfMotion, *CONTACTS, ExpressionRows, LeastPeak)
WAIST = (PreferredAngle("waist.rx", 0.1, 2.0), PreferredAngle("root.tx", 0.3))
OBJECTIVES: tuple[Objective, ...] = (
    Effort(joints=(JointWeight("waist.*", 3.0),)), ForceChange(), Acceleration(), Posture(), Jerk(),
    Power(), HeadSteady("trunk"), PreferredAngles(WAIST),
    SketchCloseness((SketchedCoordinate("waist.rx", (0.0, 0.1, -0.2)), SketchedCoordinate("root.tx", (0.0, 0.4)))),
    ExpressionObjective("norm(com.velocity) * time + cos(waist.rx) ** 2 * waist.ry.torque ** 2 / 100", name="odd"),
    TorqueChange(),
)  # fmt: skip
CLIPS = {
    "perfectly cyclic": Cycle(),
    "transformed": Cycle((0.4, -0.1, 0.0), yaw=0.7),
    "mirrored": Cycle((0.4, 0.0, 0.0), mirrored=True),
    "open": None,
}
ROOTS = {"free": RootJoint("pelvis"), "planar": RootJoint("pelvis", translation="XZ", axes="Y")}
WRITTEN = (
    ExpressionConstraint("trunk.velocity.x * waist.rx + com.z ** 2 * time", 0.0, 1.0, When(1, 3)),
    ExpressionConstraint("50 * trunk.velocity.x * waist.rx + com.z ** 2", 0.5, 90.0, of="peak"),
    Region("trunk", BoxRegion((0.0, 0.0, 1.0), (1.0, 2.0, 3.0)), inside=False, point=(0.0, 0.0, 0.1)),
    Together("pelvis", "trunk", point_a=(0.0, 0.0, 0.1), nearest=0.1, farthest=1.0),
    Stay("trunk", (-1.0, -1.0, 0.0), (1.0, 1.0, 2.0)),
    HoldPose((Angle("waist.rx", 0.1),), 0.2),
    FollowPath("trunk", (Waypoint(0.05, (0.0, 0.0, 1.0)), Waypoint(0.15, (0.1, 0.0, 1.0))), tolerance=0.1),
)
N_FRAMES = 5  # that have unknowns
SIDES = (("left", 1.0), ("right", -1.0))


OPEN_ONLY = (NoSelfIntersection(), AtRest(roots=("pelvis",)), AtRest(start=False, speed=0.2))


def turned(*axis: float, by: float) -> tuple[float, ...]:
    return tuple(rotation_about(np.array(axis) / np.linalg.norm(axis), by).tolist())


def joint(
    name: str, a: str, b: str, position: tuple[float, ...], axes: str, frame: tuple[float, ...]
) -> BodyJoint:
    """A joint whose first axis is passive when it has two."""
    torques = (0.0, 20.0) if len(axes) == 2 else (30.0, 20.0, 10.0)[: len(axes)]
    return BodyJoint(
        name, a, b, position, frame, axes, limits=((-1.0, 1.0),) * len(axes), torque_limits=torques,
        preferred=(0.2,) * len(axes),
    )  # fmt: skip


@cache
def character(root: str) -> Character:
    """Joints of 3, 2, 1 and 0 axes in mixed orders and askew; two contacts on one foot, one of them a patch."""
    bodies = (
        RigidBody("pelvis", 9.0, (0.2, 0.3, 0.15), (0.0, 0.1, 0.9), turned(1, 2, 3, by=0.5)),
        RigidBody("toes", 0.5, (0.1, 0.08, 0.04), (0.24, 0.1, 0.03)),
        RigidBody("trunk", 20.0, (0.25, 0.35, 0.5), (0.02, 0.1, 1.3), turned(0, 1, 1, by=-0.3)),
        RigidBody("leg", 7.0, (0.12, 0.14, 0.6), (0.0, 0.2, 0.5), turned(1, 0, 1, by=0.2)),
        RigidBody("foot", 1.5, (0.25, 0.1, 0.08), (0.08, 0.15, 0.05)),
        RigidBody("tail", 2.0, (0.5, 0.06, 0.06), (-0.4, 0.1, 0.8)),
    )
    joints = (
        joint("waist", "pelvis", "trunk", (0.0, 0.1, 1.0), "YZX", turned(1, -1, 2, by=0.9)),
        joint("hip", "pelvis", "leg", (0.0, 0.2, 0.8), "XZ", turned(2, 1, 0, by=-0.6)),
        joint("ankle", "leg", "foot", (0.0, 0.2, 0.1), "Y", turned(0, 0, 1, by=0.4)),
        joint("ball", "foot", "toes", (0.2, 0.1, 0.03), "", turned(1, 0, 0, by=0.1)),
        joint("tail", "pelvis", "tail", (-0.1, 0.1, 0.85), "Z", turned(1, 1, 1, by=0.3)),
    )
    contacts = (
        ContactJoint("heel", "foot", (-0.02, 0.12, 0.0), 0.7, twist_radius=0.05),
        ContactJoint("side", "foot", (0.08, 0.2, 0.0), 0.8),
        ContactJoint("tip", "toes", (0.3, 0.1, 0.0), 0.9, twist_radius=0.02),
        ContactJoint("tail tip", "tail", (-0.6, 0.1, 0.8), 0.5, twist_radius=0.03),
        ContactJoint("chest", "trunk", (0.3, 0.1, 1.3), 0.5),
        ContactJoint("back", "trunk", (-0.2, 0.1, 1.3), 0.6, twist_radius=0.02),
        ContactJoint("knee", "leg", (0.1, 0.2, 0.4), 0.6),
    )
    free = (
        RigidBody("ball", 1.2, (0.2, 0.22, 0.24), (0.5, 0.0, 1.0), turned(1, 1, 0, by=0.3)),
        RigidBody("stick", 0.7, (0.6, 0.05, 0.05), (0.7, 0.2, 1.1)),
    )
    bell = joint("bell", "ball", "stick", (0.6, 0.1, 1.05), "XY", turned(1, 0, 2, by=0.2))
    others = (RootJoint("ball", translation="XZY", axes="YXZ", force_limit=3.0),)
    return Character("odd", (*bodies, *free), (*joints, bell), contacts, ROOTS[root], others=others)


@cache
def twins() -> Character:
    """The same for a mirrored cycle: every frame of the left side is the mirror image of the right side's."""
    bodies = [
        RigidBody("pelvis", 9.0, (0.2, 0.3, 0.15), (0.0, 0.0, 0.9), turned(0, 1, 0, by=0.5)),
        RigidBody("trunk", 20.0, (0.25, 0.35, 0.5), (0.02, 0.0, 1.3), turned(0, 1, 0, by=-0.3)),
    ]
    joints = [joint("waist", "pelvis", "trunk", (0.0, 0.0, 1.0), "YZX", turned(0, 1, 0, by=0.9))]
    contacts = [ContactJoint("chest", "trunk", (0.3, 0.0, 1.3), 0.5)]
    for side, y in SIDES:
        leg, foot, toes = (f"{side} {part}" for part in ("leg", "foot", "toes"))
        bodies += [
            RigidBody(leg, 7.0, (0.12, 0.14, 0.6), (0.0, 0.2 * y, 0.5), turned(y, 0, y, by=0.2)),
            RigidBody(foot, 1.5, (0.25, 0.1, 0.08), (0.08, 0.15 * y, 0.05)),
            RigidBody(toes, 0.5, (0.1, 0.08, 0.04), (0.24, 0.1 * y, 0.03)),
        ]
        joints += [
            joint(f"{side} hip", "pelvis", leg, (0.0, 0.2 * y, 0.8), "XZ", turned(2 * y, 1, 0, by=-0.6)),
            joint(f"{side} ankle", leg, foot, (0.0, 0.2 * y, 0.1), "Y", turned(0, 0, y, by=0.4)),
            joint(f"{side} ball", foot, toes, (0.2, 0.1 * y, 0.03), "", turned(y, 0, 0, by=0.1)),
        ]
        contacts += [
            ContactJoint(f"{side} heel", foot, (-0.02, 0.12 * y, 0.0), 0.7, twist_radius=0.05),
            ContactJoint(f"{side} tip", toes, (0.3, 0.1 * y, 0.0), 0.9),
        ]
    pairs = tuple((f"left {part}", f"right {part}") for part in ("leg", "foot", "toes"))
    return Character("twins", tuple(bodies), tuple(joints), tuple(contacts), ROOTS["free"], pairs)


@cache
def problem_of(clip: str, root: str) -> Problem:
    """Five frames; contacts touch now and then, the mirrored chest never."""
    cycle = CLIPS[clip]
    objectives = tuple(replace(objective, weight=0.7 + k) for k, objective in enumerate(OBJECTIVES))
    if clip == "mirrored":
        timings = tuple(
            ContactTiming(f"{side} {point}", ((start + later, duration),), "plank" if point == "tip" else "")
            for side, later in (("left", 0.0), ("right", 0.5))
            for point, start, duration in (("heel", 0.0, 0.7), ("tip", 0.3, 0.5))
        )
        specifiers = (
            *(Clearance(f"{side} tip", 0.1) for side, _ in SIDES),
            Pin("left hip.rx", 0, 1, -0.2, 0.3),
            Apart("left leg", "right foot", "sphere", True),
            AboveGround(),
            *WRITTEN,
        )
        job = Job(
            "twins", twins(), AnimationTiming(0.5, 20.0), cycle, timings, specifiers, objectives,
            gravity=(0.3, 0.0, -9.81), ground_height=0.1,
            holds=tuple(
                Hold(
                    f"{side} grip", f"{side} leg", (0.1, 0.2 * y, 0.5), "trunk", (0.2, 0.1 * y, 1.2),
                    ((0.0 if y > 0 else 0.5, 0.3),),
                )
                for side, y in SIDES
            ),
            surfaces=(Box("plank", (0.0, 0.0, 0.1), (1.0, 1.0, 0.1)),),
        )  # fmt: skip
    else:
        job = odd_job(cycle, root, objectives)
    problem = formulate(job)
    assert problem.setting.timeline.n_frames == N_FRAMES
    return problem


def odd_job(cycle: Cycle | None, root: str, objectives: tuple[Objective, ...]) -> Job:
    length = 0.25 if cycle else 0.25 * (N_FRAMES - 1) / N_FRAMES
    timings = (
        ContactTiming("heel", ((0.0, 0.7),)),
        ContactTiming("side", ((0.0, 0.5), (0.7, 0.3))),
        ContactTiming("tip", ((0.3, 0.7),)),
        ContactTiming("tail tip", ((0.6, 0.35),), surface="slope"),
        ContactTiming("chest", ((0.2, 0.5),), surface="step"),
        ContactTiming("back", ((0.0, 0.7),), surface="tray"),
        ContactTiming("knee", ((0.4, 0.6),), surface="saddle"),
    )
    surfaces = (
        HalfSpace("slope", (0.0, 0.0, 0.2), (0.3, -0.2, 1.0)),
        Box("step", (0.0, 0.0, 0.1), (1.0, 1.0, 0.2), yaw=0.4),
        Plate("tray", "stick", (0.7, 0.2, 1.15), (0.3, 0.2), (0.1, 0.2, 1.0)),
        Plate("saddle", "tail", (-0.4, 0.1, 0.9), (0.3, 0.2), (0.0, 1.0, 0.5)),
    )
    holds = (
        Hold("grip", "trunk", (0.3, 0.1, 1.2), "ball", (0.4, 0.0, 1.0), ((0.0, 0.7),)),
        Hold("hang", "stick", (0.9, 0.2, 1.1), "", (0.9, 0.2, 1.3), ((0.3, 0.6),), strength=50.0),
    )
    specifiers = (
        Clearance("tail tip", 0.1), Pin("hip.rx", 0, 1, -0.2, 0.3), *(OPEN_ONLY if cycle is None else ()),
        Apart("tail", "foot", "sphere", True),
        Apart("ball", "leg", between_frames=True), AboveGround(("tail", "stick")),
        *WRITTEN,
    )  # fmt: skip
    return Job(
        "odd", character(root), AnimationTiming(length, 20.0), cycle, timings, specifiers, objectives,
        gravity=(0.3, -0.2, -9.81), ground_height=0.1, surfaces=surfaces, holds=holds,
    )  # fmt: skip


def point(problem: Problem) -> np.ndarray:
    x, timed = np.random.default_rng(5).normal(0.0, 0.5, problem.size), problem.setting.variables
    x[timed.steps] = np.linspace(0.6, 1.6, len(timed.steps))
    x[timed.length] = 1.3
    return x


def differences(function: typing.Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
    """(R, size) central differences of a vector function."""
    steps = STEP * np.eye(len(x))
    slopes = [(np.asarray(function(x + s)) - np.asarray(function(x - s))) / (2 * STEP) for s in steps]
    return np.stack(slopes, -1)


def dense(pattern: tuple[np.ndarray, np.ndarray], values: np.ndarray, n_rows: int, size: int) -> np.ndarray:
    matrix = np.zeros((n_rows, size))
    np.add.at(matrix, pattern, values)
    return matrix


def symmetric(pattern: tuple[np.ndarray, np.ndarray], values: np.ndarray, size: int) -> np.ndarray:
    assert (pattern[0] >= pattern[1]).all(), "the Hessian is told by its lower triangle"
    lower = dense(pattern, values, size, size)
    return lower + np.tril(lower, -1).T


def assert_close(found: np.ndarray, expected: np.ndarray) -> None:
    assert np.abs(found - expected).max() <= TOLERANCE * max(1.0, np.abs(expected).max())


def carried(problem: Problem, state: State, weights: np.ndarray) -> np.ndarray:
    """What the equations of motion's Hessian carries along for points."""
    none = np.zeros(len(problem.motion.lower))
    values = problem.motion.hessian_with_points(state, none, weights)
    return symmetric(problem.motion.hessian_pattern, values, problem.size)


def components_of(problem: Problem, kind: type[Component]) -> list[Component]:
    found = [c for c in problem.components if type(c) is kind]
    assert found, f"the jobs of this test give {kind.__name__} no rows: add some"
    return found


every_clip = pytest.mark.parametrize(
    ("clip", "root"), [*((c, "free") for c in CLIPS), ("transformed", "planar")]
)


@every_clip
@pytest.mark.parametrize("kind", COMPONENTS, ids=lambda kind: kind.__name__)
def test_component_alone(kind: type[Component], clip: str, root: str) -> None:
    if kind is EndSpeed and clip != "open":
        pytest.skip("a cycle has no ends")
    problem = problem_of(clip, root)
    for component in components_of(problem, kind):
        assert_derivatives(problem, component)


def assert_derivatives(problem: Problem, component: Component) -> None:
    x, size = point(problem), problem.size
    n_rows = len(component.lower)
    assert n_rows == len(component.upper) == len(component.values(State(problem.setting, x)))

    def jacobian(at: np.ndarray) -> np.ndarray:
        state = State(problem.setting, at)
        return dense(component.jacobian_pattern, component.jacobian(state), n_rows, size)

    assert_close(jacobian(x), differences(lambda at: component.values(State(problem.setting, at)), x))

    multipliers = np.random.default_rng(6).normal(size=n_rows)
    state = State(problem.setting, x)
    hessian = symmetric(component.hessian_pattern, component.hessian(state, multipliers), size)
    weights = component.point_weights(state, multipliers)
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian, differences(lambda at: multipliers @ jacobian(at), x))


@every_clip
@pytest.mark.parametrize("example", OBJECTIVES, ids=lambda example: example.kind)
def test_objective_alone(example: Objective, clip: str, root: str) -> None:
    problem = problem_of(clip, root)
    objective, x = WeightedSum((replace(example, weight=1.3),), problem.setting), point(problem)
    assert objective.value(x) > 0, f"the jobs of this test give {example.kind} nothing to measure"
    assert_close(objective.gradient(x), differences(lambda at: objective.value(at), x))
    state, size = State(problem.setting, x), problem.size
    hessian = symmetric(objective.hessian_pattern, objective.hessian, size)
    hessian += symmetric(objective.varying_pattern, objective.varying_hessian(state, 1.0), size)
    weights = objective.point_weights(state, 1.0)
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian, differences(objective.gradient, x))


@every_clip
def test_whole_problem(clip: str, root: str) -> None:
    assert_whole(problem_of(clip, root))


def assert_whole(problem: Problem) -> None:
    x, size, n_rows = point(problem), problem.size, len(problem.g_lower)
    multipliers, factor = np.random.default_rng(7).normal(size=n_rows), 0.6

    def jacobian(at: np.ndarray) -> np.ndarray:
        return dense(problem.jacobian_pattern, problem.jacobian(at), n_rows, size)

    assert_close(jacobian(x), differences(problem.constraints, x))  # what the pattern lacks shows
    assert_close(problem.gradient(x), differences(problem.value, x))
    hessian = symmetric(problem.hessian_pattern, problem.hessian(x, multipliers, factor), size)
    slope = differences(lambda at: factor * problem.gradient(at) + multipliers @ jacobian(at), x)
    assert_close(hessian, slope)


@every_clip
def test_no_entry_is_told_twice(clip: str, root: str) -> None:
    problem = problem_of(clip, root)
    patterns = [problem.jacobian_pattern, problem.hessian_pattern]
    patterns += [c.jacobian_pattern for c in problem.components]
    for row, column in patterns:
        assert len(np.unique(row * problem.size + column)) == len(row)
    on_diagonal = [index[problem.hessian_diagonal] for index in problem.hessian_pattern]
    assert all(np.array_equal(index, np.arange(problem.size)) for index in on_diagonal)


def test_the_jobs_have_every_kind_of_constraint() -> None:
    kinds = {type(c) for c in problem_of("open", "free").setting.job.constraints}
    assert kinds == set(typing.get_args(Constraint))


def test_every_kind_of_objective_is_tested() -> None:
    assert {type(example) for example in OBJECTIVES} == set(typing.get_args(Objective))


def test_zero_multipliers_leave_the_objective_alone() -> None:
    problem = problem_of("transformed", "free")
    hessian = problem.hessian(point(problem), np.zeros(len(problem.g_lower)), 1.0)
    objective, state = problem.objective, problem.state(point(problem))
    expected = symmetric(objective.hessian_pattern, objective.hessian, problem.size)
    expected += symmetric(objective.varying_pattern, objective.varying_hessian(state, 1.0), problem.size)
    expected += carried(problem, state, objective.point_weights(state, 1.0))
    assert_close(symmetric(problem.hessian_pattern, hessian, problem.size), expected)


@pytest.mark.parametrize("clip", ["open", "mirrored"])
def test_whatever_python_says_a_job_file_says(clip: str, tmp_path: Path) -> None:
    """And the command line checks it: these jobs have every kind of constraint, objective, surface and hold."""
    ours, path = problem_of(clip, "free"), tmp_path / "job.json"
    ours.setting.job.save(path)
    job = Job.load(path)
    assert job == ours.setting.job
    theirs, x = formulate(job), point(ours)
    assert np.array_equal(theirs.constraints(x), ours.constraints(x))
    assert theirs.value(x) == ours.value(x)
    command = (sys.executable, "-m", "solver", "check", str(path))
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 0, said.stdout
