"""Which axis of a capture is up, as its limbs and its motion show; no file says so."""

import re

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.formats.bvh import read_bvh
from solver.formats.bvh.capture import capture
from solver.formats.bvh.rest_pose import read_standing
from solver.formats.bvh.write import write_bvh
from tests.support.bvh_files import motion_file

RISE = Rotation.from_euler("X", 90, degrees=True)  # Y to Z


@pytest.fixture
def written(tmp_path):
    """Writes a walk with an axis up and gives the file's path."""

    def write(up):
        path = tmp_path / f"{up}.bvh"
        write_bvh(capture(motion_file("walk")), path, up=up)
        return path

    return write


def unnamed(path):
    """The same with joints whose names say nothing."""
    count = iter(range(1000))
    text = re.sub(r"(ROOT|JOINT) .+", lambda found: f"{found[1]} n{next(count)}", path.read_text())
    path.write_text(text)
    return path


def moved(path, move):
    """The same with its root's places and rotations moved, and its rest pose as it was."""
    *head, first = path.read_text().partition("Frame Time:")
    step, *rows = first.splitlines()
    values = np.array([row.split() for row in rows], float)
    order = re.search(r"CHANNELS 6 Xposition Yposition Zposition ((?:[XYZ]rotation ?){3})", head[0])
    assert order, "the root's channels"
    letters = "".join(re.findall("[XYZ]", order[1]))
    places, rotations = move(values[:, :3], Rotation.from_euler(letters, values[:, 3:6], degrees=True))
    values[:, :3], values[:, 3:6] = places, rotations.as_euler(letters, degrees=True)
    lines = [" ".join(f"{value:.6f}" for value in row) for row in values]
    path.write_text("\n".join(["".join(head) + step, *lines, ""]))
    return path


def raised(path, turn):
    """The same with its root's motion turned."""
    return moved(path, lambda places, rotations: (turn.apply(places), turn * rotations))


def lying_first(path, way):
    """The same, Z up, lying on the floor along an axis for two thirds of the time."""

    def lay(places, rotations):
        lies, height = np.arange(len(places)) < 2 * len(places) / 3, np.ptp(places[:, 2]) + places[:, 2].max()
        angles = np.where(lies, 90.0, 0.0)
        turn = Rotation.from_euler("Y" if way == "X" else "X", angles, degrees=True)
        return np.where(lies[:, None], [0.0, 0.0, 0.12 * height], places), turn * rotations

    return moved(path, lay)


@pytest.mark.parametrize("up", ["Y", "Z"])
def test_a_walk_stands_on_its_axis_whatever_its_joints_are_called(written, up):
    assert read_standing(written(up)).up == up
    assert read_standing(unnamed(written(up))).up == up


def test_a_skeleton_made_for_one_axis_and_moved_about_another_stands_as_it_moves(written):
    seen = read_standing(raised(written("Y"), RISE))
    assert seen.up == "Z"
    assert seen.is_sure
    assert seen.rest.frame is not None  # its own rest pose lies
    np.testing.assert_allclose(seen.motion.world_positions, read_bvh(written("Y")).world_positions, atol=1e-4)


def test_one_that_lies_down_far_from_any_floor_keeps_the_usual_axis(written):
    """Lying along Z looks like standing when Z is up, but then there is no floor at 0."""
    path = moved(
        raised(written("Y"), RISE), lambda places, rotations: (places + np.array([0.0, 0.0, 3.0]), rotations)
    )
    seen = read_standing(path)
    assert (seen.up, seen.is_sure) == ("Y", False)
    assert read_standing(path, up="Z").is_sure


@pytest.mark.parametrize("way", ["X", "Y"])
def test_who_lies_most_of_the_time_stands_where_the_floor_is(written, way):
    """Along Y lying looks like standing with Y up, where no floor is."""
    seen = read_standing(lying_first(raised(written("Y"), RISE), way))
    assert (seen.up, seen.is_sure) == ("Z", True)


def test_who_turns_over_for_a_moment_stands_as_most_frames_and_the_own_rest_pose_do(written):
    """Along Y lying looks like standing with Y up, and what moves on a line across it has a floor there."""

    def turn_over(places, rotations):
        lies = np.arange(len(places)) < len(places) / 8
        turn = Rotation.from_euler("X", np.where(lies, -90.0, 0.0), degrees=True)
        return np.where(
            lies[:, None], [0.0, places[:, 2].max(), 0.0], places * [1, 0, 1] + [0, 0.25, 0]
        ), turn * rotations

    seen = read_standing(moved(written("Z"), turn_over))
    assert (seen.up, seen.is_sure, seen.rest.frame) == ("Z", True, None)
