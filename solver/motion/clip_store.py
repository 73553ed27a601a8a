"""Clips in one SQLite file that several processes fill at once."""

import difflib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..errors import InputError
from .clip import Clip

SCHEMA_VERSION = 1
APPLICATION_ID = 0x5AC3_71E0  # marks the file as a clip store, of whatever schema
PATIENCE = 60.0  # s that a process waits for the others' commits

_SCHEMA = """
    CREATE TABLE clips (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,  -- UTC, ISO 8601
        about TEXT NOT NULL,    -- JSON: what a list of clips shows without opening them
        data BLOB NOT NULL      -- Clip.to_bytes
    )
"""


class ClipStore:
    """One SQLite file of named clips.

    Every clip is a transaction of its own, on the disk before ``put`` returns: a process that is killed
    loses at most the clip it was about to put. In write-ahead mode readers and one writer never wait for
    each other, and writers wait for each other's commits. Open it anew in each process; usable in a
    ``with`` block.

    Args:
        path: of the file, on a disk of this computer (write-ahead mode does not work over a network).
        create: makes the file if it is missing.

    Raises:
        InputError: the file is missing, is no clip store or was made by a newer version.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        if not create and not path.is_file():
            raise InputError("there is no such clip store", field=str(path))
        with self._in_our_voice():
            self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            with self._in_our_voice():
                self._prepare()
        except InputError:
            self._connection.close()
            raise

    def put(self, clip: Clip, *, replace: bool = False) -> None:
        """Keeps a clip under its name.

        Args:
            clip: to keep.
            replace: takes the place of a clip of that name.

        Raises:
            InputError: there is a clip of that name and it is not to be replaced.
        """
        row = (clip.name, datetime.now(UTC).isoformat(), json.dumps(_about(clip)), clip.to_bytes())
        verb = "REPLACE" if replace else "INSERT"
        try:
            with self._in_our_voice():
                self._connection.execute(
                    f"{verb} INTO clips (name, created, about, data) VALUES (?, ?, ?, ?)", row
                )
        except sqlite3.IntegrityError as error:
            raise InputError(f"there already is a clip '{clip.name}'", field=str(self.path)) from error

    def get(self, name: str) -> Clip:
        """The clip of that name.

        Raises:
            InputError: there is none; with the nearest name that there is.
        """
        return Clip.from_bytes(self._column("data", name))

    def about(self, name: str) -> dict[str, Any]:
        """What is known of a clip without its arrays: frames, step, character, report and provenance.

        Raises:
            InputError: there is none; with the nearest name that there is.
        """
        about: dict[str, Any] = json.loads(self._column("about", name))
        return about

    def names(self) -> tuple[str, ...]:
        """Names of all clips, in the order in which they were put."""
        with self._in_our_voice():
            return tuple(name for (name,) in self._connection.execute("SELECT name FROM clips ORDER BY id"))

    def delete(self, name: str) -> None:
        """Forgets a clip.

        Raises:
            InputError: there is none; with the nearest name that there is.
        """
        with self._in_our_voice():
            n_deleted = self._connection.execute("DELETE FROM clips WHERE name = ?", (name,)).rowcount
        if not n_deleted:
            raise self._no_such(name)

    def close(self) -> None:
        """Ends the use of the file; the last process to do so folds its log into it."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _column(self, column: str, name: str) -> Any:
        with self._in_our_voice():
            row = self._connection.execute(f"SELECT {column} FROM clips WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise self._no_such(name)
        return row[0]

    def _no_such(self, name: str) -> InputError:
        names = self.names()
        near = difflib.get_close_matches(name, names, n=1)
        hint = (
            f"did you mean '{near[0]}'?" if near else f"there are {', '.join(map(repr, names[:8])) or 'none'}"
        )
        return InputError(f"there is no clip '{name}'; {hint}", field=str(self.path))

    def _prepare(self) -> None:
        """Makes the tables of a new file, once among all processes that open it; refuses any other file."""
        if self._pragma("application_id") != APPLICATION_ID:
            with self._connection:  # commits, or rolls back after an error
                self._connection.execute("BEGIN IMMEDIATE")
                if self._pragma("application_id") != APPLICATION_ID:
                    self._make_tables()
        version = self._pragma("user_version")
        if version != SCHEMA_VERSION:
            raise InputError(
                f"expected a clip store of version {SCHEMA_VERSION}, found version {version}",
                field=str(self.path),
            )
        self._enter_write_ahead()
        self._connection.execute("PRAGMA synchronous = FULL")

    def _make_tables(self) -> None:
        (n_tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if n_tables or self._pragma("application_id"):
            raise InputError("expected a clip store, found another program's database", field=str(self.path))
        self._connection.execute(_SCHEMA)
        self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _enter_write_ahead(self) -> None:
        """Turns write-ahead mode on; SQLite does not wait by itself while another process is at it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    def _pragma(self, name: str) -> int:
        (value,) = self._connection.execute(f"PRAGMA {name}").fetchone()
        return int(value)

    @contextmanager
    def _in_our_voice(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except sqlite3.DatabaseError as error:
            raise InputError(f"the clip store cannot be used: {error}", field=str(self.path)) from error


def _about(clip: Clip) -> dict[str, Any]:
    return {
        "character": clip.job.character.name,
        "n_frames": clip.n_frames,
        "step": clip.step,
        "is_cycle": clip.job.cycle is not None,
        "report": asdict(clip.report),
        "provenance": asdict(clip.provenance),
    }
