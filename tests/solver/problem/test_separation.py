"""Bodies that keep out of each other and of the ground."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character, RigidBody, RootJoint
from solver.errors import InputError
from solver.job.constraints.above_ground import AboveGround
from solver.job.constraints.apart import Apart, NoSelfIntersection
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.problem.formulate import formulate
from solver.wording.violations import sentence
from tests.solver.physical import least_gap


@pytest.mark.parametrize("shape", ["ellipsoid", "sphere"])
def test_a_walkers_arms_keep_out_of_its_trunk(shape: str, walk: Callable[..., Job]) -> None:
    job = walk(20)
    assert job.cycle is not None
    job = replace(job, cycle=replace(job.cycle, mirrored=True))
    assert least_gap(animate(job), "torso", "L_forearm") < -0.5  # without, they go right through
    apart = tuple(Apart("torso", f"{side}_forearm", shape) for side in "LR")
    clip = animate(replace(job, constraints=apart))
    assert clip.provenance.solved
    allowed = -1e-6 if shape == "ellipsoid" else -0.3  # spheres are an approximation (McIntosh 2011, 4.2.1)
    assert least_gap(clip, "torso", "L_forearm") > allowed
    assert least_gap(clip, "torso", "R_forearm") > allowed


def test_bodies_overlap_as_far_as_they_may(walk: Callable[..., Job]) -> None:
    job = walk(20)
    assert job.cycle is not None
    apart = tuple(Apart("torso", f"{side}_forearm", overlap=0.2) for side in "LR")
    clip = animate(replace(job, cycle=replace(job.cycle, mirrored=True), constraints=apart))
    assert clip.provenance.solved
    assert least_gap(clip, "torso", "L_forearm") == pytest.approx((1 - 0.2) ** 2 - 1, abs=1e-3)


def test_only_bodies_that_can_meet_are_kept_apart(walk: Callable[..., Job]) -> None:
    n_pairs = {}
    for what in ((Apart("torso", "L_forearm"),), (NoSelfIntersection(),)):
        problem = formulate(replace(walk(20), constraints=what))
        rows = next(c for c in problem.components if type(c).__name__ == "ApartRows")
        n_pairs[what[0].kind] = len(rows.lower) / 20
    assert n_pairs["apart"] == 1
    assert n_pairs["no_self_intersection"] == 36 - 8  # nine bodies, eight joints


def test_a_walker_keeps_out_of_itself(walk: Callable[..., Job]) -> None:
    job = walk(20)
    assert job.cycle is not None
    job = replace(
        job, cycle=replace(job.cycle, mirrored=True), constraints=(NoSelfIntersection(between_frames=True),)
    )
    clip = animate(job)
    assert clip.provenance.solved
    joined = {frozenset((joint.body_a, joint.body_b)) for joint in job.character.joints}
    names = [body.name for body in job.character.bodies]
    pairs = [pair for pair in combinations(names, 2) if frozenset(pair) not in joined]
    assert min(least_gap(clip, *pair) for pair in pairs) > -1e-6


def test_nothing_slips_through_between_frames() -> None:
    """A ball flies past another at 0.4 m a frame: apart at every frame it may be right inside in between."""
    fly, post = RigidBody("fly", 1.0, (0.2,) * 3), RigidBody("post", 1.0, (0.2,) * 3, (2.0, 0.0, 0.0))
    roots = [RootJoint(name, translation="XZ", axes="", force_limit=500.0) for name in ("fly", "post")]
    ends = [Pin("root.tx", f, f, x, x) for f, x in ((0, 0.0), (1, 0.4), (-2, 3.8), (-1, 4.2))]
    level = [Pin("root.tz", f, f, 0.0, 0.0) for f in (0, -1)]
    stays = [Pin("post.tx", 0, -1, 2.0, 2.0), Pin("post.tz", 0, -1, 0.0, 0.0)]
    options = SolverOptions(noise=0.01)  # it would not know to which side
    job = Job(
        "past", Character("past", (fly, post), root=roots[0], others=(roots[1],)), AnimationTiming(1.0, 10.0),
        constraints=(*ends, *level, *stays), objectives=(Effort(),), gravity=(0.0, 0.0, 0.0), options=options,
    )  # fmt: skip

    def nearest(between: bool) -> tuple[float, float]:
        apart = Apart("fly", "post", between_frames=between)
        clip = animate(replace(job, constraints=(*job.constraints, apart)))
        assert clip.provenance.solved
        way = clip.motion.position[:, 0] - clip.motion.position[:, 1]
        halfway = (way[1:] + way[:-1]) / 2
        return float(np.linalg.norm(way, axis=-1).min()), float(np.linalg.norm(halfway, axis=-1).min())

    at, halfway = nearest(between=False)
    assert at > 0.2 - 1e-4
    assert halfway < 0.1
    assert min(nearest(between=True)) > 0.2 - 1e-4


def test_a_ball_is_pushed_over_the_ground() -> None:
    """Held low between its ends, it goes through the ground unless told not to."""
    ball = RigidBody("ball", 2.0, (0.4, 0.2, 0.3), (0.0, 0.0, 0.05))
    character = Character(
        "ball", (ball,), root=RootJoint("ball", translation="XZ", axes="", force_limit=400.0)
    )
    pins = [
        Pin(f"root.t{a}", f, f, at, at) for f, x in ((0, 0.0), (-1, 1.0)) for a, at in (("x", x), ("z", 0.15))
    ]
    job = Job(
        "hop", character, AnimationTiming(1.0, 20.0), constraints=(*pins, Pin("root.tz", 1, -2, -1.0, 0.12))
    )
    low = animate(job)
    assert low.report.penetration > 0.02
    high = animate(replace(job, constraints=(*pins, AboveGround())))
    assert high.provenance.solved
    assert high.report.penetration < 1e-6


@pytest.mark.parametrize(
    ("constraint", "kind", "told"),
    [
        (
            Apart("torso", "L_forearm", display_names=("Belly", "Wrist")),
            "ApartRows",
            "'Belly' and 'Wrist' overlap by 5",
        ),
        (
            Apart("L_forearm", "torso", display_names=("Wrist",)),
            "ApartRows",
            "'Wrist' and 'torso' overlap by 5",
        ),
        (
            AboveGround(("L_forearm",), display_names=("Wrist",)),
            "AboveGroundRows",
            "'Wrist' is 10 cm below the ground",
        ),
    ],
)
def test_bodies_are_called_as_whoever_asked_called_them(
    constraint: Apart | AboveGround, kind: str, told: str, walk: Callable[..., Job]
) -> None:
    problem = formulate(replace(walk(20), constraints=(constraint,)))
    rows = next(c for c in problem.components if type(c).__name__ == kind)
    violation = rows.violation(0, 0.1)
    assert str(sentence(violation)).startswith(told)
    assert violation.place.body == violation.subject[0]


@pytest.mark.parametrize(
    ("constraint", "told"),
    [
        (Apart("torso", "L_forearm", overlap=1.0), "expected 0 to 0.999, found 1"),
        (Apart("torso", "torso"), "expected two different bodies"),
        (Apart("torso", "L_forarm"), "did you mean 'L_forearm'"),
        (NoSelfIntersection("box"), "expected ellipsoid or sphere, found 'box'"),
        (AboveGround(("tors",)), "did you mean 'torso'"),
    ],
)
def test_bad_words_are_told(constraint: object, told: str, walk: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match=told):
        formulate(replace(walk(20), constraints=(constraint,)))  # type: ignore[arg-type]
