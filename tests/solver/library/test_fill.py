"""The time between two motions is filled as exactly as it is long, and clips of other rates become physical again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.library.at_rate import at_rate
from solver.library.known_clip import known_clip
from solver.library.transition.fill import Filling, fill
from solver.library.transition.part import StripPart
from solver.messages import Message, Status
from solver.motion.pieces import moved, piece
from solver.motion.world_motion import WorldMotion
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run
from tests.support.solved_once import Solved

LONG, SHORT = 20, 5  # frames of a gap: both motions stay as they are, or bend beside it


@pytest.fixture(scope="module")
def coarse(walk: Callable[..., Job], solved: Solved) -> Clip:
    """The slow walk at 10 frames a second."""
    return solved(walk(12, speed=0.9, length=1.2))


@pytest.fixture(scope="module")
def filled(walked: Clip, slow: Clip) -> Filling:
    """A lap of the one walk, a second, and some frames of the other."""
    return fill(StripPart(walked.motion, 0, 21), StripPart(slow.motion, 5, 30), LONG)


def frames_of(motion: WorldMotion, first: int, count: int, placed: WorldMotion) -> WorldMotion:
    """Frames of a motion, moved so that the first is where that of another is."""
    own = piece(motion, first, count)
    turn = placed.turn[0, 0] @ own.turn[0, 0].T
    yaw = float(np.arctan2(turn[1, 0], turn[0, 0]))
    turned = moved(own, Cycle((0.0, 0.0, 0.0), yaw))
    x, y, _ = (placed.position[0, 0] - turned.position[0, 0]).tolist()
    return moved(turned, Cycle((x, y, 0.0)))


def test_it_is_as_long_as_the_gap_and_leaves_both_as_they_are(
    filled: Filling, walked: Clip, slow: Clip
) -> None:
    whole = filled.joined()
    assert filled.transition.crossing.room == 0
    assert whole.n_frames == 21 + LONG + 30
    assert whole.position[:21] == pytest.approx(piece(walked.motion, 0, 21).position, abs=1e-6)
    last = piece(whole, 21 + LONG, 30)
    assert last.position == pytest.approx(frames_of(slow.motion, 5, 30, last).position, abs=1e-5)


def test_it_is_physical_over_its_seams(filled: Filling, judge: ModuleType) -> None:
    clip = known_clip("filled", filled.joined(), filled.transition.clip.provenance)
    assert_physical(clip)
    assert_judged(clip, judge)


def test_both_bend_beside_a_short_gap_which_stays_as_short(walked: Clip, slow: Clip) -> None:
    found = fill(StripPart(walked.motion, 0, 21), StripPart(slow.motion, 5, 30), SHORT)
    whole, bent = found.joined(), found.transition.crossing.room
    assert found.transition.clip.provenance.solved
    assert bent > 0
    assert whole.n_frames == 21 + SHORT + 30
    assert (
        whole.position[: 21 - bent]
        == pytest.approx(piece(walked.motion, 0, 21 - bent).position, abs=1e-6)
    )  # fmt: skip
    assert known_clip("short", whole, found.transition.clip.provenance).report.linear_residual < 1e-5


def test_open_motions_that_end_at_the_gap_are_joined_too(walked: Clip, slow: Clip) -> None:
    a, b = piece(walked.motion, 0, 21), piece(slow.motion, 5, 30)
    found = fill(StripPart.all_of(a), StripPart.all_of(b), SHORT)
    assert found.transition.clip.provenance.solved
    assert found.joined().n_frames == 21 + SHORT + 30


def test_beyond_its_end_an_open_motion_goes_on_and_comes_to_rest(walked: Clip) -> None:
    own = piece(walked.motion, 0, 21)
    more = StripPart(own, 2, 10).with_more(before=5, after=40)
    assert more.n_frames == 55
    assert more.position[3:22] == pytest.approx(own.position[:19], abs=1e-9)  # what it has, else made up
    speed = np.linalg.norm(np.diff(more.position[:, 0, :2], axis=0), axis=1)
    assert speed[-1] == pytest.approx(speed[23], rel=0.05)
    relative = more.position - more.position[:, :1]
    assert abs(np.diff(relative, axis=0)[-1]).max() < 1e-3


@pytest.mark.parametrize(
    ("between", "counts", "told"),
    [
        (0, (21, 30), "no frames to fill between"),
        (5, (1, 30), "expected 2 or more frames of either motion, found 1"),
    ],
)
def test_what_cannot_be_filled_is_told(
    walked: Clip, slow: Clip, between: int, counts: tuple[int, int], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        fill(StripPart(walked.motion, 0, counts[0]), StripPart(slow.motion, 0, counts[1]), between)
    with pytest.raises(InputError, match="expected frames within 0 to 19, found 10 to 20"):
        StripPart(piece(walked.motion, 0, 20), 10, 11)


@pytest.mark.parametrize("fps", [16.0, 24.0])
def test_a_clip_at_another_rate_is_near_and_physical(walked: Clip, fps: float, judge: ModuleType) -> None:
    told: list[Message] = []
    found = at_rate(walked, fps, send=told.append)
    assert f"'walk' is resampled from 20 to {fps:g} frames per second" in [
        each.text for each in told if isinstance(each, Status)
    ]
    assert_physical(found)
    assert_judged(found, judge)
    assert found.n_frames == fps
    times = np.arange(found.n_frames) / fps / walked.motion.step
    near = np.rint(times).astype(int)
    same = abs(near - times) < 1e-9
    assert found.motion.position[same] == pytest.approx(walked.motion.position[near[same]], abs=0.02)
    assert at_rate(walked, 20.0) is walked


def test_of_a_mirrored_cycle_both_halves_are_kept(walk: Callable[..., Job], solved: Solved) -> None:
    job = walk(20)
    assert job.cycle is not None
    clip = solved(replace(job, cycle=replace(job.cycle, mirrored=True)))
    assert_physical(at_rate(clip, 16.0))


def test_the_command_fills_a_gap_between_clips_of_two_rates(
    walked: Clip, coarse: Clip, tmp_path: Path
) -> None:
    walked.save(tmp_path / "walk.npz")
    coarse.save(tmp_path / "slow.npz")
    order = "join", tmp_path / "walk.npz", tmp_path / "slow.npz", "--whole", "--out", tmp_path / "out"
    frames = "--first-frames", 0, 20, "--second-frames", 2, 9
    exit_code, messages = run(*order, "--gap", 1.05, *frames)
    assert (exit_code, errors(messages)) == (0, [])
    assert any("resampled from 10 to 20" in str(message) for message in messages)
    assert any("20 frames are filled" in str(message) for message in messages)
    whole = Clip.load(tmp_path / "out" / "clip.npz")
    assert whole.n_frames == 21 + 20 + 15  # frames 4 to 18 of 24
    assert whole.report.linear_residual < 1e-5
    for wrong, told in (
        (("--gap", 1, "--leave", 1, "--enter", 2), "expected either --gap or --leave"),
        (frames, "need --gap"),
        (
            ("--gap", 1, "--second-frames", 9, 2),
            "second_frames: expected a last frame that is not before the first",
        ),
        (("--gap", 1, "--first-frames", 9, 2), "first_frames: expected a last frame"),
    ):
        exit_code, messages = run(*order, *wrong)
        assert exit_code == 2
        assert told in str(errors(messages))
