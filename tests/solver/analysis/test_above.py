"""Motions from above: every pose of every clip, each clip in its own room, all inside the picture."""

import math
from itertools import pairwise

import numpy as np
import pytest

from solver.analysis.pose_sheet.above import POSES, compose_above


def seen(picture):
    """(K, 2) where the bodies are in the picture [m]: across and up."""
    lit = [np.array(shape.matrix)[:3, 3] for shape in picture.shapes if shape.is_lit]
    up = np.array([0.0, math.sin(math.radians(8)), math.cos(math.radians(8))])
    return np.array([(at[0], at @ up) for at in lit])


def test_forward_is_up_the_page(make_walk):
    clip = make_walk()
    points = seen(compose_above([clip], "walk", width=400))
    first, last = np.array_split(points, POSES)[0], np.array_split(points, POSES)[-1]
    way = clip.motion.position[-1, :, 0] - clip.motion.position[0, :, 0]
    assert (last - first)[:, 1] == pytest.approx(way)
    left = clip.job.character.body_index("L_thigh")
    right = clip.job.character.body_index("R_thigh")
    assert first[left, 0] < first[right, 0]


def test_clips_have_rooms_of_their_own(make_walk):
    clips = [make_walk(heading) for heading in (0.0, 1.0, -2.0)]
    picture = compose_above(clips, "walks", width=400)
    points = seen(picture)
    rooms = np.array_split(points, len(clips))
    assert len(points) == len(clips) * POSES * len(clips[0].job.character.bodies)
    for here, next_one in pairwise(rooms):
        assert here[:, 0].max() + 0.5 < next_one[:, 0].min()
    height = picture.width * picture.size[1] / picture.size[0]
    assert np.abs(points[:, 0]).max() < picture.width / 2
    assert np.abs(points[:, 1]).max() < height / 2
