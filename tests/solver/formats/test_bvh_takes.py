"""A file that jumps is more than one motion: its longest take is read."""

import re

import numpy as np
import pytest

from solver.formats.bvh import read_bvh
from solver.formats.bvh.capture import capture
from solver.formats.bvh.rest_pose import read_standing
from solver.formats.bvh.write import write_bvh
from tests.support.bvh_files import motion_file


@pytest.fixture
def edited(tmp_path):
    """Writes a walk with other rows of channels and gives the file's path."""

    def edit(change):
        path = tmp_path / "edited.bvh"
        write_bvh(capture(motion_file("walk")), path)
        head, step, rows = re.split(r"(Frame Time: \S+\n)", path.read_text())
        values = change(np.array([row.split() for row in rows.splitlines()], float))
        head = re.sub(r"Frames: \d+", f"Frames: {len(values)}", head)
        path.write_text(head + step + "\n".join(" ".join(f"{x:.8f}" for x in row) for row in values) + "\n")
        return path

    return edit


def t_pose(rows):
    """A frame whose rotations are zero, where the motion begins."""
    return np.concatenate([rows[:1, :3], np.zeros((1, rows.shape[1] - 3))], 1)


@pytest.mark.parametrize("held", [1, 12])
def test_a_t_pose_before_the_motion_is_left_out(edited, held):
    path = edited(lambda rows: np.concatenate([np.repeat(t_pose(rows), held, 0), rows]))
    seen, whole = read_standing(path), read_standing(path, all_frames=True)
    assert (seen.take, seen.n_frames) == ((held, whole.motion.n_frames), whole.motion.n_frames)
    np.testing.assert_allclose(seen.motion.world_positions, whole.motion.world_positions[held:])
    assert len(read_bvh(path).rotations) == whole.motion.n_frames == seen.motion.n_frames + held


def test_of_two_takes_the_longer_one_is_taken(edited):
    half = read_bvh(motion_file("walk")).n_frames // 3
    path = edited(lambda rows: np.concatenate([rows[:half] + np.eye(rows.shape[1])[0], rows]))
    assert read_standing(path).take == (half, half + read_bvh(motion_file("walk")).n_frames)


def test_motions_and_blockings_stay_whole(edited):
    """Poses that are held and jumped between are no takes; nor is a run or a flip fast enough for one."""
    blocked = edited(lambda rows: rows[np.arange(len(rows)) // 16 * 16])
    for path in (motion_file("walk"), blocked):
        seen = read_standing(path)
        assert seen.take == (0, seen.n_frames)
