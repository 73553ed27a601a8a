"""Slopes and steps, from a job to a judged clip: a block that just stays, Chip uphill and onto a step."""

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character, ContactJoint, RigidBody, RootJoint
from solver.fitting.presets.chip import chip
from solver.formats.motion_json import to_motion_json
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Constraint, ContactTiming, Job, SolverOptions
from solver.job.surfaces import Box, HalfSpace
from solver.rotations import rotation_about
from tests.solver.physical import assert_judged, assert_physical


def slope(angle: float) -> HalfSpace:
    """Rises along X."""
    return HalfSpace("slope", (0.0, 0.0, 0.0), (-float(np.sin(angle)), 0.0, float(np.cos(angle))))


def block(angle: float, friction: float) -> Job:
    """A block at rest on a slope."""
    turn = rotation_about((0.0, 1.0, 0.0), -angle)
    along, normal = np.array([np.cos(angle), 0.0, np.sin(angle)]), np.array(slope(angle).normal)
    body = RigidBody("block", 5.0, (0.4, 0.3, 0.2), tuple((0.1 * normal).tolist()), tuple(turn.tolist()))
    corners = [a * along + [0.0, b, 0.0] for a in (-0.15, 0.15) for b in (-0.1, 0.1)]
    contacts = tuple(
        ContactJoint(f"corner {i}", "block", tuple(corner.tolist()), friction)
        for i, corner in enumerate(corners)
    )
    timings = tuple(ContactTiming(contact.name, ((0.0, 1.0),), "slope") for contact in contacts)
    return Job(
        "block", Character("block", (body,), (), contacts, RootJoint("block")), AnimationTiming(0.5, 20.0),
        contact_timings=timings, surfaces=(slope(angle),), ground_height=-5.0,
        options=SolverOptions(max_iterations=60),
    )  # fmt: skip


def test_a_block_stays_where_friction_is_just_enough(judge: ModuleType) -> None:
    angle = np.radians(20.0)
    clip = animate(block(angle, 1.001 * np.tan(angle)))
    assert_physical(clip)
    verdict = assert_judged(clip, judge)
    assert verdict["friction"]["worst_excess_bw"] < 1e-6
    assert verdict["slide_inner"]["max_speed"] < 1e-5
    assert verdict["penetration"]["max"] < 1e-6
    assert np.abs(clip.motion.position - clip.motion.position[0]).max() < 1e-6
    assert clip.motion.contact_forces[1:-1].sum(1) == pytest.approx(
        np.tile([0, 0, 5 * 9.81], (9, 1)), abs=1e-4
    )


def test_a_block_cannot_stay_where_it_is_not() -> None:
    angle = np.radians(20.0)
    clip = animate(block(angle, 0.9 * np.tan(angle)))
    assert not clip.provenance.solved
    assert clip.provenance.violations


def test_a_patch_resists_turning_about_the_slope(judge: ModuleType) -> None:
    """Slippery corners bear a block's weight; one patch beside its centre keeps it from sliding and turning."""
    angle, aside, mass = np.radians(20.0), 0.05, 5.0
    job = block(angle, 1e-3)
    patch = ContactJoint("patch", "block", (0.0, aside, 0.0), 2.0, twist_radius=0.2)
    character = replace(job.character, contacts=(*job.character.contacts, patch))
    held = ContactTiming("patch", ((0.0, 1.0),), "slope")
    clip = animate(replace(job, character=character, contact_timings=(*job.contact_timings, held)))
    assert_physical(clip)
    assert_judged(clip, judge)
    assert np.abs(clip.motion.orientation - clip.motion.orientation[0]).max() < 1e-6
    needed = mass * 9.81 * np.sin(angle) * aside  # about the slope's normal
    assert np.abs(clip.motion.contact_moments[1:-1, -1]) == pytest.approx(needed, rel=0.02)


@pytest.mark.parametrize("degrees", [5.0, -5.0])
def test_chip_walks_up_and_down_a_slope(degrees: float, judge: ModuleType) -> None:
    angle = np.radians(degrees)
    timings = tuple(
        ContactTiming(f"{side}_foot", ((start, 0.6),), "slope") for side, start in (("L", 0.0), ("R", 0.5))
    )
    way = (1.1 * float(np.cos(angle)), 0.0, 1.1 * float(np.sin(angle)))
    job = Job(
        "slope", chip(), AnimationTiming(1.0, 20.0), Cycle(way), timings, surfaces=(slope(angle),),
        ground_height=-3.0,
    )  # fmt: skip
    clip = animate(job)
    assert_physical(clip)
    verdict = assert_judged(clip, judge)
    assert verdict["friction"]["worst_excess_bw"] < 1e-4
    assert verdict["friction"]["worst_pull_N"] < 1e-3
    assert verdict["contact_height"]["max"] < 1e-5
    assert clip.report.mean_vertical_force == pytest.approx(1.0, abs=1e-6)
    height = clip.motion.contact_points @ job.surfaces[0].normal
    assert np.where(clip.motion.contact_active, 0.0, height).min() > -1e-6


