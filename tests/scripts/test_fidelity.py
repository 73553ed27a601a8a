"""A folder of captures as rows: what is faithful, what is missed, and what cannot be read."""

import json
import subprocess
import sys

from scripts.environment import ROOT
from scripts.fidelity.row import STANCE, missed_stances
from solver.animate import animate
from tests.support.bad_jobs import walk
from tests.support.bvh_files import motion_file


def test_a_folder_of_captures_is_measured(tmp_path):
    (tmp_path / "walk.bvh").write_bytes(motion_file("walk").read_bytes())
    (tmp_path / "broken.bvh").write_text("HIERARCHY\nROOT hips\n{\n")
    out = tmp_path / "rows.json"
    command = [sys.executable, "-m", "scripts.fidelity", str(tmp_path), "--fps", "30", "--out", str(out)]
    command += ["--sheets", str(tmp_path / "sheets")]
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


def test_a_stance_is_missed_where_a_still_point_never_touches():
    clip = animate(walk())
    fps, points = clip.motion.fps, clip.motion.carried_contacts()
    assert missed_stances(points, clip, fps=fps, size=0.9) == 0
    swing = ~clip.motion.touching[:, 0]
    assert swing.sum() / fps > STANCE
    points[swing, 0] = points[~swing, 0].min(0)  # it stays where it stood while the clip's foot swings
    assert missed_stances(points, clip, fps=fps, size=0.9) == 1
