"""Chip from a job to a clip: walking, turning, stepping on the spot, standing up; judged from outside."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.character import BodyJoint, Character, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.fitting.presets.chip import chip
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.messages import Iterate, Message, Progress, Status
from solver.rotations import quaternion_product, rotation_about
from tests.solver.physical import CONE_APEX, assert_judged, assert_physical

N_ITERATIONS = 150  # more would mean that something has broken


def assert_walks(clip: Clip, judge: ModuleType) -> None:
    """By its own report and the judge's, who knows the forces of flat ground only."""
    assert_physical(clip)
    verdict = assert_judged(clip, judge)
    assert verdict["joint_gap"]["max"] < 1e-9
    assert verdict["friction"]["worst_excess_bw"] < CONE_APEX
    assert verdict["friction"]["worst_pull_N"] < 1e-3


@pytest.fixture(scope="module", params=[20, 33])
def straight(request: pytest.FixtureRequest, walk: Callable[..., Job]) -> Clip:
    return animate(walk(request.param))


def test_walk_is_physical(straight: Clip) -> None:
    assert_physical(straight)
    assert straight.provenance.iterations < N_ITERATIONS
    assert straight.report.mean_vertical_force == pytest.approx(1.0, abs=1e-6)
    assert straight.report.peak_vertical_force < 1.8
    assert straight.q[0, :2] == pytest.approx([0.0, 0.0])  # it starts over the rest pose
    assert np.abs(straight.motion.position[:, 0, 1]).max() < 0.15  # it does not sidle


def test_walk_passes_the_judge(straight: Clip, judge: ModuleType) -> None:
    assert_walks(straight, judge)


def test_walk_goes_forward_and_lifts_its_feet(straight: Clip) -> None:
    forward = np.diff(straight.motion.position[:, 0, 0])
    assert forward.min() > 0
    lifted = np.where(straight.motion.contact_active, 0.0, straight.motion.contact_points[..., 2])
    assert lifted.min() > -1e-6
    assert (straight.motion.contact_forces[..., 2][~straight.motion.contact_active] == 0).all()


def test_terms_add_up(straight: Clip) -> None:
    provenance = straight.provenance
    assert set(provenance.terms) == {o.kind for o in straight.job.objectives}
    assert sum(provenance.terms.values()) == pytest.approx(provenance.objective)
    assert {"formulate", "first_guess", "optimise", "callbacks", "verify"} <= set(provenance.seconds)


def test_clip_survives_its_file(straight: Clip) -> None:
    again = Clip.from_bytes(straight.to_bytes())
    assert again.job == straight.job
    assert again.report == straight.report
    assert again.provenance == straight.provenance
    assert again.q == pytest.approx(straight.q, abs=0)


def test_other_first_guesses_find_the_same_walk(walk: Callable[..., Job], straight: Clip) -> None:
    found = animate(walk(straight.n_frames, options=SolverOptions(seed=1, noise=0.05)))
    assert found.provenance.objective == pytest.approx(straight.provenance.objective, rel=0.02)


def test_walk_on_a_curve(walk: Callable[..., Job], judge: ModuleType) -> None:
    clip = animate(walk(yaw=0.5))
    assert_walks(clip, judge)
    turn = rotation_about((0.0, 0.0, 1.0), 0.5)
    step_out = clip.motion.position[0, 0] @ np.array(
        [[np.cos(0.5), np.sin(0.5), 0], [-np.sin(0.5), np.cos(0.5), 0], [0, 0, 1]]
    )
    step_out = step_out + clip.job.cycle.translation - clip.motion.position[-1, 0]
    assert np.linalg.norm(step_out) < 0.15  # the seam is one step like any other
    last_turn = np.abs(
        quaternion_product(turn, clip.motion.orientation[0, 0]) @ clip.motion.orientation[-1, 0]
    )
    assert last_turn > 0.99


def test_ground_carries_weight_and_slope(walk: Callable[..., Job]) -> None:
    """Over a cycle the mean force of the ground is minus gravity's, whatever its direction."""
    clip = animate(walk(gravity=(-0.8, 0.3, -9.78)))
    assert_physical(clip)
    mean = clip.motion.contact_forces.sum(1).mean(0) / clip.job.character.mass
    assert mean == pytest.approx([0.8, -0.3, 9.78], abs=1e-6)


def test_steps_on_the_spot(walk: Callable[..., Job], judge: ModuleType) -> None:
    job = replace(
        walk(speed=0.0), cycle=Cycle(), constraints=(Clearance("L_foot", 0.1), Clearance("R_foot", 0.1))
    )
    clip = animate(job)
    assert_walks(clip, judge)
    assert clip.motion.contact_points[..., 2].max(0) == pytest.approx([0.1, 0.1], abs=0.02)
    assert np.ptp(clip.motion.contact_points[..., :2], axis=0).max() < 0.3


