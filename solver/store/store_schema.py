"""Tables of a clip store, and migration of older versions."""

import re
import sqlite3
from collections.abc import Callable

from ..clip.clip import Clip
from .encoded_motion import motion_to_bytes

SCHEMA_VERSION = 7
APPLICATION_ID = 0x5AC3_71E0  # marks the file as a clip store of any version

CLIPS = """
    CREATE TABLE clips (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,  -- UTC, ISO 8601
        about TEXT NOT NULL,    -- JSON: what a list of clips shows without opening them
        data BLOB NOT NULL      -- Clip.to_bytes: everything, in float64
    )
"""
ADDED_IN_2 = (
    "ALTER TABLE clips ADD COLUMN playback BLOB",  # renamed to motion in version 5
    """
    CREATE TABLE tags (
        clip INTEGER NOT NULL REFERENCES clips (id) ON DELETE CASCADE,
        tag TEXT NOT NULL,
        PRIMARY KEY (clip, tag)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE spaces (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        definition TEXT NOT NULL  -- JSON of the ParameterSpace
    )
    """,
    """
    CREATE TABLE samples (
        id INTEGER PRIMARY KEY,
        space INTEGER NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,            -- in the space's order; renamed to sample_index in version 7
        name TEXT NOT NULL,                -- of its clip, too
        parameters TEXT NOT NULL,          -- JSON: number or label by dimension
        state TEXT NOT NULL CHECK (
            state IN ('waiting', 'running', 'solved', 'infeasible', 'failed', 'cancelled')
        ),
        reason TEXT NOT NULL DEFAULT '',   -- why it is not solved
        start TEXT NOT NULL DEFAULT '',    -- name of the neighbour that it was to start from
        rung TEXT NOT NULL DEFAULT '',     -- what found it: "warm start", "first guess", ...; of version 6 on: strategy
        seconds REAL NOT NULL DEFAULT 0,
        iterations INTEGER NOT NULL DEFAULT 0,
        clip INTEGER UNIQUE REFERENCES clips (id) ON DELETE SET NULL,
        UNIQUE (space, place),
        UNIQUE (space, name)
    )
    """,
    "CREATE INDEX samples_by_state ON samples (space, state)",
)
ADDED_IN_3 = (
    "ALTER TABLE samples ADD COLUMN tries INTEGER NOT NULL DEFAULT 0",  # completed ones
    "UPDATE samples SET tries = 1 WHERE state IN ('solved', 'infeasible', 'failed')",
    """
    CREATE TABLE attempts (  -- the best that was found of samples without a solution
        sample INTEGER PRIMARY KEY REFERENCES samples (id) ON DELETE CASCADE,
        data BLOB NOT NULL  -- Clip.to_bytes
    )
    """,
)
ADDED_IN_4 = "ALTER TABLE samples ADD COLUMN field TEXT NOT NULL DEFAULT ''"  # path that the reason is about
ADDED_IN_5 = "ALTER TABLE clips RENAME COLUMN playback TO motion"  # motion_to_bytes: poses alone, in float32
ADDED_IN_6 = (
    "ALTER TABLE samples RENAME COLUMN rung TO strategy",
    """
    UPDATE clips SET about = json_remove(
        json_set(about, '$.provenance.strategy', json_extract(about, '$.provenance.rung')), '$.provenance.rung'
    ) WHERE json_valid(about) AND json_extract(about, '$.provenance.rung') IS NOT NULL
    """,
)
ADDED_IN_7 = "ALTER TABLE samples RENAME COLUMN place TO sample_index"  # INDEX is a word of SQL
_FIELD_IN_REASON = re.compile(r"((?:character|job|space)\.[\w.\[\]]+): ")  # as versions before 4 stored it


def make_tables(connection: sqlite3.Connection) -> None:
    """Creates the tables of an empty file, within the caller's transaction."""
    connection.execute(CLIPS)
    _to_version_2(connection)
    _to_version_3(connection)
    _to_version_4(connection)
    _to_version_5(connection)
    _to_version_6(connection)
    _to_version_7(connection)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Migrates the tables of an older version, within the caller's transaction."""
    for older, step in _STEPS.items():
        if version <= older:
            step(connection)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _to_version_2(connection: sqlite3.Connection) -> None:
    for statement in ADDED_IN_2:
        connection.execute(statement)


def _to_version_3(connection: sqlite3.Connection) -> None:
    for statement in ADDED_IN_3:
        connection.execute(statement)


def _to_version_4(connection: sqlite3.Connection) -> None:
    connection.execute(ADDED_IN_4)
    for key, reason in connection.execute("SELECT id, reason FROM samples WHERE reason != ''").fetchall():
        if found := _FIELD_IN_REASON.match(reason):
            change = "UPDATE samples SET field = ?, reason = ? WHERE id = ?"
            connection.execute(change, (found.group(1), reason[found.end() :], key))


def _to_version_5(connection: sqlite3.Connection) -> None:
    connection.execute(ADDED_IN_5)
    for (key,) in connection.execute("SELECT id FROM clips").fetchall():
        (data,) = connection.execute("SELECT data FROM clips WHERE id = ?", (key,)).fetchone()
        motion = motion_to_bytes(Clip.from_bytes(data).motion)
        connection.execute("UPDATE clips SET motion = ? WHERE id = ?", (motion, key))


def _to_version_6(connection: sqlite3.Connection) -> None:
    for statement in ADDED_IN_6:
        connection.execute(statement)


def _to_version_7(connection: sqlite3.Connection) -> None:
    connection.execute(ADDED_IN_7)


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {
    1: _to_version_2,
    2: _to_version_3,
    3: _to_version_4,
    4: _to_version_5,
    5: _to_version_6,
    6: _to_version_7,
}
