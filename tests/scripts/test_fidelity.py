"""A folder of captures as rows: what is faithful, what is missed, and what cannot be read."""

import json
import subprocess
import sys

import numpy as np
import pytest

from scripts.environment import ROOT
from scripts.fidelity.row import missed_stances, turn_ratio
from solver.analysis.standing import STANCE, bottoms, standing
from solver.animate import animate
from solver.mechanics.euler import turn_about
from tests.support.bad_jobs import walk
from tests.support.bvh_files import motion_file


def test_a_folder_of_captures_is_measured(tmp_path):
    (tmp_path / "walk.bvh").write_bytes(motion_file("walk").read_bytes())
    (tmp_path / "broken.bvh").write_text("HIERARCHY\nROOT hips\n{\n")
    out = tmp_path / "rows.json"
    command = [sys.executable, "-m", "scripts.fidelity", str(tmp_path), "--fps", "30", "--out", str(out)]
    command += ["--sheets", str(tmp_path / "sheets"), "--width", "200"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr  # one of two is less than nine in ten
    assert "1 of 2 faithful" in done.stdout
    assert "broken: " in done.stdout
    assert sorted(path.name for path in (tmp_path / "sheets").iterdir()) == [
        "walk after.png",
        "walk before.png",
    ]
    (row,) = json.loads(out.read_text())
    assert (row["name"], row["solved"], row["missed"]) == ("walk", True, 0)
    assert 0 < row["mean_distance"] < 0.05
    assert row["mean_distance"] < row["worst_distance"] < 0.2
    assert 0.5 < row["turn_ratio"] < 2


def test_a_body_that_turns_twice_as_fast_has_a_ratio_of_two():
    slow, fast = (turn_about("Z", speed * np.arange(9) / 24)[:, None] for speed in (4.0, 8.0))
    both = np.concatenate([slow, slow], axis=1)
    assert turn_ratio(both, both, fps=24) == pytest.approx(1)
    assert turn_ratio(both, np.concatenate([slow, fast], axis=1), fps=24) == pytest.approx(2)


def test_a_stance_is_missed_where_a_still_point_never_touches():
    clip = animate(walk())
    fps, points = clip.motion.fps, clip.motion.carried_contacts()
    lowest = bottoms(clip.motion.position, clip.job.character)

    def missed():
        return missed_stances(standing(points, lowest, fps=fps, size=0.9), clip, fps=fps)

    assert missed() == 0
    swing = ~clip.motion.touching[:, 0]
    assert swing.sum() / fps > STANCE
    points[swing, 0] = points[~swing, 0].min(0)  # it stays where it stood while the clip's foot swings
    assert missed() == 1
    lowest[:, 0] = points[..., 2].min() - 0.3  # the trunk lies far below the feet
    assert missed() == 0, "feet in the air do not stand"


def test_nothing_stands_where_there_is_no_point():
    assert standing(np.zeros((9, 0, 3)), np.zeros((9, 2)), fps=24, size=0.9).shape == (9, 0)