def test_rises_from_a_squat(judge: ModuleType) -> None:
    """An open clip: low at its start, at rest at both ends, both feet down throughout."""
    rest = chip().bodies[0].position[2]
    pins = (Pin("root.tz", 0, 1, rest - 0.3, rest - 0.3), Pin("root.tz", -2, -1, rest - 0.05, rest - 0.05))
    timings = tuple(ContactTiming(name, ((0.0, 1.0),)) for name in ("L_foot", "R_foot"))
    clip = animate(Job("rise", chip(), AnimationTiming(1.0, 20.0), None, timings, pins))
    assert clip.n_frames == 21
    assert_walks(clip, judge)
    assert clip.q[[0, 1], 2] == pytest.approx(rest - 0.3)
    assert clip.q[[-2, -1], 2] == pytest.approx(rest - 0.05)
    assert np.isnan(clip.joint_forces[[0, -1]]).all()
    assert np.isfinite(clip.joint_forces[1:-1]).all()


def test_leaps(judge: ModuleType) -> None:
    """An open clip with a flight in it: nothing touches, and the centre of mass falls freely."""
    stances = ((0.0, 0.35), (0.65, 0.35))
    timings = tuple(ContactTiming(name, stances) for name in ("L_foot", "R_foot"))
    clip = animate(Job("leap", chip(), AnimationTiming(1.0, 20.0), None, timings))
    assert_walks(clip, judge)
    mass = np.array([b.mass for b in clip.job.character.bodies])
    centre = (clip.motion.position * mass[:, None]).sum(1) / mass.sum()
    flying = np.flatnonzero(~clip.motion.contact_active.any(1))
    fall = np.diff(centre, 2, axis=0)[flying - 1] / clip.motion.step**2
    assert fall == pytest.approx(np.tile([0.0, 0.0, -9.81], (len(flying), 1)), abs=1e-4)


def test_arm_on_a_fixed_base_swings_up() -> None:
    """No ground and no free root: only a base that the world holds, and a pendulum that is pinned at both ends."""
    base = RigidBody("base", 5.0, (0.2, 0.2, 0.2), (0.0, 0.0, 1.0))
    rod = RigidBody("rod", 1.0, (0.05, 0.05, 0.5), (0.0, 0.0, 0.75))
    limits, torques = ((-4.0, 4.0),), (2.0,)  # too weak to lift it without a swing: 1 kg x 9.81 x 0.25 m
    hinge = BodyJoint("hinge", "base", "rod", (0.0, 0.0, 1.0), axes="Y", limits=limits, torque_limits=torques)
    arm = Character("arm", (base, rod), (hinge,), root=RootJoint("base", translation="", axes=""))
    pins = (Pin("hinge.ry", 0, 1, 0.0, 0.0), Pin("hinge.ry", -2, -1, np.pi, np.pi))
    clip = animate(Job("swing", arm, AnimationTiming(3.0, 30.0), None, (), pins))
    assert_physical(clip)
    assert clip.q[-1] == pytest.approx(np.pi)
    assert clip.q.min() < -0.3  # it goes back first
    assert np.abs(clip.torques).max() <= 2.0 + 1e-6


def test_says_what_it_is_doing(walk: Callable[..., Job]) -> None:
    told: list[Message] = []
    clip = animate(walk(), send=told.append)
    assert isinstance(told[0], Status)
    assert isinstance(told[-1], Status)
    steps = [m.iteration for m in told if isinstance(m, Progress)]
    assert steps == list(range(clip.provenance.iterations + 1))
    previews = [m for m in told if isinstance(m, Iterate)]
    assert previews
    assert np.shape(previews[0].q) == clip.q.shape


def test_stops_when_it_is_told_to_and_keeps_the_best(walk: Callable[..., Job]) -> None:
    told: list[Message] = []
    told_to_stop: list[int] = []

    def cancelled() -> bool:
        if len(told) > 12:
            told_to_stop.append(len(told))
        return bool(told_to_stop)

    clip = animate(walk(), send=told.append, cancelled=cancelled)
    assert len(told_to_stop) == 1  # it does not ask again
    assert not any(isinstance(m, Progress) for m in told[told_to_stop[0] :])  # nor does it go on
    assert not clip.provenance.solved
    assert 1 <= len(clip.provenance.violations) <= 3
    assert np.isfinite(clip.q).all()
