"""Feet of a rest pose that was taken from a capture's frames."""

import numpy as np
import pytest

from solver.formats.bvh import read_bvh
from solver.formats.bvh.standing_feet import with_standing_feet
from solver.rotations import matrix_from_quaternion
from tests.support.bvh_files import motion_file

AHEAD = np.array([0.6, 0.8, 0.0])


@pytest.fixture(scope="module")
def walk():
    return read_bvh(motion_file("walk"))


def lifted(walk, foot):
    """The frame in which a foot is highest, its pose with that foot as it stands, and all that moves with it."""
    j = walk.names.index(foot)
    frame = int(walk.world_positions[:, j, 2].argmax())
    before = walk.world_positions[frame], walk.world_rotations[frame], walk.positions[frame]
    after = with_standing_feet(walk, [foot], AHEAD, heads=before[0], turns=before[1], offsets=before[2])
    below = [k for k, parent in enumerate(walk.parents) if k == j or parent == j]
    return before, after, j, below


def test_a_lifted_foot_gets_the_tilt_with_which_it_stands(walk):
    """The left foot's stance is whole in this walk."""
    (_, raised, _), (_, turns, _), j, _ = lifted(walk, "foot.L")
    heights = walk.world_positions[:, j, 2]
    low = heights < np.quantile(heights, 0.1)
    stands = matrix_from_quaternion(walk.world_rotations[low, j])[:, 2].mean(
        0
    )  # the vertical, as the foot has it

    def tilt(turn):
        return np.degrees(np.arccos(np.clip(matrix_from_quaternion(turn)[2] @ stands, -1, 1)))

    assert tilt(raised[j]) > 20
    assert tilt(turns[j]) < 8


@pytest.mark.parametrize("foot", ["foot.L", "foot.R"])
def test_it_points_ahead_and_the_rest_of_the_pose_stays(walk, foot):
    before, after, j, below = lifted(walk, foot)
    end = walk.end_offsets[walk.end_sites.index(j)]
    way = matrix_from_quaternion(after[1][j]) @ end
    np.testing.assert_allclose(way[:2] / np.linalg.norm(way[:2]), AHEAD[:2], atol=1e-5)
    others = np.setdiff1d(np.arange(len(walk.names)), below)
    for old, new in zip(before, after, strict=True):
        np.testing.assert_array_equal(old[others], new[others])
    np.testing.assert_allclose(after[0][j], before[0][j])
