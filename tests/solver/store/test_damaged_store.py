"""Stores that disks and other programs have damaged: one sentence each, and what can be read is recovered."""

import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from solver.errors import InputError
from solver.store.clip_store import ClipStore
from solver.store.recover import recover
from solver.store.sample_table import SampleTable, space_names
from tests.support.command import errors, run

OLD = Path(__file__).resolve().parents[2] / "data" / "first_release" / "hops.sqlite"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with solved samples, all of it in one file."""
    path = tmp_path / "hops.sqlite"
    shutil.copy(OLD, path)
    with ClipStore(path) as opened:
        opened.tag(opened.names()[0], "best")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return path


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute(statement)
    connection.commit()
    connection.close()


def everything(path: Path) -> None:
    """Ask a store for all that it has."""
    with ClipStore(path, create=False) as opened:
        for name in opened.names():
            opened.get(name)
            opened.motion(name)
            opened.tags(name)
        opened.compare(opened.names())
        for space in space_names(opened):
            table = SampleTable(opened, space)
            assert table.definition
            for row in table.rows():
                assert f"{row.seconds:.2f} {row.tries > 1}"


DAMAGES = {
    "text in a numeric column": "UPDATE samples SET seconds = 'soon'",
    "text for a count": "UPDATE samples SET tries = 'many'",
    "bytes for a name": "UPDATE samples SET name = x'ff00' WHERE sample_index = 0",
    "broken parameters": "UPDATE samples SET parameters = '{'",
    "parameters that are a list": "UPDATE samples SET parameters = '[1]'",
    "bytes for a definition": "UPDATE spaces SET definition = x'ff'",
    "text for a clip": "UPDATE clips SET data = 'walk'",
    "half a clip": "UPDATE clips SET data = substr(data, 1, length(data) / 2)",
    "an entry that is no JSON": "UPDATE clips SET about = 'walk'",
    "an entry without its parts": "UPDATE clips SET about = '{}'",
    "an entry nested deep": "UPDATE clips SET about = '" + "[" * 5000 + "'",
    "text for a motion": "UPDATE clips SET motion = 'walk'",
    "half a motion": "UPDATE clips SET motion = substr(motion, 1, 100)",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_value_is_named_with_its_file(store: Path, damage: str) -> None:
    everything(store)
    change(store, DAMAGES[damage])
    with pytest.raises(InputError) as caught:
        everything(store)
    assert caught.value.field == str(store)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("damage", "option"),
    [
        ("text in a numeric column", "--samples"),
        ("broken parameters", "--samples"),
        ("an entry nested deep", "--compare"),
        ("an entry without its parts", "--compare"),
    ],
)
def test_so_it_is_from_the_command_line(store: Path, damage: str, option: str) -> None:
    change(store, DAMAGES[damage])
    code, messages = run("clips", "--store", store, option)
    assert code == 2
    assert str(store) in str(errors(messages)[0])


@pytest.mark.parametrize("seed", range(12))
def test_damaged_pages_end_in_a_sentence_and_clips_are_recovered(store: Path, seed: int) -> None:
    generator, data = np.random.default_rng(seed), bytearray(store.read_bytes())
    for _ in range(3):
        page = int(generator.integers(1, len(data) // 4096)) * 4096
        data[page : page + 4096] = generator.bytes(4096)
    store.write_bytes(data)
    try:
        everything(store)
    except InputError as error:
        assert error.field == str(store)  # noqa: PT017  a page that nothing needs may be hit
    to, before = store.with_name("new.sqlite"), store.read_bytes()
    try:
        found = recover(store, to)
    except InputError as error:
        assert error.field == str(store)  # noqa: PT017
        return
    everything(to)
    with ClipStore(to) as opened:
        assert len(opened.names()) == found.clips
    assert store.read_bytes() == before


def test_a_whole_store_is_recovered_whole(store: Path) -> None:
    found = recover(store, store.with_name("new.sqlite"))
    with ClipStore(store) as old, ClipStore(store.with_name("new.sqlite")) as new:
        assert new.names() == old.names()
        assert new.tags(new.names()[0]) == ("best",)
        assert tuple(found.spaces) == space_names(old) == space_names(new)
        for name in old.names():
            assert np.array_equal(old.get(name).q, new.get(name).q)
        tables = [SampleTable(each, found.spaces[0]) for each in (old, new)]
        assert tables[0].definition == tables[1].definition
        assert list(tables[0].rows()) == list(tables[1].rows())
    assert not found.lost


def test_a_damaged_clip_is_lost_and_its_sample_waits(store: Path) -> None:
    change(store, "UPDATE clips SET data = 'walk' WHERE id = (SELECT min(id) FROM clips)")
    with ClipStore(store) as old:
        lost, *kept = old.names()
    found = recover(store, store.with_name("new.sqlite"))
    assert found.lost == [f"the clip '{lost}'"]
    with ClipStore(store.with_name("new.sqlite")) as new:
        assert new.names() == tuple(kept)
        waiting = [row.name for row in SampleTable(new, found.spaces[0]).rows(("waiting",))]
    assert waiting == [lost]


def test_recovering_overwrites_nothing(store: Path) -> None:
    code, _ = run("clips", "recover", "--store", store)
    to = store.with_name("hops.recovered.sqlite")
    assert code == 0
    assert to.is_file()
    before = to.read_bytes()
    code, messages = run("clips", "recover", "--store", store)
    assert code == 2
    assert "expected a new file" in str(errors(messages)[0])
    assert to.read_bytes() == before
    code, messages = run("clips", "recover", "--store", store, "--out", store)
    assert code == 2
    code, messages = run("clips", "recover", "--store", store.with_name("none.sqlite"))
    assert code == 2
    assert "no such clip store" in str(errors(messages)[0])


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"\xff" * 9000, b"SQLite format 3\0" * 600])
def test_what_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "no.sqlite"
    path.write_bytes(content)
    with pytest.raises(InputError):
        recover(path, tmp_path / "new.sqlite")
    assert not (tmp_path / "new.sqlite").exists()


def test_names_with_half_a_character_are_refused(store: Path) -> None:
    with ClipStore(store) as opened, pytest.raises(InputError, match="whole characters"):
        opened.get("walk\udc80")
