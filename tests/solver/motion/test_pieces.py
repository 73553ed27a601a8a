"""Pieces of motions keep their physics, and putting them together again gives the whole."""

from dataclasses import replace

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.cycle import Cycle
from solver.motion.motion import Motion
from solver.motion.pieces import joined, moved, piece
from solver.rotations import matrix_from_quaternion
from solver.verify.verify import verify

ELSEWHERE = Cycle((2.0, -1.0, 0.3), yaw=0.8)


def assert_same(a: Motion, b: Motion) -> None:
    assert a.position == pytest.approx(b.position, abs=1e-12)
    found, expected = (matrix_from_quaternion(m.orientation) for m in (a, b))
    assert found == pytest.approx(expected, abs=1e-12)


def test_moving_there_and_back_changes_nothing(walked: Clip) -> None:
    back = moved(moved(walked.motion, ELSEWHERE), ELSEWHERE.inverse)
    assert_same(back, walked.motion)
    assert back.contact_forces == pytest.approx(walked.motion.contact_forces, abs=1e-9)
    assert back.cycle is not None
    assert back.cycle.translation == pytest.approx(walked.motion.cycle.translation, abs=1e-12)


def test_moving_commutes_with_cutting(walked: Clip) -> None:
    assert_same(
        moved(piece(walked.motion, -7, 60), ELSEWHERE), piece(moved(walked.motion, ELSEWHERE), -7, 60)
    )


def test_two_pieces_make_the_whole(walked: Clip) -> None:
    parts = piece(walked.motion, -3, 10), piece(walked.motion, 7, 30)
    assert_same(joined(parts), piece(walked.motion, -3, 40))


def test_laps_go_on_as_the_cycle_does(walked: Clip) -> None:
    n = walked.n_frames
    laps = piece(walked.motion, 0, 2 * n)
    assert laps.position[n:] == pytest.approx(walked.motion.cycle.move_points(laps.position[:n]), abs=1e-12)


def test_pieces_are_as_physical_as_the_whole(walked: Clip) -> None:
    none = np.zeros((50, walked.q.shape[1]))
    report = verify(moved(piece(walked.motion, 5, 50), ELSEWHERE), torques=none, torque_limits=none[0])
    assert report.linear_residual < 1e-6
    assert report.slide < 1e-4


def test_an_open_motion_has_no_frames_beyond_its_ends(walked: Clip) -> None:
    with pytest.raises(InputError, match="within 0 to 9, found 5 to 14"):
        piece(piece(walked.motion, 0, 10), 5, 10)


def test_motions_of_other_steps_are_not_mixed(walked: Clip) -> None:
    part = piece(walked.motion, 0, 10)
    with pytest.raises(InputError, match="resample"):
        joined((part, replace(part, step=2 * part.step)))
    with pytest.raises(InputError, match="no end"):
        joined((walked.motion, part))


def test_what_does_not_touch_the_ground_stays(hanging: Motion) -> None:
    with pytest.raises(InputError, match="cannot be moved"):
        moved(hanging, ELSEWHERE)
    assert np.isfinite(piece(hanging, 2, 4).position).all()
