"""A mirrored half cycle says the same as the whole cycle that it stands for."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.character import RigidBody, RootJoint
from solver.errors import InputError
from solver.job.constraints.above_ground import AboveGround
from solver.job.constraints.apart import Apart
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.hold import Hold
from solver.job.job import Constraint, ContactTiming, Job
from solver.messages import Message, Remark
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.problem.half_cycle import full_unknowns, half_unknowns
from solver.problem.problem import Problem
from tests.solver.physical import assert_physical
from tests.support.uneven import uneven

CLEARANCES = (Clearance("L_foot", 0.07), Clearance("R_foot", 0.07))


@pytest.fixture(params=[0.6, 0.5, 0.35], ids=["walk", "race walk", "run"])
def mirrored(request: pytest.FixtureRequest, walk: Callable[..., Job]) -> Job:
    job = walk(16, duty=request.param, constraints=CLEARANCES)
    assert job.cycle is not None
    return replace(job, cycle=replace(job.cycle, mirrored=True))


def half_and_whole(job: Job) -> tuple[Problem, Problem, np.ndarray, np.ndarray]:
    half = formulate(job)
    whole_job = half.transcription.full_cycle.job
    whole = formulate(whole_job)
    x = np.random.default_rng(3).normal(0.0, 0.4, half.size)
    return half, whole, x, full_unknowns(half.transcription, x, whole.transcription)


def test_whole_is_twice_the_half(mirrored: Job) -> None:
    half, whole, x, full = half_and_whole(mirrored)
    assert half.transcription.timeline.n_frames == 8
    assert whole.transcription.timeline.n_frames == 16
    assert len(whole.g_lower) == 2 * len(half.g_lower)
    assert whole.value(full) == pytest.approx(2 * half.value(x))
    terms = half.objective.terms(x)
    assert whole.objective.terms(full) == pytest.approx({kind: 2 * value for kind, value in terms.items()})


def test_rows_are_the_same_rows(mirrored: Job) -> None:
    half, whole, x, full = half_and_whole(mirrored)
    start_half = start_whole = 0
    for ours, theirs in zip(half.components, whole.components, strict=True):
        n, m = len(ours.lower), len(theirs.lower)
        a = half.constraints(x)[start_half : start_half + n]
        b = whole.constraints(full)[start_whole : start_whole + m]
        assert m == 2 * n
        assert np.sort(np.abs(b)) == pytest.approx(np.sort(np.abs(np.tile(a, 2))), abs=1e-9)
        bounds = np.sort(np.tile(ours.lower, 2))
        assert np.sort(theirs.lower) == pytest.approx(bounds, abs=1e-12), type(ours).__name__
        start_half, start_whole = start_half + n, start_whole + m


@pytest.mark.parametrize(
    "asked",
    [Clearance("L_foot", 0.3), AboveGround(("L_forearm",)), Apart("torso", "L_forearm")],
    ids=lambda asked: asked.kind,
)
def test_what_is_asked_of_one_side_is_asked_in_both_halves(mirrored: Job, asked: Constraint) -> None:
    half, whole, x, full = half_and_whole(replace(mirrored, constraints=(asked,)))
    seen = np.abs(half.constraints(x))
    for value, lower in zip(np.abs(whole.constraints(full)), whole.g_lower, strict=True):
        same = np.abs(seen - value) < 1e-9
        assert half.g_lower[same].max() >= lower - 1e-9


def test_half_undoes_whole(mirrored: Job) -> None:
    half, whole, x, full = half_and_whole(mirrored)
    assert half_unknowns(full, whole.transcription, half.transcription) == pytest.approx(x)


def test_mirrored_walk_is_whole_and_physical(mirrored: Job) -> None:
    clip = animate(mirrored)
    assert clip.provenance.solved
    assert clip.n_frames == 16
    assert clip.report.linear_residual < 1e-6
    assert clip.report.angular_residual < 1e-3
    assert clip.report.slide < 1e-4
    assert clip.report.mean_vertical_force == pytest.approx(1.0, abs=1e-6)
    left, right = clip.motion.contact_forces[:, 0], clip.motion.contact_forces[:, 1]
    assert np.roll(left, 8, axis=0) == pytest.approx(right * [1.0, -1.0, 1.0], abs=1e-6)


@pytest.mark.parametrize(
    ("change", "told", "field"),
    [
        (
            lambda job: replace(job, cycle=replace(job.cycle, yaw=0.1)),
            "neither turn nor travel sideways",
            "job.cycle",
        ),
        (
            lambda job: replace(job, cycle=Cycle((1.0, 0.2, 0.0), mirrored=True)),
            "neither turn nor travel sideways",
            "job.cycle",
        ),
        (
            lambda job: replace(job, timing=replace(job.timing, fps=15.0)),
            "even number of frames, found 15",
            "job.timing",
        ),
        (
            lambda job: replace(
                job, contact_timings=(job.contact_timings[0], ContactTiming("R_foot", ((0.25, 0.6),)))
            ),
            "'L_foot' does not touch half a cycle after",
            "job.contact_timings",
        ),
        (
            lambda job: replace(job, character=replace(job.character, mirror_pairs=())),
            "needs mirror pairs",
            "character.mirror_pairs",
        ),
        (
            lambda job: with_first(job, "bodies", 1, mass=9.0),
            "'L_thigh' is not the mirror image",
            "character.bodies[1]",
        ),
        (
            lambda job: with_first(job, "contacts", 0, friction=0.3),
            "'L_foot' has no mirror image on 'R_calf'",
            "character.contacts[0]",
        ),
        (lambda job: with_first(job, "joints", 0, axes="XYZ"), "its axes differ", "character.joints"),
        (
            lambda job: with_first(job, "joints", 0, position=(0.1, 0.1, 0.93)),
            "not the mirror image",
            "character.joints",
        ),
    ],
)
def test_what_has_no_mirror_image_is_named(
    change: Callable[[Job], Job], told: str, field: str, walk: Callable[..., Job]
) -> None:
    job = walk(16)
    assert job.cycle is not None
    with pytest.raises(InputError, match=told) as caught:
        formulate(change(replace(job, cycle=replace(job.cycle, mirrored=True))))
    assert caught.value.field == field


def with_first(job: Job, what: str, which: int, **changes: object) -> Job:
    parts = list(getattr(job.character, what))
    parts[which] = replace(parts[which], **changes)
    return replace(job, character=replace(job.character, **{what: tuple(parts)}))


def test_pins_count_the_frames_of_the_whole_cycle(walk: Callable[..., Job]) -> None:
    """A pin of the left knee in the second half holds the right knee in the first."""
    job = walk(16)
    assert job.cycle is not None
    job = replace(job, cycle=replace(job.cycle, mirrored=True))
    pins = (
        Pin("L_knee.ry", 8, -1, 0.1, 0.4),
        Pin("L_hip.rz", 9, 9, 0.1, 0.2),
        Pin("root.tz", 0, -1, 1.0, 1.5),
    )
    problem = formulate(replace(job, constraints=pins))
    names, q = problem.transcription.tree.names, problem.transcription.variables.q
    right, hip = q[:, names.index("R_knee.ry")], q[1, names.index("R_hip.rz")]
    assert (problem.lower[right] == 0.1).all()
    assert (problem.upper[right] == 0.4).all()
    # a turn about Z is mirrored with its sign
    assert (problem.lower[hip], problem.upper[hip]) == (-0.2, -0.1)
    with pytest.raises(
        InputError,
        match=r"'torso' is pinned along the world's X axis in its first half, frame 0 .* to frame 7 .*; found frame 8",
    ):
        formulate(replace(job, constraints=(Pin("root.tx", 8, 8, 1.0, 1.5),)))


def carrying(job: Job, *, late: float = 0.0, strength: float = 0.0) -> Job:
    """Chip carries a bar in both hands through the whole cycle, and lets go of it for a while in each half."""
    bar = RigidBody("bar", 2.0, (0.05, 0.6, 0.05), (0.0, 0.0, 0.9))
    character = replace(job.character, bodies=(*job.character.bodies, bar), others=(RootJoint("bar"),))
    holds = tuple(
        Hold(
            f"{side} hand",
            f"{side}_forearm",
            (0.0, 0.22 * y, 0.9),
            "bar",
            (0.0, 0.22 * y, 0.9),
            phases,
            limit,
        )
        for side, y, phases, limit in (
            ("L", 1, ((0.0, 0.8),), 0.0),
            ("R", -1, ((0.5 + late, 0.8),), strength),
        )
    )
    return replace(job, character=character, holds=holds)


def test_holds_have_mirror_images(mirrored: Job) -> None:
    """Each hand alone holds the bar for a fifth of the cycle; both together for the rest."""
    job = carrying(mirrored)
    half, whole, x, full = half_and_whole(job)
    assert half_unknowns(full, whole.transcription, half.transcription) == pytest.approx(x)
    clip = animate(job)
    assert clip.provenance.solved, clip.provenance.violations
    assert clip.report.linear_residual < 1e-6
    assert clip.report.joint_gap < 1e-5
    assert clip.report.slide < 1e-4
    assert clip.motion.hold_active.sum(0).tolist() == [14, 14]
    left, right = clip.motion.hold_forces[:, 0], clip.motion.hold_forces[:, 1]
    assert np.roll(left, 8, axis=0) == pytest.approx(right * [1.0, -1.0, 1.0], abs=1e-6)
    assert -clip.motion.hold_forces.sum((0, 1))[2] / 16 == pytest.approx(
        2.0 * 9.81, abs=1e-4
    )  # they carry it


def test_hands_that_hold_each_other_are_their_own_mirror_image(walk: Callable[..., Job]) -> None:
    job = walk(16)
    hold = Hold("hands", "L_forearm", (0.0, 0.22, 0.9), "R_forearm", (0.0, -0.22, 0.9))
    job = replace(job, cycle=replace(job.cycle, mirrored=True), holds=(hold,))
    clip = animate(job)
    assert clip.provenance.solved, clip.provenance.violations
    assert clip.report.angular_residual < 1e-3
    assert clip.report.joint_gap < 1e-5
    force = clip.motion.hold_forces[:, 0]
    assert np.roll(force, 8, axis=0) == pytest.approx(-force * [1.0, -1.0, 1.0], abs=1e-6)


def test_holds_without_mirror_images_are_named(walk: Callable[..., Job]) -> None:
    job = walk(20)
    job = replace(job, cycle=replace(job.cycle, mirrored=True))
    with pytest.raises(InputError, match="the hold 'L hand' has no mirror image"):
        formulate(carrying(job, strength=5.0))
    with pytest.raises(InputError, match="the hold 'L hand' does not last half a cycle after"):
        formulate(carrying(job, late=0.1))


def test_sides_that_differ_are_solved_as_even_then_as_they_are(mirrored: Job) -> None:
    said: list[Message] = []
    job = replace(mirrored, character=uneven(mirrored.character, size=4e-3, angle=0.01, share=0.02))
    clip = animate(job, send=said.append)
    assert_physical(clip)
    assert clip.job.character == job.character
    assert clip.motion.character == job.character
    assert clip.n_frames == 16
    (remark,) = (each.sentence.text(str) for each in said if isinstance(each, Remark))
    assert "Left and right differ by up to" in remark


def test_sides_that_differ_by_rounding_are_solved_once(mirrored: Job) -> None:
    """A hundredth of a millimeter is no reason for another solve, and to no bound that one set."""
    apart = ExpressionConstraint("dot(L_foot.position - R_foot.position, (0, 1, 0))", lower=0.15)
    job = replace(mirrored, constraints=(*mirrored.constraints, apart))
    crooked = replace(job, character=uneven(job.character, size=1e-5, angle=1e-5))
    even, clip = animate(job), animate(crooked)
    assert clip.provenance.solved, clip.provenance.violations
    assert clip.provenance.iterations < 1.5 * even.provenance.iterations
    assert clip.job == crooked
    assert clip.report.linear_residual < 1e-4
    assert clip.report.contact_height < 5e-5
    assert np.abs(clip.q - even.q).max() < 1e-3


def test_travel_beside_the_mirror_plane_by_little_is_along_it(mirrored: Job) -> None:
    assert mirrored.cycle is not None
    speed = mirrored.cycle.translation[0]
    aside = (speed * np.cos(0.02), speed * np.sin(0.02), 0.0)
    clip = animate(replace(mirrored, cycle=replace(mirrored.cycle, translation=aside)))
    assert_physical(clip)
    assert clip.job.cycle is not None
    assert clip.job.cycle.translation == pytest.approx((speed, 0.0, 0.0), abs=1e-9)


def test_holds_on_sides_that_differ_are_each_others_images(walk: Callable[..., Job]) -> None:
    job = walk(20)
    job = carrying(replace(job, cycle=replace(job.cycle, mirrored=True)))
    job = replace(job, character=uneven(job.character, size=2e-3))
    clip = animate(job)
    assert_physical(clip)
    assert clip.job.holds == job.holds


def test_a_solve_of_sides_that_differ_can_be_stopped(mirrored: Job) -> None:
    job = replace(mirrored, character=uneven(mirrored.character, size=4e-3))
    clip = animate(job, cancelled=lambda: True)
    assert not clip.provenance.solved
    assert clip.job.character == job.character


def test_only_a_limit_that_was_reached_is_named(mirrored: Job) -> None:
    short = solve(
        replace(mirrored, options=replace(mirrored.options, max_iterations=3)),
        send=lambda _: None,
        cancelled=lambda: False,
    )
    assert short.unfinished
    stopped = solve(mirrored, send=lambda _: None, cancelled=lambda: True)
    assert not stopped.unfinished
