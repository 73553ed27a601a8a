"""Contacts on other bodies, from a job to a judged clip: blocks on boards, and people on them."""

import re
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from examples import loose_box
from solver.animate import animate
from solver.character import Character, ContactJoint, RigidBody, RootJoint
from solver.errors import InputError
from solver.formats.motion_json import to_motion_json
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.job.surfaces import Plate
from solver.problem.formulate import formulate
from tests.solver.physical import assert_judged, assert_physical
from tests.support.solved_once import Solved

TOP = Plate("top", "board", (0.0, 0.0, 0.1), (1.0, 0.6))
G = 9.81


def loaded(friction: float = 0.8) -> Job:
    """A block of 2 kg lies on a board of 3 kg that a jet moves about."""
    board = RigidBody("board", 3.0, (1.0, 0.6, 0.1), (0.0, 0.0, 0.05))
    block = RigidBody(
        "block",
        2.0,
        (0.3, 0.2, 0.2),
        (0.1, 0.0, 0.2),
    )
    corners = [(0.1 + x, y, 0.1) for x in (-0.1, 0.1) for y in (-0.08, 0.08)]
    contacts = tuple(ContactJoint(f"c{k}", "block", corner, friction) for k, corner in enumerate(corners))
    jet = RootJoint("board", force_limit=400.0, torque_limit=100.0)
    character = Character("loaded", (board, block), (), contacts, jet, others=(RootJoint("block"),))
    timings = tuple(ContactTiming(contact.name, ((0.0, 1.0),), "top") for contact in contacts)
    return Job(
        "loaded",
        character,
        AnimationTiming(0.8, 25.0),
        contact_timings=timings,
        surfaces=(TOP,),
        ground_height=-9.0,
    )


def pinned(frames: dict[int, dict[str, float]]) -> tuple[Pin, ...]:
    return tuple(
        Pin(f"root.{dof}", t, t, at, at) for t, places in frames.items() for dof, at in places.items()
    )


def test_a_block_rides_on_a_board(judge: ModuleType) -> None:
    """Shoved 0.4 m aside and tilted on the way; the friction that takes is the block's own acceleration."""
    level = {"ty": 0.0, "rx": 0.0, "rz": 0.0}
    ends = {0: {"tx": 0.0, "tz": 0.05, "ry": 0.0}, 1: {"tx": 0.0, "tz": 0.05, "ry": 0.0}}
    ends |= {10: {"ry": 0.3}, 19: {"tx": 0.4, "tz": 0.3, "ry": 0.0}, 20: {"tx": 0.4, "tz": 0.3, "ry": 0.0}}
    job = loaded()
    job = replace(
        job, constraints=(*pinned(ends), *(Pin(f"root.{dof}", 0, -1, at, at) for dof, at in level.items()))
    )
    clip = animate(job)
    assert_physical(clip)
    assert_judged(clip, judge, "board", "block")
    board, block = clip.motion.position[:, 0], clip.motion.position[:, 1]
    acceleration = np.diff(block, 2, axis=0) / clip.motion.step**2
    expected = 2.0 * (acceleration + np.array([0.0, 0.0, G]))
    assert clip.motion.contact_forces[1:-1].sum(1) == pytest.approx(expected, abs=1e-4)
    assert np.ptp(board[:, 0]) > 0.39
    assert np.linalg.norm(block - board, axis=1) == pytest.approx(
        np.linalg.norm(block[0] - board[0]), abs=1e-4
    )
    whole = judge.judge(to_motion_json(clip))  # what board and block exchange is within
    assert whole["lin_res"]["rms_bw"] <= 1e-5


def test_a_board_cannot_be_pulled_from_under_a_slippery_block() -> None:
    ends = {0: {"tx": 0.0}, 1: {"tx": 0.0}, 19: {"tx": 1.5}, 20: {"tx": 1.5}}
    level = tuple(
        Pin(f"root.{dof}", 0, -1, at, at) for dof, at in {"tz": 0.05, "ry": 0.0, "rx": 0.0, "rz": 0.0}.items()
    )
    options = SolverOptions(max_iterations=40)
    clip = animate(replace(loaded(friction=0.1), constraints=(*pinned(ends), *level), options=options))
    assert not clip.provenance.solved


def test_chip_steps_onto_a_box_that_merely_stands_there(judge: ModuleType, solved: Solved) -> None:
    clip = solved(loose_box.job())
    assert_physical(clip)
    assert_judged(clip, judge, "torso", "box")
    job, box = clip.job, clip.job.character.body_index("box")
    assert clip.motion.position[:, box] == pytest.approx(
        np.tile([0.7, 0.0, 0.06], (clip.n_frames, 1)), abs=1e-5
    )
    feet = clip.motion.contact_active[:, :2] & (clip.motion.contact_surface[:, :2] == 1)
    on_box = (clip.motion.contact_forces[:, :2] * feet[..., None]).sum(1)
    from_ground = clip.motion.contact_forces[:, 2:].sum(1)
    held = from_ground - on_box + np.array([0.0, 0.0, -15.0 * G])
    assert held[1:-1] == pytest.approx(0.0, abs=1e-3)
    assert on_box[:, 2].max() > 0.7 * 76.2 * G  # it does stand on it
    places = clip.motion.contact_points[:, :2][feet]
    assert np.abs((places - [0.7, 0.0, 0.12])[:, :2] / [0.3, 0.25]).max() < 1 + 1e-4
    assert job.surfaces[0] == job.from_json(job.to_json()).surfaces[0]


@pytest.mark.parametrize(
    ("surface", "told", "field"),
    [
        (replace(TOP, body="bord"), "did you mean 'board'?", "job.surfaces[0].body"),
        (replace(TOP, size=(0.0, 1.0)), "expected sides above 0 m, found 0", "job.surfaces[0].size"),
        (replace(TOP, along=(0.0, 0.0, 2.0)), "a first side across the normal", "job.surfaces[0].along"),
        (replace(TOP, body="block"), "'c0' cannot touch its own body", "job.contact_timings[0].surface"),
    ],
)
def test_refused(surface: Plate, told: str, field: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)) as caught:
        formulate(replace(loaded(), surfaces=(surface,)))
    assert caught.value.field == field


def test_a_force_without_fixed_axes_is_not_measured() -> None:
    force = ExpressionConstraint("c0.force.z", 0.0)
    with pytest.raises(
        InputError, match="the force of 'c0' has no fixed axes while it touches a moving body"
    ):
        formulate(replace(loaded(), constraints=(force,)))
