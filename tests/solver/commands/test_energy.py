"""The books of clips, of folders and of stores; a ground that gives is told by the exit code."""

from dataclasses import replace

import pytest

from examples.piece import load
from solver.messages import EXIT_NO_SOLUTION
from solver.store.clip_store import ClipStore
from tests.support.command import errors, run


@pytest.fixture(scope="module")
def lamp():
    return load("lamp").solve()


def said_by(*arguments):
    code, messages = run("energy", *arguments)
    return code, [message.text for message in messages[:-1]]


def test_the_books_of_a_clip_are_a_row(lamp, tmp_path):
    lamp.save(tmp_path / "lamp.npz")
    code, said = said_by(tmp_path / "lamp.npz")
    assert code == 0
    books = lamp.report.energy
    assert said[0] == "## lamp.npz"
    assert said[2].startswith("1 clips, 0 not solved. The ground gives at most ")
    assert said[-1].startswith(f"| lamp | {books.muscles_give:.1f} | {books.muscles_take:.1f} | ")


def test_the_worst_of_a_store_comes_first_and_a_giving_ground_fails(lamp, tmp_path):
    energy = replace(lamp.report.energy, ground_gives=0.5 * lamp.report.energy.muscles_give)
    gifted = replace(lamp, job=replace(lamp.job, name="gifted"), report=replace(lamp.report, energy=energy))
    with ClipStore(tmp_path / "clips.sqlite") as store:
        store.put(lamp)
        store.put(gifted)
    code, lines = said_by(tmp_path / "clips.sqlite", "--worst", 1)
    assert code == EXIT_NO_SOLUTION
    said = "\n".join(lines)
    assert "2 clips, 0 not solved. The ground gives at most 5e-01 of the muscles' positive work" in said
    assert "| gifted |" in said
    assert f"| {lamp.job.name} |" not in said


def test_what_is_no_source_is_told(tmp_path):
    code, messages = run("energy", tmp_path / "none.sqlite")
    assert code == 2
    assert "none.sqlite" in str(errors(messages)[0])
