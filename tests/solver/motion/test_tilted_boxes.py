"""Ramps and planks that lean, measured along axes that the tests build themselves."""

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from examples import lamp
from solver.animate import animate
from solver.character import Character, ContactJoint, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.job.check import check_job
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Constraint, ContactTiming, Job, SolverOptions
from solver.job.planes import contact_plane
from solver.job.surfaces import Box
from solver.record import from_json, to_json
from solver.rotations import rotation_about
from solver.verify.solid_depth import ALLOWED
from solver.wording.violations import sentence
from tests.solver.physical import assert_judged, assert_physical

RNG = np.random.default_rng(5)
CLOUD = RNG.normal(size=(2000, 3))
CLOUD *= (RNG.uniform(size=2000) ** 0.2 / np.linalg.norm(CLOUD, axis=1))[:, None]  # within a ball
LEFT, RIGHT = ("heel.L", "toe.L"), ("heel.R", "toe.R")


def leaning(low: tuple[float, float, float], size: tuple[float, float, float], up: float, side: float = 0.0):
    """A box whose top begins at the middle of its low edge, rises by ``up`` along X, and by ``side`` along Y [rad]."""
    a, b = np.tan(up), np.tan(side)
    normal = np.array([-a, -b, 1.0]) / np.sqrt(1 + a**2 + b**2)
    first = np.array(
        [1.0 - normal[0] ** 2 / (1 + normal[2]), -normal[0] * normal[1] / (1 + normal[2]), -normal[0]]
    )
    axes = np.stack([first, np.cross(normal, first), normal], axis=1)
    centre = np.array(low) + axes @ [size[0] / 2, 0.0, -size[2] / 2]
    return Box("ramp", tuple(centre.tolist()), size, 0.0, tuple(normal.tolist())), axes


