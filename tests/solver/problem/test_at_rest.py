"""An open clip may begin and end at any speed; one at rest does not."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from solver.animate import animate
from solver.character import BodyJoint, Character, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.problem.formulate import formulate
from solver.problem.physics.resting_dofs import resting_dofs
from solver.problem.rest_shares import rest_shares
from solver.problem.transcription import transcribe
from solver.wording.violations import sentence


def crouch(character: Character, *more: object) -> Job:
    """Half a second on both feet, 15 cm lower in the middle."""
    height = character.bodies[0].position[2]
    low = Pin("root.tz", 5, 5, height - 0.2, height - 0.15)
    timings = tuple(ContactTiming(contact.name, ((0.0, 1.0),)) for contact in character.contacts)
    return Job("crouch", character, AnimationTiming(0.5, 20.0), None, timings, (low, *more))


def end_speeds(clip: Clip) -> np.ndarray:
    """(2, n) at the first and at the last frame, to second order."""
    start = -1.5 * clip.q[0] + 2 * clip.q[1] - 0.5 * clip.q[2]
    end = 1.5 * clip.q[-1] - 2 * clip.q[-2] + 0.5 * clip.q[-3]
    return np.stack([start, end]) / clip.motion.step


def test_both_ends_rest() -> None:
    free, resting = animate(crouch(chip())), animate(crouch(chip(), AtRest()))
    assert free.provenance.solved
    assert resting.provenance.solved, resting.provenance.violations
    assert (np.abs(end_speeds(free)).max(1) > 1.0).all()
    speeds = np.abs(end_speeds(resting))
    assert speeds.max() < 0.01 + 1e-5  # where straight legs do not tell what feet that stand tell else
    free_of_feet = resting_dofs(transcribe(resting.job), np.arange(speeds.shape[1]), 1)
    assert len(free_of_feet) > speeds.shape[1] / 2
    assert speeds[:, free_of_feet].max() < 1e-4 + 1e-6
    assert resting.report.linear_residual < 1e-6
    assert resting.report.slide < 1e-4


def test_one_end_rests() -> None:
    clip = animate(crouch(chip(), AtRest(end=False)))
    assert clip.provenance.solved
    start, end = np.abs(end_speeds(clip)).max(1)
    assert start < 0.01 + 1e-5
    assert end > 1.0


@pytest.mark.parametrize(
    ("rest", "told", "field"),
    [
        (AtRest(roots=("hips",)), "there is no root 'hips'", "job.constraints[1].roots"),
        (AtRest(start=False, end=False), "found neither", "job.constraints[1]"),
        (AtRest(speed=0.0), "expected a speed above 0, found 0", "job.constraints[1].speed"),
    ],
)
def test_refused(rest: AtRest, told: str, field: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        formulate(crouch(chip(), rest))
    assert caught.value.field == field


def test_a_cycle_has_no_ends(walk: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="a cycle has no ends"):
        formulate(replace(walk(), constraints=(AtRest(),)))


def test_a_fast_end_is_told_in_words() -> None:
    problem = formulate(crouch(chip(), AtRest()))
    x = np.zeros(problem.size)
    names, q = problem.transcription.tree.names, problem.transcription.variables.q
    x[q[1, names.index("L_knee.ry")]] = 0.1
    told = [str(sentence(violation)) for violation in problem.violations(x, count=99)]
    assert (
        "'L_knee' turns 229 degrees/s about its Y axis where it should be at rest at frame 0 (0.00 s)" in told
    )


def test_what_is_let_go_falls_as_from_rest() -> None:
    """g t^2 / 2, whatever the step: resting for the first step would let it hang half a step."""
    ball = RigidBody("ball", 1.0, (0.2, 0.2, 0.2), (0.0, 0.0, 9.0))
    character = Character("ball", (ball,), root=RootJoint("ball", translation="XZ", axes=""))
    held = tuple(Pin(dof, 0, 0, place, place) for dof, place in (("root.tx", 0.0), ("root.tz", 9.0)))
    job = Job("fall", character, AnimationTiming(1.0, 10.0), constraints=(*held, AtRest(end=False)))
    clip = animate(job)
    assert clip.provenance.solved, clip.provenance.violations
    assert clip.motion.position[:, 0, 2] == pytest.approx(
        9.0 - 9.81 / 2 * np.linspace(0, 1, 11) ** 2, abs=1.1e-4
    )


def swing(fps: float) -> float:
    """Angle [rad] of a pendulum 0.7 s after it was let go at 1 rad."""
    bodies = (RigidBody("wall", 50.0, (0.1,) * 3), RigidBody("bob", 1.0, (0.2,) * 3, (0.0, 0.0, -0.5)))
    hinge = BodyJoint(
        "hinge", "wall", "bob", (0.0, 0.0, 0.0), axes="Y", limits=((-3.0, 3.0),), torque_limits=(0.0,)
    )
    character = Character("pendulum", bodies, (hinge,), root=RootJoint("wall", translation="", axes=""))
    job = Job(
        "swing", character, AnimationTiming(0.7, fps),
        constraints=(Pin("hinge.ry", 0, 0, 1.0, 1.0), AtRest(end=False, speed=1e-7)),
    )  # fmt: skip
    clip = animate(job)
    assert clip.provenance.solved, clip.provenance.violations
    return float(clip.q[-1, 0])


def test_rest_is_of_second_order_in_the_step() -> None:
    """The pendulum's own equation, (m l^2 + 2 m r^2 / 5) a = -m g l sin, from rest by a fine integrator."""
    pull = 9.81 * 0.5 / (0.25 + 0.4 * 0.01)
    exact = solve_ivp(lambda _, y: (y[1], -pull * np.sin(y[0])), (0, 0.7), (1.0, 0.0), rtol=1e-11, atol=1e-12)
    errors = [abs(swing(fps) - exact.y[0, -1]) for fps in (40.0, 80.0)]
    assert errors[1] < 1e-3
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.15)


