"""The gallery: every piece can be formulated and begins to be solved; what it leaves behind."""

import json

import pytest

from examples import PIECES
from examples.piece import load
from scripts.gallery.__main__ import main, show, write_index
from scripts.gallery.judgement import judgement
from solver.analysis.pose_sheet.strobe import compose_strobe
from solver.formats.motion_json import to_motion_json
from tests.judge.load import load_judge

ITERATIONS = 1


@pytest.fixture(scope="module", params=PIECES)
def piece(request):
    return load(request.param)


def test_piece_can_be_solved(piece):
    clip = piece.solve(iterations=ITERATIONS)
    assert clip.name == piece.title
    assert clip.job.character == piece.job().character
    assert len(to_motion_json(clip)["pos"]) == clip.n_frames  # as the judge reads it


def test_piece_says_what_it_shows(piece):
    assert piece.job().name == piece.name
    assert piece.title
    assert len(piece.paragraphs) >= 2
    assert any(paragraph.startswith("Result: ") for paragraph in piece.paragraphs)
    assert any(paragraph.startswith("Not right yet: ") for paragraph in piece.paragraphs)


def test_files_of_a_piece(tmp_path, capsys):
    line = show(load("particle"), tmp_path, iterations=0, width=0)
    assert line.startswith("solved, ")
    assert capsys.readouterr().out.startswith("particle ")
    motion = json.loads((tmp_path / "particle.motion.json").read_text())
    assert len(motion["pos"]) == 21
    write_index(tmp_path)
    told = (tmp_path / "index.md").read_text()
    assert line in told
    assert "particle_sheet.png" in told
    assert "lamp" not in told


def test_sheet_and_strobe_are_drawn(tmp_path):
    show(load("throw_underhand"), tmp_path, iterations=ITERATIONS, width=200)
    for picture in ("sheet", "strobe"):
        assert (tmp_path / f"throw_underhand_{picture}.png").read_bytes().startswith(b"\x89PNG")


def test_strobe_shows_every_body_of_every_flash():
    clip = load("carry").solve(iterations=1)
    picture = compose_strobe(clip, n_poses=3, width=600)
    balls = [shape for shape in picture.shapes if shape.mesh == "ball"]
    assert len(balls) == 3 * len(clip.job.character.bodies)
    assert sum(shape.mesh == "slab" for shape in picture.shapes) == 2  # the ground and the step


def test_bolted_arm_and_its_ball_are_judged_together():
    clip = load("throw_underhand").solve()
    verdict = load_judge().judge(to_motion_json(clip), use_mujoco=False)
    assert verdict["bodies"] == len(clip.job.character.bodies)
    assert verdict["lin_res"]["rms_bw"] <= 1e-5
    assert verdict["ang_res"]["rms_bw"] <= 1e-3


def test_what_is_beyond_the_judges_limits_is_said():
    lamp = load("lamp")
    assert judgement(lamp.solve(iterations=1)).endswith("NOT PHYSICAL")
    assert "NOT" not in judgement(lamp.solve())


def test_command_lists_and_refuses(capsys):
    assert main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(PIECES)
    with pytest.raises(SystemExit):
        main(["waltz"])
    assert "no piece is called waltz" in capsys.readouterr().err
