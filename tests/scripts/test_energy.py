"""The books of clips, of folders and of stores; a ground that gives is told by the exit code."""

from dataclasses import replace

import pytest

from examples.piece import load
from scripts.energy.__main__ import main
from solver.store.clip_store import ClipStore


@pytest.fixture(scope="module")
def lamp():
    return load("lamp").solve()


def test_the_books_of_a_clip_are_a_row(lamp, tmp_path, capsys):
    lamp.save(tmp_path / "lamp.npz")
    assert main([str(tmp_path / "lamp.npz")]) == 0
    said = capsys.readouterr().out.splitlines()
    books = lamp.report.energy
    assert said[0] == "## lamp.npz"
    assert said[2].startswith("1 clips, 0 not solved. The ground gives at most ")
    assert said[-2].startswith(f"| lamp | {books.muscles_give:.1f} | {books.muscles_take:.1f} | ")


def test_the_worst_of_a_store_comes_first_and_a_giving_ground_fails(lamp, tmp_path, capsys):
    energy = replace(lamp.report.energy, ground_gives=0.5 * lamp.report.energy.muscles_give)
    gifted = replace(lamp, job=replace(lamp.job, name="gifted"), report=replace(lamp.report, energy=energy))
    with ClipStore(tmp_path / "clips.sqlite") as store:
        store.put(lamp)
        store.put(gifted)
    assert main([str(tmp_path / "clips.sqlite"), "--worst", "1"]) == 1
    said = capsys.readouterr().out
    assert "2 clips, 0 not solved. The ground gives at most 5e-01 of the muscles' positive work" in said
    assert "| gifted |" in said
    assert f"| {lamp.job.name} |" not in said


def test_what_is_no_source_is_told(tmp_path, capsys):
    assert main([str(tmp_path / "none.sqlite")]) == 2
    assert "none.sqlite" in capsys.readouterr().err