@pytest.mark.parametrize(
    "step",
    [
        Box("step", (1.5, 0.0, 0.05), (2.0, 1.0, 0.1)),  # a foot would rather stand before its edge
        Box("step", (0.6, 0.1, 0.05), (0.3, 0.3, 0.1), yaw=0.6),
    ],
    ids=["long", "small and turned"],
)
def test_chip_climbs_a_step(step: Box, judge: ModuleType) -> None:
    """From the ground in front of a box of 10 cm onto it; feet stand within its top and swing around it."""
    plan = (("L", "", 0.0, 0.5), ("L", "step", 0.72, 0.28), ("R", "", 0.0, 0.12), ("R", "step", 0.35, 0.65))
    end = Pin("root.tz", -1, -1, 1.3, 1.35)
    clip = animate(
        _climb(
            plan,
            (step,),
            0.7,
            AnimationTiming(1.4, 30.0),
            end,
            Clearance("L_foot", 0.05),
            Clearance("R_foot", 0.05),
        )
    )
    assert_physical(clip)
    assert_judged(clip, judge)
    assert to_motion_json(clip)["ground"] is None  # two planes
    for c in range(2):
        on_ground = clip.motion.contact_active[:, c] & (clip.motion.contact_surface[:, c] == 0)
        on_step = clip.motion.contact_active[:, c] & (clip.motion.contact_surface[:, c] == 1)
        assert on_ground[0]
        assert on_step[-1]
        assert clip.motion.contact_points[on_ground, c, 2] == pytest.approx(0.0, abs=1e-6)
        assert clip.motion.contact_points[on_step, c, 2] == pytest.approx(0.1, abs=1e-6)
        standing = _in_sizes(step, clip.motion.contact_points[on_step, c])
        assert np.abs(standing[:, :2]).max() < 1 + 1e-4
        swinging = _in_sizes(step, clip.motion.contact_points[~clip.motion.contact_active[:, c], c])
        assert np.abs(swinging).max(1).min() > 0.85  # edges are round


def test_chip_climbs_stairs(judge: ModuleType) -> None:
    """A height field of boxes: each stance names the one that it stands on."""
    stairs = (
        Box("first", (0.6, 0.0, 0.04), (0.5, 1.0, 0.08)),
        Box("second", (1.25, 0.0, 0.08), (0.8, 1.0, 0.16)),
    )
    plan = (
        ("L", "", 0.0, 0.34), ("L", "second", 0.58, 0.42),
        ("R", "", 0.0, 0.1), ("R", "first", 0.3, 0.34), ("R", "second", 0.84, 0.16),
    )  # fmt: skip
    clip = animate(_climb(plan, stairs, 1.1, AnimationTiming(2.0, 20.0)))
    assert_physical(clip)
    assert_judged(clip, judge)
    for c, stands in enumerate(((0, 2), (0, 1, 2))):
        touching = clip.motion.contact_active[:, c]
        assert tuple(np.unique(clip.motion.contact_surface[touching, c])) == stands
        for surface, height in enumerate((0.0, 0.08, 0.16)):
            on = touching & (clip.motion.contact_surface[:, c] == surface)
            assert clip.motion.contact_points[on, c, 2] == pytest.approx(height, abs=1e-6)
            if surface and on.any():
                assert (
                    np.abs(_in_sizes(stairs[surface - 1], clip.motion.contact_points[on, c])[:, :2]).max()
                    < 1 + 1e-4
                )


def _climb(
    plan: tuple[tuple[str, str, float, float], ...],
    boxes: tuple[Box, ...],
    way: float,
    timing: AnimationTiming,
    *more: Constraint,
) -> Job:
    """Chip from the ground onto boxes: feet by side, surface, start and duration; how far the root goes [m]."""
    return Job(
        "climb",
        chip(),
        timing,
        contact_timings=tuple(
            ContactTiming(f"{side}_foot", ((start, length),), on) for side, on, start, length in plan
        ),
        surfaces=boxes,
        constraints=(
            *(Pin(f"root.r{letter}", 0, -1, -0.25, 0.25) for letter in "xyz"),
            Pin("root.tx", 0, 0, 0.0, 0.0),
            Pin("root.tx", -1, -1, way, way),
            Pin("root.ty", 0, -1, -0.1, 0.1),
            Pin("root.tz", 0, 0, 1.2, 1.25),
            *more,
        ),
    )


def _in_sizes(box: Box, points: np.ndarray) -> np.ndarray:
    """Points from a box's centre along its own axes; its faces are at -1 and 1."""
    c, s = np.cos(box.yaw), np.sin(box.yaw)
    own = (points - np.array(box.centre)) @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return 2 * own / np.array(box.size)
