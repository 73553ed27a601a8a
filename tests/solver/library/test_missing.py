"""Speeds and turns that a graph lacks, as a space of clips like those that it has."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.presets.arm import planar_arm
from solver.job.constraints.pin import Pin
from solver.job.job import Job
from solver.library.graph.build_graph import build_graph
from solver.library.graph.coverage import speeds, turns
from solver.library.graph.graph_file import save_graph
from solver.library.graph.missing import missing
from solver.library.graph.motion_graph import MotionGraph
from solver.space.parameter_space import ParameterSpace
from tests.solver.physical import assert_physical
from tests.support.command import errors, run
from tests.support.solved_once import Solved

SPEED_STEP, TURN_STEP = 0.3, 0.5


@pytest.fixture(scope="module")
def clips(walk: Callable[..., Job], solved: Solved) -> dict[str, Clip]:
    """A slow and a brisk walk straight ahead, and a brisk one to either side."""
    jobs = {
        "slow": walk(24, speed=0.6, length=1.2),
        "ahead": walk(),
        "left": walk(yaw=0.8),
        "right": walk(yaw=-0.8),
    }
    return {name: solved(replace(job, name=name)) for name, job in jobs.items()}


@pytest.fixture(scope="module")
def graph(clips: dict[str, Clip]) -> MotionGraph:
    return build_graph({name: clip.motion for name, clip in clips.items()}, max_cost=0.25)


@pytest.fixture(scope="module")
def space(graph: MotionGraph, clips: dict[str, Clip]) -> ParameterSpace:
    jobs = {name: clip.job for name, clip in clips.items()}
    found = missing(graph, jobs, speed_step=SPEED_STEP, turn_step=TURN_STEP)
    assert found is not None
    return found


def test_what_is_missing_lies_between_motions_and_beside_none(
    space: ParameterSpace, graph: MotionGraph
) -> None:
    places = np.array([list(space.named(point)[1].values()) for point in space.points()], float)
    known = np.stack([speeds(graph.motions), turns(graph.motions)], 1)
    assert (places >= known.min(0) - 1e-6).all()
    assert (places <= known.max(0) + 1e-6).all()
    apart = abs(places[:, None] - known) / (SPEED_STEP, TURN_STEP)
    assert (apart.max(2) > 0.5).all()
    slow = places[places[:, 0] < 0.7]  # the outline is narrow at its slow end
    assert abs(slow[:, 1]).max(initial=0.0) < abs(places[:, 1]).max()


def test_a_missing_clip_has_the_speed_and_turn_of_its_place(space: ParameterSpace) -> None:
    points = space.points()
    speed, turn = np.array([list(space.named(point)[1].values()) for point in points], float).T
    point = int(np.argmin(abs(speed - 0.9) + abs(turn - 0.5)))
    clip = animate(space.sample(points[point]).job)
    assert_physical(clip)
    assert turns([clip.motion])[0] == pytest.approx(turn[point], abs=1e-6)
    assert speeds([clip.motion])[0] == pytest.approx(speed[point], abs=0.1)  # the hips sway


def test_nothing_is_missing_in_coarse_steps(graph: MotionGraph, clips: dict[str, Clip]) -> None:
    jobs = {name: clip.job for name, clip in clips.items()}
    assert missing(graph, jobs, speed_step=4.0, turn_step=4.0) is None
    with pytest.raises(InputError, match="choose larger steps"):
        missing(graph, jobs, speed_step=1e-3, turn_step=1e-3)


def test_jobs_of_another_character_are_refused(graph: MotionGraph, clips: dict[str, Clip]) -> None:
    other = replace(clips["ahead"].job, character=planar_arm())
    with pytest.raises(InputError, match=r"jobs\['ahead'\]: expected motions of 'Chip', found 'Planar arm'"):
        missing(graph, {"ahead": other})


def test_what_is_told_by_frames_keeps_its_stride(graph: MotionGraph, clips: dict[str, Clip]) -> None:
    job = replace(clips["ahead"].job, constraints=(Pin("root.tz", 3, 3, 0.5, 1.5),))
    space = missing(graph, {"ahead": job}, speed_step=SPEED_STEP)
    assert space is not None
    assert {space.sample(point).job.timing.length for point in space.points()} == {job.timing.length}


def test_the_command_writes_the_space(graph: MotionGraph, clips: dict[str, Clip], tmp_path: Path) -> None:
    save_graph(graph, tmp_path / "graph.json")
    for name, clip in clips.items():
        clip.save(tmp_path / f"{name}.npz")
    files = [tmp_path / f"{name}.npz" for name in clips]
    asked = ("--speed-step", SPEED_STEP, "--space", tmp_path / "more.json", "--clips", *files)
    code, messages = run("coverage", tmp_path / "graph.json", *asked)
    assert (code, errors(messages)) == (0, [])
    space = ParameterSpace.load(tmp_path / "more.json")
    assert f"{len(space.points())} clips are missing" in str(messages)
    code, messages = run("coverage", tmp_path / "graph.json", "--clips", files[0])
    assert code == 2
    assert "--clips and --space" in str(errors(messages))


def test_one_motion_is_told_as_one(graph: MotionGraph, tmp_path: Path) -> None:
    alone = build_graph({graph.names[0]: graph.motions[0]})
    save_graph(alone, tmp_path / "graph.json")
    code, (told, *_) = run("coverage", tmp_path / "graph.json")
    assert code == 0
    assert "1 motion at 0.6 m/s, turning by 0 degrees a second" in str(told)