def test_what_feet_tie_is_asked_but_once() -> None:
    """Of a body on its feet as many degrees of freedom follow from the others as its contacts have equations."""
    standing = transcribe(crouch(chip()))
    every = np.arange(standing.tree.n)
    free = resting_dofs(standing, every, 1)
    roots = {i for i, name in enumerate(standing.tree.names) if name.startswith("root.")}
    assert standing.tree.n - len(free) == 6  # two points on the ground, three coordinates each
    assert len(roots & set(free.tolist())) <= 1
    in_air = transcribe(replace(crouch(chip()), contact_timings=()))
    assert np.array_equal(resting_dofs(in_air, every, 1), every)


def moved(steps: int) -> tuple[float, float]:
    """A block of 1 kg goes 1 m in 1 s: how far from 3 s^2 - 2 s^3 [m], and its integral of u^2 [N^2 s]."""
    strength = 20.0
    body = RigidBody("block", 1.0, (0.2, 0.2, 0.2))
    root = RootJoint("block", translation="X", axes="", force_limit=strength)
    ends = (Pin("root.tx", 0, 0, 0.0, 0.0), Pin("root.tx", -1, -1, 1.0, 1.0), AtRest(speed=1e-7))
    job = Job(
        "block", Character("block", (body,), root=root), AnimationTiming(1.0, steps), None, (), ends, (Effort(),),
        gravity=(0.0, 0.0, 0.0), options=SolverOptions(tolerance=1e-11),
    )  # fmt: skip
    clip = animate(job)
    assert clip.provenance.solved, clip.provenance.violations
    s = np.linspace(0.0, 1.0, steps + 1)
    off = np.abs(clip.q[:, 0] - (3 * s**2 - 2 * s**3)).max()
    return float(off), clip.provenance.terms["effort"] * strength**2


def test_least_effort_from_rest_to_rest_is_of_second_order() -> None:
    """12 N^2 s in the limit. Forces beside the ends act for a step and a half, and are paid for as long."""
    (rough, dear), (fine, dearer) = moved(40), moved(80)
    assert fine < 1e-4
    assert np.log2(rough / fine) > 1.5
    assert np.log2((12 - dear) / (12 - dearer)) == pytest.approx(2, abs=0.15)
    assert (4 * dearer - dear) / 3 == pytest.approx(12.0, abs=1e-3)


def test_who_does_not_rest_acts_for_one_step() -> None:
    assert (rest_shares(transcribe(crouch(chip()))) == 1).all()
    shares = rest_shares(transcribe(crouch(chip(), AtRest(end=False))))
    assert (shares[1] == 1.5).all()
    assert (np.delete(shares, 1, axis=0) == 1).all()
