"""The SQLite file of a clip store, with concurrent access, migrations and atomic writes."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import InputError
from .store_schema import APPLICATION_ID, SCHEMA_VERSION, make_tables, migrate

RECOVER = "; the command `clips recover` saves what can be read of it"
PATIENCE = 60.0  # s to wait for commits of other processes


class StoreFile:
    """One connection to one file; errors name the file.

    Args:
        path: of the file, on a local disk (write-ahead mode does not work over a network).
        create: whether to create a missing file.

    Raises:
        InputError: the file is missing, is not a clip store or was made by a newer version.
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
        """All rows of a query, or of a change that returns rows.

        Raises:
            sqlite3.IntegrityError: it breaks a rule of the tables.
        """
        with self._in_our_voice():
            return self._connection.execute(statement, values).fetchall()

    def change(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Executes one change; on the disk when this returns or, within a transaction, when that ends.

        Raises:
            sqlite3.IntegrityError: it breaks a rule of the tables.
        """
        with self._in_our_voice():
            return self._connection.execute(statement, values)

    def change_many(self, statement: str, values: Iterator[Sequence[Any]]) -> None:
        """Executes one change with many values.

        Raises:
            sqlite3.IntegrityError: it breaks a rule of the tables.
        """
        with self._in_our_voice():
            self._connection.executemany(statement, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Applies all changes of the block or, after an error or a crash, none."""
        with self._in_our_voice():
            self._connection.execute("BEGIN IMMEDIATE")
        with self._connection:  # commits, or rolls back after an error
            yield

    def close(self) -> None:
        """Closes the file; the last process to do so merges the write-ahead log into it."""
        self._connection.close()

    def _prepare(self) -> None:
        """Creates or migrates the tables; of several processes, only one does so."""
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
        """Enables write-ahead mode; waits for other processes doing the same, which SQLite does not."""
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
