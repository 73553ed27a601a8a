"""Motions in a row, and walks of any length, are physical over every seam."""

from types import ModuleType

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.library.graph.walks.departures import DepartureTable
from solver.library.graph.walks.physical import physical_in_pieces
from solver.library.graph.walks.random_walk import random_route
from solver.library.graph.walks.route import walk as walk_of
from solver.library.known_clip import known_clip
from solver.library.transition.chained import chained
from solver.library.transition.join import transition
from solver.motion.pieces import piece
from solver.motion.world_motion import WorldMotion
from solver.verify.report import Report
from solver.verify.verify import verify
from tests.solver.physical import assert_judged, assert_physical


def test_three_motions_in_a_row_are_one(walked: Clip, slow: Clip, judge: ModuleType) -> None:
    there, back = transition(walked.motion, slow.motion), transition(slow.motion, walked.motion)
    motions = walked.motion, slow.motion, walked.motion
    whole = chained(motions, (there, back), before=10, beyond=12)
    clip = known_clip("in a row", whole, there.clip.provenance)
    assert_physical(clip)
    assert_judged(clip, judge)
    first = there.crossing.leaves - there.crossing.room - 1 - 10
    assert whole.position[:10] == pytest.approx(piece(walked.motion, first, 10).position, abs=1e-6)
    longest = sum(motion.n_frames for motion in motions) + there.clip.n_frames + back.clip.n_frames
    assert whole.n_frames < longest  # the slow walk is left within a lap
    long, brief = (
        there.joined(walked.motion, slow.motion, before=before, beyond=before + 1) for before in (5, 1)
    )
    assert brief.position == pytest.approx(long.position[4:-4], abs=1e-9)
    steps = np.linalg.norm(np.diff(whole.position, axis=0), axis=-1)
    assert steps.max() < 1.3 * np.linalg.norm(np.diff(walked.motion.position, axis=0), axis=-1).max()


def test_what_is_left_before_it_is_entered_is_refused(walked: Clip, slow: Clip) -> None:
    brief = piece(slow.motion, 0, 40)
    into, out = transition(walked.motion, brief), transition(brief, walked.motion)
    with pytest.raises(InputError, match="before it is entered"):
        chained((walked.motion, brief, walked.motion), (into, out))
    with pytest.raises(InputError, match="a transition between each two of 2 motions, found 2"):
        chained((walked.motion, brief), (into, out))


def test_a_long_walk_is_physical_over_the_seams_of_its_pieces(ways: DepartureTable) -> None:
    found = walk_of(ways.graph, ways.tape, random_route(ways, 12.0, seed=2))
    motion = physical_in_pieces(found, seconds=4.0)
    assert motion.n_frames == found.motion.n_frames
    report = measured(motion)
    assert report.linear_residual < 1e-5
    assert report.angular_residual < 1e-3
    assert report.slide < 1e-3
    off = np.linalg.norm(motion.position - found.motion.position, axis=-1)
    assert np.sqrt((off**2).mean()) < 0.1


def measured(motion: WorldMotion) -> Report:
    n = motion.coordinates.shape[1]
    return verify(motion, torques=np.zeros((motion.n_frames, n)), torque_limits=np.zeros(n))
