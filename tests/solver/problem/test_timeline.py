"""Frames, contact schedules and the unknowns that follow from them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.character import Character, ContactJoint, RigidBody
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.surfaces import Box
from solver.problem.transcription import Transcription, transcribe


def box(
    phases: tuple[tuple[float, float], ...], n: int, cycle: Cycle | None, **contact: float
) -> Transcription:
    """A box with one contact on a clip of ``n`` frames."""
    body = RigidBody("box", 2.0, (0.2, 0.2, 0.2), (0.0, 0.0, 0.1))
    corner = ContactJoint("corner", "box", (0.0, 0.0, 0.0), **contact)
    length = (n if cycle else n - 1) / 10
    timings = (ContactTiming("corner", phases),) if phases else ()
    return transcribe(
        Job("box", Character("box", (body,), (), (corner,)), AnimationTiming(length, 10), cycle, timings)
    )


def touching(phases: tuple[tuple[float, float], ...], n: int, cycle: Cycle | None) -> str:
    """Frame by frame: v lands, # lasts to the next one, ^ touches for the last time, . is in the air."""
    timeline = box(phases, n, cycle).timeline
    marks = np.where(timeline.active[:, 0], "^", ".")
    marks[timeline.lasting[:, 0]] = "#"
    marks[timeline.landing[:, 0]] = "v"
    return "".join(marks)


@pytest.mark.parametrize(
    ("phases", "expected"),
    [
        ((), ".........."),
        (((0.0, 0.3),), "v##^......"),
        (((0.0, 0.31),), "v###^....."),
        (((0.0, 1.0),), "##########"),
        (((0.5, 0.6),), "#^...v####"),
        (((0.95, 0.1),), "v^........"),
        (((1.0, 0.2),), "v#^......."),
        (((0.1, 0.2), (0.6, 0.1)), ".v#^..v^.."),
        (((0.1, 0.3), (0.2, 0.3)), ".v###^...."),
        (((0.1, 0.3), (0.4, 0.1)), ".v###^...."),
        (((0.1, 0.2), (0.4, 0.1)), ".v#^v^...."),  # off the ground for one step
        (((0.7, 0.1 + 0.2),), "^......v##"),  # 0.30000000000000004
        (((0.1 + 0.2, 0.3),), "...v##^..."),
    ],
)
def test_phases_of_a_cycle(phases: tuple[tuple[float, float], ...], expected: str) -> None:
    assert touching(phases, 10, Cycle()) == expected


@pytest.mark.parametrize(
    ("phases", "expected"),
    [
        ((), "..........."),
        (((0.0, 0.3),), "###^......."),
        (((0.0, 1.0),), "##########^"),
        (((0.2, 0.3),), "..v##^....."),
        (((0.5, 0.5),), ".....v####^"),
        (((0.5, 0.6),), ".....v####^"),
        (((1.0, 0.1),), "..........^"),
        (((0.1 + 0.2, 0.7),), "...v######^"),
    ],
)
def test_phases_of_an_open_clip(phases: tuple[tuple[float, float], ...], expected: str) -> None:
    assert touching(phases, 11, None) == expected


def test_a_phase_lasts_as_long_as_it_says() -> None:
    """Half a second is half a second at any rate: so many steps touch at both ends."""
    for n in range(4, 60, 2):
        timeline = box(((0.0, 0.5),), n, Cycle()).timeline
        assert timeline.lasting.sum() * timeline.step == pytest.approx(0.5 * n / 10)
        assert timeline.active.sum() == timeline.lasting.sum() + 1


@pytest.mark.parametrize("n", range(4, 60))
def test_half_a_cycle_is_half_its_frames(n: int) -> None:
    for start in np.arange(n) / n:
        assert box(((float(start), 0.5),), n, Cycle()).timeline.lasting.sum() == (n + 1) // 2


