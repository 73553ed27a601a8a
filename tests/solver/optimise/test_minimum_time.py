"""The least time that muscles need, by gradient; lengths stay within their bounds and clips tell their own rate."""

from collections.abc import Sequence

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.fitting.presets.arm import planar_arm
from solver.fitting.presets.hopper import hopper
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Constraint, ContactTiming, Job, Objective
from solver.job.objectives.duration import Duration
from solver.job.objectives.effort import Effort
from solver.job.objectives.force_change import ForceChange
from solver.job.timings import FreeLength, Gradient

FORCE, WAY, G = 20.0, 1.0, 9.81  # N on 1 kg, m
BODY = RigidBody("block", 1.0, (0.2, 0.2, 0.2))


def pushed(letter: str) -> Character:
    """1 kg on a rail along an axis of the world, with a jet."""
    return Character("Block", (BODY,), root=RootJoint("block", letter, "", force_limit=FORCE))


def fastest(
    character: Character,
    constraints: Sequence[Constraint],
    *,
    fps: float = 80.0,
    given: float = 1.5,
    bounds: tuple[float, float] = (0.1, 4.0),
    objective: Objective | None = None,
    gravity: float = 0.0,
    rest: tuple[AtRest, ...] = (AtRest(),),
) -> Clip:
    """The motion in the time that the objective asks for, from rest to rest."""
    timing = AnimationTiming(given, fps, FreeLength(*bounds))
    asked = (*constraints, *rest)
    objectives = (objective or Duration(),)
    pull = (0.0, 0.0, -gravity)
    job = Job(
        "fastest", character, timing, None, (), asked, objectives, gravity=pull, timing_search=Gradient()
    )
    clip = animate(job)
    assert clip.provenance.solved
    return clip


def moved(dof: str, begin: float, end: float) -> tuple[Pin, Pin]:
    """From here to there."""
    return Pin(dof, 0, 0, begin, begin), Pin(dof, -1, -1, end, end)


