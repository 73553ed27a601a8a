"""Bounds of expressions hold in their own units, in what is written; a motion that is out is not solved."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate, make_clip
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.follow_path import FollowPath, Waypoint
from solver.job.constraints.hold_pose import Angle, HoldPose
from solver.job.constraints.region import BoxRegion, HalfSpaceRegion, Region, Sphere
from solver.job.constraints.stay import Stay
from solver.job.constraints.together import Together
from solver.job.job import Constraint, Job, SolverOptions
from solver.job.when import When
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.wording.violations import sentence
from tests.support.solved_once import Solved


def torso_shakes(clip: Clip) -> np.ndarray:
    """(N,) squared acceleration of a cycle's torso [m^2/s^4], by the written places."""
    places = clip.motion.position[:, clip.job.character.body_index("torso")]
    way = clip.job.cycle.translation
    places = np.concatenate([places[-1:] - way, places, places[:1] + way])
    return (np.diff(places, 2, axis=0) ** 2).sum(1) / clip.motion.step**4


@pytest.mark.parametrize(("tolerance", "most"), [(None, 1e-6), (1e-3, 1e-3), (1e-9, 1e-9)])
def test_a_steep_bound_holds_to_its_tolerance(
    tolerance: float | None, most: float, walk: Callable[..., Job], solved: Solved
) -> None:
    """Its slopes are of the order of 1e5: rows of the optimiser's own scale were out by 0.002 of 1."""
    calm = ExpressionConstraint(
        "dot(torso.acceleration, torso.acceleration) / 9", None, 1.0, tolerance=tolerance
    )
    clip = animate(walk(constraints=(calm,)))
    assert clip.provenance.solved, clip.provenance.violations
    assert torso_shakes(solved(walk())).max() / 9 > 1.1
    assert torso_shakes(clip).max() / 9 < 1.0 + most


def test_an_equation_of_energy_holds(flight: Callable[..., Job]) -> None:
    """60 J/kg over three steps, at the default tolerance of the optimiser."""
    text = "dot(particle.velocity, particle.velocity) / 2 + 9.81 * particle.tz"
    pins = flight().constraints
    clip = animate(
        flight(
            constraints=(*pins, ExpressionConstraint(text, 60.0, 60.0, When(5, 8))), options=SolverOptions()
        )
    )
    assert clip.provenance.solved, clip.provenance.violations
    place = clip.motion.position[:, 0]
    speed = np.linalg.norm(np.diff(place, axis=0), axis=1) / clip.motion.step
    height = (place[:-1, 2] + place[1:, 2]) / 2
    assert (speed**2 / 2 + 9.81 * height)[5:8] == pytest.approx(60.0, abs=6e-5)


def test_what_is_written_out_of_bounds_is_not_solved(flight: Callable[..., Job]) -> None:
    low = ExpressionConstraint("particle.tz", None, 5.0, When(3, 12), name="height", tolerance=0.01)
    solution = solve(
        flight(constraints=(*flight().constraints, low)), send=lambda _: None, cancelled=lambda: False
    )
    x, transcription = solution.x.copy(), solution.problem.transcription
    place = transcription.variables.q[:, transcription.tree.names.index("root.tz")]
    x[place[7]], x[place[8]] = 5.009, 5.25
    clip = make_clip(replace(solution, x=x))
    assert make_clip(solution).provenance.solved
    assert not clip.provenance.solved
    (told,) = clip.provenance.violations
    assert str(sentence(told)) == "height is off by 0.25 at frame 8 (0.40 s), where 0.01 is allowed"
    assert told.frames == (8,)


@pytest.mark.parametrize(
    ("of", "lower", "is_out"), [("peak", 4.2, True), ("peak", 4.0, False), ("mean", 4.2, True)]
)
def test_statistics_are_judged_too(of: str, lower: float, is_out: bool, flight: Callable[..., Job]) -> None:
    """The highest place is the last, 4 m; the optimiser's word that more is reached counts for nothing."""
    free = solve(flight(), send=lambda _: None, cancelled=lambda: False)
    asked = ExpressionConstraint("particle.tz", lower, of=of)
    problem = formulate(flight(constraints=(*flight().constraints, asked)))
    x = np.zeros(problem.size)
    x[: free.x.size] = free.x  # the weights of a peak are the last unknowns
    clip = make_clip(replace(free, problem=problem, x=x))
    assert clip.motion.position[:, 0, 2].max() == pytest.approx(4.0, abs=0.1)
    assert clip.provenance.solved != is_out


HERE = (0.0, 0.0, 0.0)
FROM = 2.0  # m below where the particle is at the frame in question


@pytest.mark.parametrize(
    "asked",
    [
        lambda z, own: Stay("particle", (-9.0, -9.0, z), (9.0, 9.0, z), when=own, slack=0.01),
        lambda z, own: HoldPose((Angle("root.tz", z),), 0.0, own, slack=0.01),
        lambda z, own: FollowPath("particle", _still(z), slack=0.01),
        lambda z, own: FollowPath("particle", _still(z - FROM), tolerance=FROM, slack=0.01),
        lambda z, own: Together("particle", point_b=(0.0, 0.0, z), when=own, slack=0.01),
        lambda z, own: Together("particle", point_b=(0.0, 0.0, z - FROM), farthest=FROM, when=own, slack=0.01),
        lambda z, own: Region("particle", HalfSpaceRegion((0.0, 0.0, z), (0.0, 0.0, 1.0)), when=own, slack=0.01),
        lambda z, own: Region("particle", Sphere((0.0, 0.0, z - FROM), FROM), when=own, slack=0.01),
        lambda z, own: Region("particle", BoxRegion((0.0, 0.0, z - FROM), (9.0, 9.0, 2 * FROM)), when=own, slack=0.01),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("by", "is_solved"), [(0.0095, True), (0.0105, False)])
def test_slack_is_in_meters_whatever_is_compared(
    asked: Callable[..., Constraint], by: float, is_solved: bool, flight: Callable[..., Job]
) -> None:
    """A particle on the z axis is moved up at frame 7, where it was as asked for."""
    free = solve(flight(), send=lambda _: None, cancelled=lambda: False)
    transcription = free.problem.transcription
    x = free.x.copy()
    x[transcription.variables.q[7]] = (0.0, 5.0 + by)
    problem = formulate(flight(constraints=(*flight().constraints, asked(5.0, When(7, 7)))))
    assert make_clip(replace(free, problem=problem, x=x)).provenance.solved == is_solved


def _still(z: float) -> tuple[Waypoint, ...]:
    """At frame 7 of 20 a second, and nowhere else."""
    return Waypoint(0.349, (0.0, 0.0, z)), Waypoint(0.351, (0.0, 0.0, z))


@pytest.mark.parametrize("slack", [0.0, -1.0, float("nan")])
def test_slack_is_above_0(slack: float, flight: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="slack: expected more than 0"):
        formulate(flight(constraints=(Stay("particle", HERE, HERE, slack=slack),)))


@pytest.mark.parametrize("tolerance", [0.0, -1.0, float("nan")])
def test_a_tolerance_is_above_0(tolerance: float, flight: Callable[..., Job]) -> None:
    bad = ExpressionConstraint("particle.tz", 0.0, tolerance=tolerance)
    with pytest.raises(InputError, match="expected a tolerance above 0") as caught:
        formulate(flight(constraints=(bad,)))
    assert caught.value.field == "job.constraints[0].tolerance"