def inside(box: Box, axes: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Depth of points [m]; negative outside."""
    return (np.array(box.size) / 2 - np.abs((points - np.array(box.centre)) @ axes)).min(-1)


def deepest(clip: Clip, box: Box, axes: np.ndarray, but: tuple[str, ...] = ()) -> float:
    """Depth [m] of any contact, also between frames, and of any of many points in the bodies but some."""
    points, motion = clip.motion.carried_contacts(), clip.motion
    shares = np.arange(8)[:, None, None, None] / 8
    found = [inside(box, axes, points[:-1] + shares * (points[1:] - points[:-1])).max()]
    for b, body in enumerate(clip.job.character.bodies):
        if body.name in but:
            continue
        own = CLOUD * np.array(body.diameters) / 2
        seen = np.einsum("tij,pj->tpi", motion.rotation[:, b], own) + motion.position[:, b][:, None]
        found.append(inside(box, axes, seen).max())
    return float(max(found))


def assert_outside(clip: Clip, box: Box, axes: np.ndarray) -> None:
    assert clip.provenance.solved, [str(sentence(each)) for each in clip.provenance.violations]
    assert deepest(clip, box, axes) < ALLOWED


def feet(contacts: tuple[str, ...], start: float, duration: float, on: str = "") -> list[ContactTiming]:
    return [ContactTiming(contact, ((start, duration),), on) for contact in contacts]


def step_onto(box: Box, *more: Constraint) -> Job:
    timings = [*feet(RIGHT, 0.0, 0.2), *feet(LEFT, 0.0, 0.55)]
    timings += [*feet(RIGHT, 0.48, 0.52, box.name), *feet(LEFT, 0.85, 0.15, box.name)]
    return Job(
        "step", human(), AnimationTiming(1.8, 20.0), contact_timings=tuple(timings), surfaces=(box,),
        constraints=(AtRest(), AtRest(start=False), *more),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_a_box_is_tilted_by_the_shortest_way(seed: int) -> None:
    rng = np.random.default_rng(seed)
    normal, yaw = np.add(rng.normal(size=3), [0.0, 0.0, 2.0]), float(rng.uniform(-3, 3))
    normal *= np.sign(normal[2])
    box = Box("box", (0.3, -0.2, 0.5), (1.0, 0.6, 0.4), yaw, tuple(normal.tolist()))
    plane, unit = contact_plane(box), normal / np.linalg.norm(normal)
    assert plane.turn.T @ plane.turn == pytest.approx(np.eye(3), abs=1e-12)
    assert plane.normal == pytest.approx(unit)
    assert plane.point == pytest.approx(np.array(box.centre) + 0.2 * unit)
    upright = contact_plane(replace(box, normal=(0.0, 0.0, 1.0))).turn
    tilt = plane.turn @ upright.T
    assert np.arccos((np.trace(tilt) - 1) / 2) == pytest.approx(np.arccos(unit[2]))
    level = np.cross([0.0, 0.0, 1.0], unit)
    assert tilt @ level == pytest.approx(level)  # what is level across the slope stays so
    assert upright[:, 0] == pytest.approx([np.cos(yaw), np.sin(yaw), 0.0])


def test_files_without_a_normal_have_upright_boxes() -> None:
    box = Box("step", (0.5, 0.0, 0.1), (1.0, 1.0, 0.2), 0.3)
    document = to_json(step_onto(box))
    document["surfaces"][0].pop("normal")
    assert from_json(Job, document).surfaces == (box,)
    tilted = replace(box, normal=(-0.3, 0.0, 1.0))
    assert from_json(Job, to_json(step_onto(tilted))).surfaces == (tilted,)


def test_a_top_that_points_down_is_refused() -> None:
    box = Box("shelf", (0.5, 0.0, 0.1), (1.0, 1.0, 0.2), normal=(0.1, 0.0, -1.0))
    with pytest.raises(InputError, match=r"the top of the box 'shelf' to point up, found \(0.1, 0.0, -1.0\)"):
        check_job(step_onto(box))


def block(angle: float, friction: float) -> Job:
    """A block at rest on a ramp that rises along a diagonal."""
    box, axes = leaning((-0.5, 0.0, 0.0), (1.0, 0.8, 0.2), angle, 0.7 * angle)
    steepest = np.cross(axes[:, 2], np.cross([0.0, 0.0, 1.0], axes[:, 2]))
    place = np.array(box.centre) + axes @ [0.0, 0.0, 0.2]
    axis = np.cross([0.0, 0.0, 1.0], axes[:, 2])
    turn = rotation_about(axis / np.linalg.norm(axis), np.arccos(axes[2, 2]))
    body = RigidBody("block", 5.0, (0.4, 0.3, 0.2), tuple(place.tolist()), tuple(turn.tolist()))
    corners = [place + axes @ [a, b, -0.1] for a in (-0.15, 0.15) for b in (-0.1, 0.1)]
    slippery = friction * np.linalg.norm(steepest) / axes[2, 2]  # of the least that holds it
    contacts = tuple(
        ContactJoint(f"corner {i}", "block", tuple(corner.tolist()), float(slippery))
        for i, corner in enumerate(corners)
    )
    return Job(
        "block", Character("block", (body,), (), contacts, RootJoint("block")), AnimationTiming(0.5, 20.0),
        contact_timings=tuple(ContactTiming(contact.name, ((0.0, 1.0),), "ramp") for contact in contacts),
        surfaces=(box,), ground_height=-5.0, options=SolverOptions(max_iterations=60),
    )  # fmt: skip


def test_friction_is_that_of_the_tilted_face(judge: ModuleType) -> None:
    clip = animate(block(0.3, 1.01))
    assert_physical(clip)
    assert assert_judged(clip, judge)["friction"]["worst_excess_bw"] < 1e-6
    assert np.abs(clip.motion.position - clip.motion.position[0]).max() < 1e-6
    assert not animate(block(0.3, 0.9)).provenance.solved


@pytest.mark.parametrize(
    ("low", "size", "up", "side"),
    [
        ((0.2, 0.0, 0.0), (1.0, 1.4, 0.19), 0.2, 0.0),
        ((0.15, 0.0, 0.0), (0.9, 1.4, 0.36), 0.46, 0.0),
        ((0.3, 0.0, 0.1), (0.8, 1.4, 0.2), 0.0, 0.25),
        ((0.25, 0.0, 0.25), (1.0, 1.4, 0.12), -0.3, 0.0),
        ((0.2, 0.0, 0.05), (0.9, 1.2, 0.04), 0.25, -0.1),
    ],
    ids=["gentle", "steep", "across", "falling", "plank"],
)
def test_a_human_steps_onto_a_ramp(low, size, up: float, side: float) -> None:
    box, axes = leaning(low, size, up, side)
    clip = animate(step_onto(box))
    assert_outside(clip, box, axes)
    names = [contact.name for contact in clip.job.character.contacts]
    there = (clip.motion.carried_contacts()[-1] - np.array(box.centre)) @ axes
    standing = there[[names.index(name) for name in (*LEFT, *RIGHT)]]
    assert standing[:, 2] == pytest.approx(np.full(4, size[2] / 2), abs=1e-5)
    assert (np.abs(standing[:, :2]) < np.array(size[:2]) / 2 + 1e-5).all()


def test_a_human_steps_over_a_plank_that_leans() -> None:
    """It is 3 cm thick, and passes from 0 to 30 cm above the ground across the way."""
    plank, axes = leaning((0.36, 0.0, 0.14), (0.12, 1.6, 0.03), 0.0, 0.2)
    timings = [*feet(RIGHT, 0.0, 0.2), *feet(RIGHT, 0.45, 0.55)]
    timings += [*feet(LEFT, 0.0, 0.55), *feet(LEFT, 0.85, 0.15)]
    ends = Pin("root.tx", 0, 0, 0.0, 0.05), Pin("root.tx", -1, -1, 0.75, 0.85)
    clip = animate(
        Job(
            "over", human(), AnimationTiming(1.8, 20.0), contact_timings=tuple(timings), surfaces=(plank,),
            constraints=(*ends, AtRest(), AtRest(start=False)),
        )
    )  # fmt: skip
    assert_outside(clip, plank, axes)


def test_a_dog_keeps_its_head_out_of_a_ramp() -> None:
    """Its head is above the ramp, higher than a leg, and would come down to it."""
    box, axes = leaning((0.42, 0.0, 0.0), (0.816, 1.0, 0.157), 0.197)
    timings = [ContactTiming(f"hind.{side}", ((0.0, 1.0),)) for side in "LR"]
    for side, leaves, lands in (("L", 0.2, 0.45), ("R", 0.5, 0.75)):
        timings.append(ContactTiming(f"fore.{side}", ((0.0, leaves),)))
        timings.append(ContactTiming(f"fore.{side}", ((lands, 1.0 - lands),), "ramp"))
    job = Job("dog", quadruped(), AnimationTiming(1.2, 20.0), contact_timings=tuple(timings), surfaces=(box,))
    clip = animate(job)
    assert clip.provenance.solved, [str(sentence(each)) for each in clip.provenance.violations]
    paws = tuple(contact.body for contact in job.character.contacts)  # round, and stood for by their contacts
    assert deepest(clip, box, axes, paws) < ALLOWED


def test_a_lamp_hops_onto_a_ramp() -> None:
    box, axes = leaning((0.3, 0.0, 0.0), (0.814, 0.6, 0.147), 0.185)
    hop = lamp.job()
    first = tuple(pin for pin in hop.constraints if isinstance(pin, Pin) and pin.first == 0)
    end = Pin("root.tx", -1, -1, first[0].lower + lamp.LEAP, first[0].lower + lamp.LEAP)
    timings = [
        ContactTiming(name, (stance,), on)
        for name in ("heel", "toe")
        for stance, on in zip(lamp.STANCES, ("", "ramp"), strict=True)
    ]
    clip = animate(replace(hop, contact_timings=tuple(timings), surfaces=(box,), constraints=(*first, end)))
    assert_outside(clip, box, axes)
    standing = (clip.motion.carried_contacts()[-1] - np.array(box.centre)) @ axes
    assert standing[:, 2] == pytest.approx(np.full(2, box.size[2] / 2), abs=1e-5)


def test_a_human_stands_astride_a_narrow_beam() -> None:
    """Its first frame is astride, where the nearest way out leads through a leg."""
    beam, axes = Box("ramp", (0.0, 0.0, 0.1), (1.0, 0.06, 0.2)), np.eye(3)
    timings = [*feet(LEFT, 0.0, 1.0), *feet(RIGHT, 0.0, 0.4), *feet(RIGHT, 0.7, 0.3)]
    there = Pin("root.tx", 0, 0, -0.02, 0.02), Pin("root.ty", 0, 0, -0.02, 0.02)
    clip = animate(
        Job(
            "astride", human(), AnimationTiming(1.2, 20.0), contact_timings=tuple(timings), surfaces=(beam,),
            constraints=(*there, AtRest(), AtRest(start=False)),
        )
    )  # fmt: skip
    assert_outside(clip, beam, axes)
    points = clip.motion.carried_contacts()[0]
    names = [contact.name for contact in clip.job.character.contacts]
    left, right = (points[names.index(f"toe.{side}")][1] for side in "LR")
    assert min(left, right) < -0.03
    assert max(left, right) > 0.03