def test_a_block_is_pushed_half_the_way_and_stopped_the_other_half() -> None:
    """Bang-bang: T = 2 sqrt(m d / F) (Bryson & Ho 1975, section 3.9)."""
    clip = fastest(pushed("X"), moved("root.tx", 0.0, WAY))
    assert clip.job.timing.length == pytest.approx(2 * np.sqrt(WAY / FORCE), rel=1e-4)
    force = clip.torques[1:-1, 0]
    assert np.abs(force[: len(force) // 2 - 1]) == pytest.approx(FORCE, rel=1e-3)
    assert force[0] > 0 > force[-1]


def test_a_lander_falls_and_brakes_as_late_as_it_can() -> None:
    upwards = ExpressionConstraint("root.tz.force", 0.0, FORCE)
    clip = fastest(pushed("Z"), (*moved("root.tz", WAY, 0.0), upwards), gravity=G)
    brake = FORCE - G
    speed = np.sqrt(2 * WAY / (1 / G + 1 / brake))
    assert clip.job.timing.length == pytest.approx(speed / G + speed / brake, rel=1e-4)


def test_a_speed_is_kept_within_its_bound_while_the_length_is_sought() -> None:
    """As fast as it may be, most of the way: T = d / v + m v / F."""
    fastest_allowed = 2.0
    limit = ExpressionConstraint("root.tx.rate", None, fastest_allowed)
    clip = fastest(pushed("X"), (*moved("root.tx", 0.0, WAY), limit), fps=160.0)
    assert clip.job.timing.length == pytest.approx(WAY / fastest_allowed + fastest_allowed / FORCE, rel=1e-3)
    assert np.diff(clip.motion.position[:, 0, 0]).max() / clip.motion.step <= fastest_allowed + 1e-6


def test_what_is_spent_is_kept_within_its_bound_while_the_length_is_sought() -> None:
    """The least time for the integral of u^2 is that in which 12 m^2 d^2 / T^3 are spent."""
    spent = 60.0
    limit = ExpressionConstraint("root.tx.force ** 2", None, spent, of="integral")
    ends = (Pin("root.tx", 0, 1, 0.0, 0.0), Pin("root.tx", -2, -1, WAY, WAY))
    clip = fastest(pushed("X"), (*ends, limit), fps=100.0, rest=())
    between = clip.job.timing.length - clip.motion.step  # of the middles of the pairs
    assert between == pytest.approx((12 * WAY**2 / spent) ** (1 / 3), rel=1e-3)


def test_a_frame_in_the_middle_stays_in_the_middle() -> None:
    """Constraints name frames of the job's own rate; the last length, at a hair more, takes them along."""
    upwards = ExpressionConstraint("root.tz.force", 0.0, FORCE)
    half = Pin("root.tz", 60, 60, 0.0, WAY)
    clip = fastest(pushed("Z"), (*moved("root.tz", WAY, 0.0), upwards, half), gravity=G)
    (pin,) = (each for each in clip.job.constraints if isinstance(each, Pin) and each.first > 2)
    assert pin.first == pytest.approx((clip.n_frames - 1) / 2, abs=0.51)


def test_a_lander_is_as_quick_where_the_best_length_takes_fewer_frames() -> None:
    """The least length of so many frames is a hair too short for fewer; the descent stops a little before it."""
    upwards = ExpressionConstraint("root.tz.force", 0.0, FORCE)
    ends = (Pin("root.tz", 0, 1, WAY, WAY), Pin("root.tz", -2, -1, 0.0, 0.0))
    timing, pull = AnimationTiming(1.945, 21.08, FreeLength(0.1, 4.0)), (0.0, 0.0, -G)
    asked = (*ends, upwards)
    job = Job(
        "lander", pushed("Z"), timing, None, (), asked, (Duration(),), gravity=pull, timing_search=Gradient()
    )
    clip = animate(job)
    between = clip.job.timing.length - clip.motion.step  # of the middles of the pairs
    assert between == pytest.approx(np.sqrt(2 * WAY * (1 / G + 1 / (FORCE - G))), rel=0.01)


def test_an_arm_goes_there_by_all_the_strength_it_has() -> None:
    arm = planar_arm()
    ends = [pin for dof, to in (("shoulder.ry", -1.0), ("elbow.ry", -0.5)) for pin in moved(dof, 0.0, to)]
    clip = fastest(arm, ends, given=1.0, fps=40.0)
    finer = fastest(arm, ends, given=1.0)
    assert finer.job.timing.length == pytest.approx(clip.job.timing.length, rel=0.03)
    limits = [joint.torque_limits[0] for joint in arm.joints]
    used = np.abs(finer.torques[2:-2]).max(0)
    assert (used[-len(limits) :] / limits).max() == pytest.approx(1.0, abs=1e-3)


def hop_of(objectives: tuple[Objective, ...], *, fps: float) -> Clip:
    """0.4 m ahead from rest to rest, from a guess that takes too long."""
    ends = (Pin("root.tx", 0, 0, 0.0, 0.0), Pin("root.tx", -1, -1, 0.4, 0.4), AtRest())
    stances = tuple(ContactTiming(name, ((0.0, 0.45), (0.75, 0.25))) for name in ("heel", "toe"))
    timing = AnimationTiming(1.2, fps, FreeLength(0.4, 2.0))
    return animate(
        Job("hop", hopper(), timing, None, stances, ends, objectives, timing_search=Gradient())
    )  # fmt: skip


def test_a_hop_takes_the_length_that_costs_least() -> None:
    clip = hop_of((Effort(), ForceChange()), fps=20.0)
    assert clip.provenance.solved
    assert 0.8 < clip.job.timing.length < 1.0
    assert clip.provenance.objective < 0.9 * 0.2148  # at 1.2 s


def test_a_hop_in_the_least_time_may_save_effort_a_little() -> None:
    alone, both = (hop_of(asked, fps=10.0) for asked in ((Duration(),), (Duration(), Effort(0.01))))
    assert alone.provenance.solved
    assert both.provenance.solved
    assert both.job.timing.length == pytest.approx(alone.job.timing.length, rel=0.1)
    assert both.job.timing.length < 0.7


def test_a_length_by_gradient_stays_within_its_bounds() -> None:
    """Least effort would take forever."""
    clip = fastest(pushed("X"), moved("root.tx", 0.0, WAY), given=1.0, fps=20.0, objective=Effort())
    assert clip.job.timing.length == pytest.approx(4.0)
    assert clip.n_frames == 81


def test_a_clip_tells_the_rate_at_which_it_was_solved() -> None:
    job = Job(
        "slow", pushed("X"), AnimationTiming(1.37, 20.0), None, (), moved("root.tx", 0.0, WAY), (Effort(),)
    )
    clip = animate(job)
    assert clip.job.timing.fps == pytest.approx(27 / 1.37)
    assert clip.motion.step * clip.job.timing.fps == pytest.approx(1.0)
