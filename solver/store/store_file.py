"""The SQLite file of a clip store: opened by several processes at once, upgraded, never half written."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import InputError
from .store_schema import APPLICATION_ID, SCHEMA_VERSION, make_tables, migrate

RECOVER = "; the command `clips recover` saves what can be read of it"
PATIENCE = 60.0  # s that a process waits for the others' commits


class StoreFile:
    """One connection to one file; errors name the file.

    Args:
        path: of the file, on a disk of this computer (write-ahead mode does not work over a network).
        create: makes the file if it is missing.

    Raises:
        InputError: the file is missing, is no clip store or was made by a newer version.
    """

    def __init__(self, path: Path, *, create: bool) -> None:
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

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a question, or of a change that gives some.

        Raises:
            sqlite3.IntegrityError: it breaks a rule of the tables.
        """
        with self._in_our_voice():
            return self._connection.execute(statement, values).fetchall()

    def change(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """One change: on the disk when this returns, or when the transaction around it ends.

        Raises:
            sqlite3.IntegrityError: it breaks a rule of the tables.
        """
        with self._in_our_voice():
            return self._connection.execute(statement, values)

    def change_many(self, statement: str, values: Iterator[Sequence[Any]]) -> None:
        """One change with many values.

        Raises:
            sqlite3.IntegrityError: it breaks a rule of the tables.
        """
        with self._in_our_voice():
            self._connection.executemany(statement, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes of the block or, after an error or a death, none."""
        with self._in_our_voice():
            self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:  # commits, or rolls back after an error
            yield

    def close(self) -> None:
        """Ends the use of the file; the last process to do so folds its log into it."""
        self._connection.close()

    def _prepare(self) -> None:
        """Makes the tables of a new file, or adds those of a newer version, once among all processes."""
        if self._pragma("application_id") != APPLICATION_ID:
            with self.transaction():
                if self._pragma("application_id") != APPLICATION_ID:
                    self._refuse_others()
                    make_tables(self._connection)
        if 0 < self._pragma("user_version") < SCHEMA_VERSION:
            with self.transaction():
                if self._pragma("user_version") < SCHEMA_VERSION:
                    migrate(self._connection, self._pragma("user_version"))
        version = self._pragma("user_version")
        if version != SCHEMA_VERSION:
            raise InputError(
                f"expected a clip store of version 1 to {SCHEMA_VERSION}, found version {version}",
                field=str(self.path),
            )
        self._enter_write_ahead()
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA foreign_keys = ON")

    def _refuse_others(self) -> None:
        (n_tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if n_tables or self._pragma("application_id"):
            raise InputError("expected a clip store, found another program's database", field=str(self.path))

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
            remedy = RECOVER if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT else ""
            raise InputError(
                f"the clip store cannot be used: {error}{remedy}", field=str(self.path)
            ) from error
        except UnicodeDecodeError as error:  # SQLite quotes damaged names in its errors
            raise InputError(
                f"the clip store cannot be used: it is damaged{RECOVER}", field=str(self.path)
            ) from error
        except (UnicodeError, OverflowError) as error:
            raise InputError(
                "expected names of whole characters and numbers of 64 bits", field=str(self.path)
            ) from error
