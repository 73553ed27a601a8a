"""Signals against what the whole motion says, in every kind of clip."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.expression.reading import read
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.problem.expression.instances import Instances
from solver.problem.expression.samples import Samples
from solver.problem.expression.selection import known
from solver.problem.expression.term import Term
from solver.problem.formulate import formulate
from solver.problem.half_cycle import full_unknowns
from solver.problem.state import State
from solver.problem.transcription import Transcription
from solver.rotations import matrix_from_quaternion

POINT = "position(L_calf, (0.01, 0.02, -0.1))"
CLIPS = {
    "cyclic": Cycle((1.3, 0.0, 0.0), yaw=0.4),
    "open": None,
    "mirrored": Cycle((1.3, 0.0, 0.0), mirrored=True),
}
TEXTS = (
    POINT, "torso.tx", "torso.velocity", "com", "L_knee.ry", "L_hip.rx.rate", "root.tx", "root.ty.rate", "root.rz",
    "root.tz.acceleration", "L_knee.ry.torque", "L_foot.force", "L_hip.rz.power", "L_foot.position", "power",
    "L_calf.z_axis", "angular_momentum", "torso.angular_velocity", "L_foot.touching * com.z", "com.z(3)",
    "phase * com.z",
)  # fmt: skip


def evaluated(
    transcription: Transcription, text: str, x: np.ndarray, frames: np.ndarray, *, between: bool = False
) -> np.ndarray:
    """(O, I)."""
    samples = Samples(frames, between)
    expression = read(text, transcription.job.character, subexpressions={}, field="here")
    constants = known(transcription, Term(text), expression, samples)
    return Instances(transcription, expression, samples, constants).values(State(transcription, x))


@pytest.fixture(scope="module")
def job(walk: Callable[..., Job]) -> Job:
    return replace(walk(), constraints=tuple(ExpressionConstraint(text, -1e6, 1e6) for text in TEXTS))


@pytest.fixture(scope="module")
def half(job: Job) -> Transcription:
    """Of a mirrored cycle."""
    return formulate(replace(job, cycle=CLIPS["mirrored"])).transcription


def assert_close(found: np.ndarray, expected: np.ndarray) -> None:
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def some(size: int) -> np.ndarray:
    return np.random.default_rng(2).normal(0.0, 0.3, size)


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("text", TEXTS)
def test_mirrored_half_says_what_the_whole_cycle_says(text: str, between: bool, half: Transcription) -> None:
    whole = half.full_cycle
    x, frames = some(half.variables.size), np.arange(20)
    expected = evaluated(whole, text, full_unknowns(half, x, whole), frames, between=between)
    assert evaluated(half, text, x, frames, between=between) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("clip", ["cyclic", "open"])
def test_points_and_their_rates(clip: str, job: Job) -> None:
    transcription = formulate(replace(job, cycle=CLIPS[clip])).transcription
    x, step = some(transcription.variables.size), transcription.timeline.step
    state, character = State(transcription, x), transcription.job.character
    b = character.body_index("L_calf")
    at, turn = transcription.kinematics.poses(
        transcription.sign * x[transcription.index], transcription.timeline.placement
    )
    place = at[:, b] + matrix_from_quaternion(turn[:, b]) @ [0.01, 0.02, -0.1]  # of the extended frames
    frames = np.arange(1, transcription.timeline.n_frames - 1)
    if clip == "cyclic":
        frames = np.arange(transcription.timeline.n_frames)
    e = frames + 1
    assert_close(evaluated(transcription, POINT, x, frames).T, place[e])
    speed = (place[e + 1] - place[e - 1]) / (2 * step)
    assert_close(evaluated(transcription, POINT.replace("position", "velocity"), x, frames).T, speed)
    speed = (place[e + 1] - place[e]) / step
    assert_close(evaluated(transcription, POINT.replace("position", "forward_velocity"), x, frames).T, speed)
    steps = frames if clip == "cyclic" else frames[:-1]
    half = evaluated(transcription, POINT.replace("position", "velocity"), x, steps, between=True)
    assert_close(half.T, speed[: len(steps)])
    half = evaluated(transcription, POINT, x, steps, between=True)
    assert_close(half.T, (place[steps + 1] + place[steps + 2]) / 2)
    change = (place[e + 1] - 2 * place[e] + place[e - 1]) / step**2
    assert_close(evaluated(transcription, POINT.replace("position", "acceleration"), x, frames).T, change)
    mass = np.array([body.mass for body in character.bodies])
    com = np.einsum("b,tbr->tr", mass, at) / mass.sum()
    assert_close(evaluated(transcription, "com", x, frames).T, com[e])
    for text, same in (
        ("root.tx.rate", "torso.velocity.x"),
        ("root.ty.acceleration", "torso.acceleration.y"),
    ):
        assert evaluated(transcription, text, x, frames) == pytest.approx(
            evaluated(transcription, same, x, frames)
        )
    force = evaluated(transcription, "L_foot.force", x, frames).T
    assert force == pytest.approx(transcription.force_scale * state.forces[:, frames, 0].T)
    touching = evaluated(transcription, "L_foot.touching * mass + 0 * com.z", x, frames)[0] / character.mass
    assert np.array_equal(touching > 0.5, transcription.timeline.active[frames, 0])


def test_spin_of_a_body_that_turns_evenly(job: Job) -> None:
    transcription = formulate(replace(job, cycle=None)).transcription
    x, rate = np.zeros(transcription.variables.size), 0.7
    x[transcription.variables.q[:, transcription.tree.names.index("root.rz")]] = (
        rate * transcription.timeline.step * np.arange(21)
    )
    frames = np.arange(1, 20)
    spin = evaluated(transcription, "torso.angular_velocity", x, frames)
    assert np.abs(spin.T - [0.0, 0.0, rate]).max() < 1e-3
    calf = evaluated(transcription, "L_calf.angular_velocity", x, frames)
    assert calf == pytest.approx(spin, abs=1e-9)  # the joints are still
    momentum = evaluated(transcription, "angular_momentum", x, frames)
    assert momentum[2].min() > 0.5
    assert np.ptp(momentum[2]) < 1e-6
