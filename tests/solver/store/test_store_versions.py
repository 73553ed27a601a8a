"""A store of an older version opens as one of today's, with everything that was in it."""

import json
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from solver.store.clip_store import ClipStore
from solver.store.encoded_clip import EncodedClip
from solver.store.sample_table import INFEASIBLE, SOLVED, WAITING, FinishedSample, SampleTable
from solver.store.store_schema import ADDED_IN_2, APPLICATION_ID, CLIPS

VERSION_1 = CLIPS  # its only table


@pytest.fixture
def old_store(hanging, stander, clip_of, tmp_path):
    """A file as version 1 wrote it, with two clips."""
    clips = {name: clip_of(motion) for name, motion in (("hang", hanging), ("stand", stander))}
    with closing(sqlite3.connect(tmp_path / "old.sqlite", isolation_level=None)) as connection:
        connection.execute(VERSION_1)
        connection.execute("PRAGMA user_version = 1")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        for name, clip in clips.items():
            row = (name, "2026-01-01T00:00:00+00:00", EncodedClip.of_clip(clip).about, clip.to_bytes())
            connection.execute("INSERT INTO clips (name, created, about, data) VALUES (?, ?, ?, ?)", row)
    return tmp_path / "old.sqlite", clips


def test_nothing_is_lost(old_store):
    path, clips = old_store
    with ClipStore(path, create=False) as store, ClipStore(path, create=False) as another:
        for opened in (store, another):
            assert opened.names() == ("hang", "stand")
            for name, clip in clips.items():
                assert (opened.get(name).q == clip.q).all()
                np.testing.assert_allclose(opened.motion(name).position, clip.motion.position, atol=1e-6)
        store.tag("hang", "bar")
        assert another.find(tags=["bar"]) == ("hang",)


def test_samples_of_version_2_keep_their_states(old_store):
    path, clips = old_store
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in ADDED_IN_2:
            connection.execute(statement)
        connection.execute("INSERT INTO spaces VALUES (1, 'poses', '', '{}')")
        for index, state in enumerate((SOLVED, INFEASIBLE, WAITING)):
            clip = 1 if state == SOLVED else None
            row = (index, f"pose {index}", state, "" if clip else "job.holds[0]: no bar", clip)
            columns = "space, parameters, place, name, state, reason, clip"
            connection.execute(f"INSERT INTO samples ({columns}) VALUES (1, '{{}}', ?, ?, ?, ?, ?)", row)
        connection.execute("PRAGMA user_version = 2")
    with ClipStore(path, create=False) as store:
        table = SampleTable(store, "poses")
        found = [
            (row.index, row.state, row.reason, row.field, row.tries, row.has_attempt) for row in table.rows()
        ]
        assert found == [
            (0, "solved", "", "", 1, False),
            (1, "infeasible", "no bar", "job.holds[0]", 1, False),
            (2, "waiting", "no bar", "job.holds[0]", 0, False),
        ]
        table.update(
            [], [FinishedSample(2, INFEASIBLE, "no bar either", clip=EncodedClip.of_clip(clips["stand"]))]
        )
        assert (store.attempt("pose 2").q == clips["stand"].q).all()
        assert store.names() == ("hang", "stand")


def test_a_migration_that_fails_changes_nothing(old_store):
    path, _ = old_store
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE clips SET data = x'00' WHERE name = 'stand'")
    with pytest.raises(ValueError, match="not a clip"):
        ClipStore(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        assert tables == [("clips",)]
        (about,) = connection.execute("SELECT about FROM clips WHERE name = 'hang'").fetchone()
        assert json.loads(about)["n_frames"] > 0
