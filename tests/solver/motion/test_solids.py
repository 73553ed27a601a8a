"""Nothing stands in a step: boxes, slopes and moving bodies, measured on the clip's own poses."""

from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character, ContactJoint, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.fitting.presets.chip import chip
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.pin import Pin
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, Constraint, ContactTiming, Job, SolverOptions
from solver.job.surfaces import Box, HalfSpace, Plate
from solver.optimise.found_motion import found_motion
from solver.problem.formulate import formulate
from solver.problem.guess.first_guess import first_guess
from solver.verify.solid_depth import ALLOWED, solid_violations
from solver.verify.violation import Kind
from solver.wording.violations import sentence

RNG = np.random.default_rng(3)
CLOUD = RNG.normal(size=(3000, 3))
CLOUD *= (RNG.uniform(size=3000) ** 0.2 / np.linalg.norm(CLOUD, axis=1))[:, None]  # within a ball
LEFT, RIGHT = ("heel.L", "toe.L"), ("heel.R", "toe.R")


def deepest_contact(clip: Clip, box: Box, parts: int = 8) -> float:
    """Depth [m] of any contact in a box, at frames and at points between them."""
    points = clip.motion.carried_contacts()
    shares = np.arange(parts)[:, None, None, None] / parts
    ways = points[:-1] + shares * (points[1:] - points[:-1])
    return float(inside(box, np.concatenate([ways.reshape(-1, 3), points[-1]])).max())


def deepest_body(clip: Clip, box: Box, *names: str) -> float:
    """Depth [m] of the deepest of many points in the ellipsoids of bodies; all of them without names."""
    motion, depths = clip.motion, []
    for b, body in enumerate(clip.job.character.bodies):
        if not names or body.name in names:
            own = CLOUD * np.array(body.diameters) / 2
            points = np.einsum("tij,pj->tpi", motion.rotation[:, b], own) + motion.position[:, b][:, None]
            depths.append(inside(box, points).max())
    return float(max(depths))