def test_a_contact_leaves_a_surface_before_it_meets_another() -> None:
    step = Box("step", (0.0, 0.0, 0.05), (1.0, 1.0, 0.1))
    job = box(((0.0, 0.3), (0.6, 0.2)), 10, Cycle()).job
    timings = (*job.contact_timings, ContactTiming("corner", ((0.3, 0.3),), "step"))
    timeline = transcribe(replace(job, contact_timings=timings, surfaces=(step,))).timeline
    assert timeline.surface[:, 0].tolist() == [0, 0, 0, 1, 1, 1, 0, 0, 0, 0]
    assert timeline.lasting[:, 0].tolist() == [True, True, False] * 2 + [True, True, False, False]
    assert timeline.landing[:, 0].tolist() == [True, False, False] * 2 + [True, False, False, False]


def test_cycle_closes_with_its_transform() -> None:
    cycle = Cycle((0.5, 0.2, 0.0), yaw=0.6)
    transcription = box((), 8, cycle)
    timeline, placement = transcription.timeline, transcription.timeline.placement
    assert (timeline.n_frames, timeline.step) == (8, pytest.approx(0.1))
    assert timeline.source.tolist() == [7, 0, 1, 2, 3, 4, 5, 6, 7, 0]
    assert timeline.dynamic.tolist() == list(range(8))
    assert timeline.pair_weight.tolist() == [1] * 9
    point = np.array([0.3, -0.4, 1.0])
    moved = placement.turn[-1] @ point + placement.shift[-1]
    assert moved == pytest.approx(
        [np.cos(0.6) * 0.3 + np.sin(0.6) * 0.4 + 0.5, np.sin(0.6) * 0.3 - np.cos(0.6) * 0.4 + 0.2, 1.0]
    )
    assert placement.turn[0] @ moved + placement.shift[0] == pytest.approx(point)
    assert placement.turn[1:-1] == pytest.approx(np.tile(np.eye(3), (8, 1, 1)))


def test_open_clip_ends() -> None:
    timeline = box((), 8, None).timeline
    assert (timeline.n_frames, timeline.step) == (8, pytest.approx(0.1))
    assert timeline.dynamic.tolist() == [1, 2, 3, 4, 5, 6]
    assert timeline.pair_weight.tolist() == [0, *[1] * 7, 0]
    assert timeline.pairs.tolist() == list(range(7))


def test_frames_fill_the_length_whatever_the_rate() -> None:
    job = replace(box((), 8, Cycle()).job, timing=AnimationTiming(1.04, 24.0))
    timeline = transcribe(job).timeline
    assert timeline.n_frames == 25
    assert timeline.step * 25 == pytest.approx(1.04)


@pytest.mark.parametrize(("cycle", "n_dynamic", "n_pushing"), [(Cycle(), 10, 4), (None, 8, 3)])
@pytest.mark.parametrize("twist_radius", [0.0, 0.1])
def test_unknowns_lie_side_by_side(
    cycle: Cycle | None, n_dynamic: int, n_pushing: int, twist_radius: float
) -> None:
    v = box(((0.0, 0.4),), 10, cycle, twist_radius=twist_radius).variables
    places = np.concatenate([p.ravel() for p in (v.q, v.torque, v.force, v.moment)])
    assert np.sort(places).tolist() == list(range(v.size))
    assert v.q.shape == (10, 6)
    assert v.torque.shape == (n_dynamic, 0)  # a box has no muscle
    assert v.force.shape == (n_pushing, 3)
    assert len(v.moment) == (n_pushing if twist_radius else 0)


def test_only_muscles_have_torques(walk: Callable[..., Job]) -> None:
    transcription = transcribe(walk())
    names = [transcription.tree.names[i] for i in transcription.variables.actuated]
    assert transcription.tree.n == 22
    assert len(names) == 16
    assert not any(name.startswith("root") for name in names)
    x = np.arange(transcription.variables.size, dtype=float)
    forces = transcription.force_map.forces(x)
    assert np.count_nonzero(forces.any(0)) == transcription.timeline.lasting.sum() == 24
    assert (forces.any(0) == transcription.timeline.lasting).all()
