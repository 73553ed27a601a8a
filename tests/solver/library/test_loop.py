"""Loops of captures: found, closed and physical; a walk that repeats is found again as it was."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.presets.quadruped import quadruped
from solver.formats.bvh import write_bvh
from solver.formats.bvh.capture import capture
from solver.library.followed import followed
from solver.library.following import following
from solver.library.loop.closed import closed
from solver.library.loop.find_loop import find_loop
from solver.library.loop.loop import loop_job, make_loop
from solver.library.observed import observed
from solver.library.posed import posed
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.tree import Tree
from solver.motion.pieces import piece
from solver.motion.world_motion import WorldMotion
from tests.solver.physical import assert_judged, assert_physical
from tests.support.bvh_files import CAPTURED, ODD, OWN
from tests.support.command import errors, run

real = pytest.mark.skipif(not CAPTURED.is_dir(), reason="real motion capture is not beside the repository")
DOGS = ("dog_walk", "dog3d_trot")
WALKS = ("humanoid3d_walk", "16_11_walk_veer_left")


@pytest.fixture(scope="module")
def strides(walked: Clip) -> WorldMotion:
    """Two and a half strides as a capture has them: nobody says that they repeat."""
    return piece(walked.motion, 0, 50)


def test_a_stride_is_found_again(strides: WorldMotion, walked: Clip) -> None:
    loop = find_loop(strides)
    assert loop.last - loop.first == walked.n_frames
    assert loop.distance < 1e-6
    assert loop.move.yaw == pytest.approx(walked.job.cycle.yaw, abs=1e-6)
    assert loop.move.translation == pytest.approx(walked.job.cycle.translation, abs=1e-5)


def test_marks_say_about_where(strides: WorldMotion) -> None:
    loop = find_loop(strides, marks=(16, 38))
    assert abs(loop.first - 16) <= 2.2
    assert abs(loop.last - 38) <= 2.2
    assert loop.last - loop.first == 20
    ends = find_loop(strides, marks=(0, 49))
    assert (ends.first <= 6, ends.last >= 43) == (True, True), (
        "there is no window around the first frame itself"
    )


@pytest.mark.parametrize("marks", [(500, 600), (-1, 20), (10, 50), (30, 10), (20, 20)])
def test_marks_outside_of_the_capture_are_named(strides: WorldMotion, marks: tuple[int, int]) -> None:
    told = (
        f"within the capture's frames 0 to 49, the first before the second, found {marks[0]} and {marks[1]}"
    )
    with pytest.raises(InputError, match=told):
        find_loop(strides, marks=marks)
    with pytest.raises(
        InputError, match="no loop fits between frames 20 and 21; expected marks further apart"
    ):
        find_loop(strides, marks=(20, 21))


def test_a_rate_at_which_too_few_frames_are_left_is_refused(strides: WorldMotion) -> None:
    assert closed(strides, find_loop(strides), fps=6.0).n_frames == 6
    with pytest.raises(
        InputError, match=r"fps: expected at least 6 frames per second for a loop of 1\.00 s, .* found 1"
    ):
        closed(strides, find_loop(strides), fps=1.0)


def test_a_closed_loop_is_where_the_motion_was(strides: WorldMotion) -> None:
    loop = find_loop(strides)
    cycle = closed(strides, loop, fps=20.0)
    assert cycle.cycle == loop.move
    assert cycle.n_frames == 20
    off = np.linalg.norm(cycle.position - strides.position[loop.first : loop.last], axis=-1)
    assert off.max() < 0.02, "but for what a spline of 15 controls a second cannot follow"
    assert (cycle.contact_active == strides.contact_active[loop.first : loop.last]).mean() > 0.95


def test_a_gap_is_spread_over_the_loop(strides: WorldMotion) -> None:
    sunk = replace(strides, position=strides.position - [0.0, 0.0, 0.001] * np.arange(50)[:, None, None])
    loop = find_loop(sunk, marks=(15, 35))
    cycle = closed(sunk, loop, fps=20.0)
    height = np.append(cycle.position[:, 0, 2], cycle.position[0, 0, 2])
    usual = np.diff(strides.position[loop.first : loop.last + 1, 0, 2])
    assert np.abs(np.diff(height) - usual).max() < 0.005


def test_a_cycle_needs_no_loop(walked: Clip) -> None:
    with pytest.raises(InputError, match="repeats already"):
        find_loop(walked.motion)


def test_a_capture_is_a_character_that_moves() -> None:
    motion = capture(OWN / "walk.bvh")
    tree = Tree(motion.character)
    assert motion.character.mass == pytest.approx(75.0, rel=0.01)
    assert tree.n > 25
    seen = observed(motion)
    assert np.linalg.norm(seen.position - motion.position, axis=-1).mean() < 0.02
    assert 0.3 < seen.contact_active.any(1).mean() <= 1.0
    stands = seen.contact_points[seen.contact_active][:, 2]
    assert np.median(stands) == pytest.approx(seen.world.ground_height, abs=0.01)


def test_a_creature_is_fitted_to_what_is_no_human(tmp_path: Path) -> None:
    own = quadruped()
    q = np.tile(Tree(own).preferred, (4, 1))
    write_bvh(posed(own, q, np.zeros((4, len(own.contacts)), bool), 0.1), tmp_path / "four legs.bvh")
    motion = capture(tmp_path / "four legs.bvh")
    legs = {f"{limb}.{side}" for limb in ("hind", "fore") for side in "LR"}
    assert {contact.name for contact in motion.character.contacts} == legs
    assert {f"{leg[:4]}_paw{leg[4:]}" for leg in legs} <= {body.role for body in motion.character.bodies}
    assert capture(tmp_path / "four legs.bvh", mass=20.0).character.mass == pytest.approx(20.0)


def test_what_has_no_legs_is_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.bvh").write_text(ODD)
    with pytest.raises(
        InputError, match=r"odd\.bvh: expected the skeleton of a standing human, or of a creature"
    ):
        capture(tmp_path / "odd.bvh")


@real
@pytest.mark.parametrize("name", [*WALKS, "humanoid3d_run", *DOGS])
def test_captured_walks_and_runs_become_physical_cycles(name: str, judge: ModuleType) -> None:
    motion = capture(CAPTURED / f"{name}.bvh")
    clip = make_loop(motion, name=name)
    assert_physical(clip)
    assert_judged(clip, judge)
    _, guess = loop_job(motion, marks=None, fps=30.0, name=name)
    tree = Tree(clip.job.character)
    found, wanted = (
        coordinates(tree, each.position, each.turn)[:, tree.rotation] for each in (clip.motion, guess)
    )
    # the spine of a dog bends as captured, between its bodies, so that the hips give way instead
    assert np.degrees(np.sqrt(((found - wanted) ** 2).mean())) < (4.0 if name in DOGS else 2.5)


@real
def test_a_job_that_follows_a_motion_is_a_capture_too(
    strides: WorldMotion, walked: Clip, tmp_path: Path
) -> None:
    job = following("strides", strides, closeness=1.0)
    found = followed(job)
    assert found.step == pytest.approx(strides.step)
    assert found.position == pytest.approx(strides.position, abs=1e-6)
    assert found.turn == pytest.approx(strides.turn, abs=1e-6)
    job.save(tmp_path / "strides.json")
    assert run("loop", tmp_path / "strides.json", "--fps", "20", "--out", tmp_path)[0] == 0
    clip = Clip.load(tmp_path / "clip.npz")
    assert (clip.name, clip.n_frames) == ("strides", walked.n_frames)
    with pytest.raises(InputError, match="'walk' follows no motion of '"):
        followed(walked.job)


def test_the_command_leaves_a_cycle(tmp_path: Path) -> None:
    exit_code, messages = run("loop", CAPTURED / "humanoid3d_walk.bvh", "--out", tmp_path)
    assert (exit_code, errors(messages)) == (0, [])
    assert Clip.load(tmp_path / "clip.npz").job.cycle is not None
    exit_code, messages = run("loop", CAPTURED / "humanoid3d_walk.bvh", "--begin", 3, "--out", tmp_path)
    assert exit_code == 2
    assert "--begin and --again" in str(errors(messages))