def inside(box: Box, points: np.ndarray) -> np.ndarray:
    """Depth of points [m]; negative outside."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    own = (points - np.array(box.centre)) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return (np.array(box.size) / 2 - np.abs(own)).min(-1)


def feet(contacts: tuple[str, ...], start: float, duration: float, on: str = "") -> list[ContactTiming]:
    return [ContactTiming(contact, ((start, duration),), on) for contact in contacts]


def step_up(box: Box, *more: Constraint, character: Character | None = None) -> Job:
    """Both feet on the ground, then the right and the left one on a box."""
    timings = [*feet(RIGHT, 0.0, 0.2), *feet(LEFT, 0.0, 0.55)]
    timings += [*feet(RIGHT, 0.48, 0.52, box.name), *feet(LEFT, 0.85, 0.15, box.name)]
    return Job(
        "step", character or human(), AnimationTiming(1.8, 20.0), contact_timings=tuple(timings),
        surfaces=(box,), constraints=(AtRest(), AtRest(start=False), *more),
    )  # fmt: skip


def ahead(edge: float, height: float, depth: float = 0.8, yaw: float = 0.0) -> Box:
    """A step whose front is this far in front of the origin [m]."""
    return Box("step", (edge + depth / 2, 0.0, height / 2), (depth, 1.4, height), yaw)


def assert_outside(clip: Clip, *boxes: Box) -> None:
    assert clip.provenance.solved, [str(sentence(each)) for each in clip.provenance.violations]
    for box in boxes:
        assert deepest_contact(clip, box) < ALLOWED
        assert deepest_body(clip, box) < ALLOWED
    assert clip.report.inside_solids < ALLOWED


@pytest.mark.parametrize(
    "box",
    [
        ahead(0.05, 0.05),  # both feet begin inside
        ahead(0.2, 0.02),
        ahead(0.2, 0.17, yaw=0.5),
        ahead(0.22, 0.4),
    ],
    ids=["inside", "low", "turned", "high"],
)
def test_a_human_steps_up(box: Box) -> None:
    assert_outside(animate(step_up(box)), box)


def test_a_human_steps_over_a_plank() -> None:
    """It is 3 cm thick and 12 cm above the ground; one foot is on either side in the middle of the clip."""
    plank = Box("plank", (0.42, 0.0, 0.12), (0.12, 2.0, 0.03))
    timings = [
        *feet(RIGHT, 0.0, 0.2),
        *feet(RIGHT, 0.45, 0.55),
        *feet(LEFT, 0.0, 0.55),
        *feet(LEFT, 0.85, 0.15),
    ]
    ends = Pin("root.tx", 0, 0, 0.0, 0.05), Pin("root.tx", -1, -1, 0.75, 0.85)
    job = Job(
        "over", human(), AnimationTiming(1.8, 20.0), contact_timings=tuple(timings), surfaces=(plank,),
        constraints=(*ends, AtRest(), AtRest(start=False)),
    )  # fmt: skip
    assert_outside(animate(job), plank)


def test_a_dog_puts_its_forefeet_on_a_step() -> None:
    box = Box("step", (0.62, 0.0, 0.06), (0.5, 1.0, 0.12))
    timings = [ContactTiming(f"hind.{side}", ((0.0, 1.0),)) for side in "LR"]
    for side, leaves, lands in (("L", 0.2, 0.45), ("R", 0.5, 0.75)):
        timings.append(ContactTiming(f"fore.{side}", ((0.0, leaves),)))
        timings.append(ContactTiming(f"fore.{side}", ((lands, 1.0 - lands),), "step"))
    job = Job(
        "dog", quadruped(), AnimationTiming(1.2, 20.0), contact_timings=tuple(timings), surfaces=(box,),
    )  # fmt: skip
    assert_outside(animate(job), box)


def test_a_swing_passes_a_hold_on_a_wall() -> None:
    """Chip stands before a small box on no ground and swings a foot past it, without touching it."""
    hold = Box("hold", (0.12, 0.1, 0.2), (0.08, 0.08, 0.08))
    timings = (
        ContactTiming("R_foot", ((0.0, 1.0),)),
        ContactTiming("L_foot", ((0.0, 0.25), (0.75, 0.25))),
    )
    pins = Pin("root.tx", 0, 0, 0.0, 0.0), Pin("root.tx", -1, -1, 0.15, 0.15), Pin("root.tz", 0, -1, 1.1, 1.3)
    turns = tuple(Pin(f"root.r{axis}", 0, -1, -0.3, 0.3) for axis in "xyz")
    job = Job(
        "hold", chip(), AnimationTiming(1.0, 20.0), contact_timings=timings, surfaces=(hold,),
        constraints=(*pins, *turns),
    )  # fmt: skip
    assert_outside(animate(job), hold)


def ball_and_board(speed: float) -> Job:
    """A ball falls beside a board that a jet drives toward it."""
    board = RigidBody("board", 3.0, (0.6, 0.6, 0.2), (0.0, 0.0, 0.5))
    ball = RigidBody("ball", 0.3, (0.2, 0.2, 0.2), (0.6, 0.0, 0.55))
    cast = Character(
        "cast", (board, ball), (), (ContactJoint("low", "ball", (0.6, 0.0, 0.45)),),
        RootJoint("board", force_limit=900.0, torque_limit=100.0),
        others=(RootJoint("ball", force_limit=30.0),),
    )  # fmt: skip
    pins = [Pin(f"root.t{axis}", 0, 0, at, at) for axis, at in zip("xyz", (0.0, 0.0, 0.5), strict=True)]
    pins += [
        Pin("root.tx", -1, -1, speed, speed),
        Pin("ball.tx", 0, 0, 0.6, 0.6),
        Pin("ball.tz", 0, 0, 0.55, 0.55),
    ]
    pins += [
        Pin(f"root.{dof}", 0, -1, at, at) for dof, at in (("tz", 0.5), ("rx", 0.0), ("ry", 0.0), ("rz", 0.0))
    ]
    return Job(
        "push", cast, AnimationTiming(0.8, 20.0), constraints=tuple(pins),
        surfaces=(Plate("top", "board", (0.0, 0.0, 0.6), (0.6, 0.6)),), ground_height=-9.0,
    )  # fmt: skip


def test_a_ball_keeps_out_of_a_moving_board() -> None:
    clip = animate(ball_and_board(0.5))
    assert clip.provenance.solved
    board = clip.motion.position[:, 0]
    for t, middle in enumerate(board):
        box = Box("board", tuple(middle.tolist()), (0.6, 0.6, 0.2))
        own = CLOUD * 0.1 + clip.motion.position[t, 1]
        assert inside(box, own).max() < ALLOWED
    assert np.ptp(board[:, 0]) > 0.45
    assert clip.motion.position[-1, 1, 0] > 0.65 or abs(clip.motion.position[-1, 1, 2] - 0.5) > 0.15


def test_bodies_keep_out_of_a_slope() -> None:
    """A stick turns over a slope that its ends would enter."""
    stick = RigidBody("stick", 1.0, (0.8, 0.06, 0.06), (0.0, 0.0, 0.25))
    cast = Character("stick", (stick,), (), (), RootJoint("stick", force_limit=100.0, torque_limit=20.0))
    slope = HalfSpace("slope", (0.0, 0.0, 0.0), (-0.3, 0.0, 1.0))
    pins = (
        *(Pin(f"root.t{axis}", 0, 0, at, at) for axis, at in zip("xyz", (0.0, 0.0, 0.25), strict=True)),
        Pin("root.ry", 0, 0, 0.0, 0.0),
        Pin("root.ry", -1, -1, np.pi / 2, np.pi / 2),
    )
    clip = animate(
        Job("turn", cast, AnimationTiming(1.0, 20.0), constraints=pins, surfaces=(slope,), ground_height=-5.0)
    )
    assert clip.provenance.solved
    ends = np.array([[0.4, 0.0, 0.0], [-0.4, 0.0, 0.0]])
    ways = np.einsum("tij,pj->tpi", clip.motion.rotation[:, 0], ends) + clip.motion.position[:, :1]
    assert (ways @ [-0.3, 0.0, 1.0]).min() > -1e-4


def test_a_hand_that_holds_on_may_be_inside() -> None:
    """As in a climb: the fist around a hold is no violation, and has no rows."""
    person = human()
    fist = person.bodies[person.body_index("forearm.R")].position
    box = Box("grip", fist, (0.1, 0.1, 0.1))
    hold = Hold("grip", "forearm.R", fist, "", fist)
    timings = tuple(feet((*LEFT, *RIGHT), 0.0, 1.0))
    job = Job(
        "hang", person, AnimationTiming(0.4, 15.0), contact_timings=timings, surfaces=(box,), holds=(hold,)
    )
    clip = animate(replace(job, options=SolverOptions(max_iterations=60)))
    assert not [v for v in clip.provenance.violations if v.kind is Kind.INSIDE_SOLID]


def test_a_motion_in_a_box_is_not_solved() -> None:
    """Judged on poses alone: a box that the job did not have is moved into the way of a shin."""
    transcription = formulate(step_up(ahead(0.3, 0.1))).transcription
    motion = found_motion(transcription, first_guess(transcription)).world
    shin = motion.character.body_index("shin.L")
    x, y, z = motion.position[4, shin].tolist()
    wall = Box("wall", (x, y, z), (0.04, 0.04, 0.3))
    moved = replace(motion, world=replace(motion.world, surfaces=(*motion.world.surfaces, wall)))
    found = [v for v in solid_violations(moved, np.zeros(4)) if v.subject == ("shin.L", "wall")]
    (violation,) = found
    assert 4 in violation.frames
    assert violation.amount == pytest.approx(0.02, abs=1e-3)  # to the middle of the wall
    assert "'shin.L' is " in str(sentence(violation))
    assert " inside 'wall'" in str(sentence(violation))
    allowed = [v for v in solid_violations(moved, np.full(4, 0.05)) if "shin.L" in v.subject]
    assert allowed == found  # softness is of bodies with contacts


def test_the_first_guess_steps_over() -> None:
    """Footprints beside a box are outside; contacts in their swing are above its top."""
    box = ahead(0.05, 0.3)
    transcription = formulate(step_up(box)).transcription
    state = formulate(step_up(box)).state(first_guess(transcription))
    points = state.pose.points[:, 1:-1, :4].transpose(1, 2, 0)
    assert inside(box, points).max() < 0.1  # the straight ways are 0.2 m inside


def test_no_surface_costs_nothing() -> None:
    job = step_up(ahead(0.2, 0.1))
    plain = replace(
        job, surfaces=(), contact_timings=tuple(each for each in job.contact_timings if not each.surface)
    )
    kinds = {type(each).__name__ for each in formulate(plain).components}
    assert not {kind for kind in kinds if "Outside" in kind}
