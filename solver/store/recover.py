"""Copies what is readable in a damaged store to a new store; the damaged file is not changed."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..clip.clip import Clip
from ..errors import InputError
from ..whole_file import require_file
from .clip_store import ClipStore
from .columns import json_object, of_type
from .encoded_clip import EncodedClip
from .sample_table import CANCELLED, RUNNING, STATES, WAITING

SPARE = 1000  # row numbers to try after the last one found
MOST = 1_000_000  # row numbers to try
UNREADABLE = (sqlite3.DatabaseError, UnicodeError, OverflowError)  # SQLite quotes damaged names in its errors


@dataclass
class Recovered:
    """Result of a recovery.

    Attributes:
        clips: number of clips in the new store.
        spaces: names of the spaces recovered with all samples.
        lost: descriptions of what was lost.
    """

    clips: int = 0
    spaces: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def recover(damaged: Path, to: Path) -> Recovered:
    """Reads and checks the rows of a damaged store one by one.

    A space is only kept with all of its samples; else it can be generated again, and its clips are kept anyway.

    Args:
        damaged: file of the store; not changed.
        to: file of the new store; must not exist.

    Raises:
        InputError: nothing is readable, or ``to`` exists or cannot be written.
    """
    if to.exists():
        raise InputError(f"expected a new file, found '{to}'", field="--out")
    require_file(to, read=[damaged])
    if not damaged.is_file():
        raise InputError("there is no such clip store", field=str(damaged))
    found = Recovered()
    connection = sqlite3.connect(f"file:{quote(str(damaged.resolve()))}?mode=ro", uri=True)
    try:
        old = _Damaged(connection, damaged)
        if not old.has_table("clips"):
            raise InputError("none of its clips can be read, as its tables are damaged", field=str(damaged))
        with ClipStore(to) as new:
            keys = _clips(old, new, found)
            _spaces(old, new, keys, found)
    except UNREADABLE as error:
        raise InputError(f"nothing in it can be read: {error}", field=str(damaged)) from error
    finally:
        connection.close()
    return found


class _Damaged:
    """Rows of a file with unreadable pages."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self.path = connection, path

    def has_table(self, table: str) -> bool:
        return self._try("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)) is not None

    def has_column(self, table: str, column: str) -> bool:
        return self._try("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", (table, column)) is not None

    def rows(self, table: str, columns: str, recovered: Recovered) -> Iterator[tuple[Any, ...]]:
        """All readable rows, each read by its number; the others are counted as lost."""
        if not self.has_table(table):
            return
        numbers, is_whole = self._numbers(table)
        broken = 0
        for number in numbers:
            try:
                row = self._connection.execute(
                    f"SELECT {columns} FROM {table} WHERE rowid = ?", (number,)
                ).fetchone()
            except UNREADABLE:
                broken += is_whole
                continue
            if row is not None:
                yield row
        if broken or not is_whole:
            recovered.lost.append(f"{broken or 'some'} rows of the table {table}")

    def _numbers(self, table: str) -> tuple[Sequence[int], bool]:
        """Numbers of rows and whether they are exact; else numbers of all possible rows."""
        seen = []
        try:
            for (number,) in self._connection.execute(f"SELECT rowid FROM {table} ORDER BY rowid"):
                seen.append(number)
        except UNREADABLE:
            last = self._try(f"SELECT max(rowid) FROM {table}")
            most = max([*seen, int(last[0]) if last and isinstance(last[0], int) else 0])
            return range(1, min(most + SPARE, MOST)), False
        return seen, True

    def all(self, question: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """All rows of a query; empty if some cannot be read."""
        try:
            return self._connection.execute(question, values).fetchall()
        except UNREADABLE:
            return []

    def _try(self, question: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        try:
            row: tuple[Any, ...] | None = self._connection.execute(question, values).fetchone()
        except UNREADABLE:
            return None
        return row


def _clips(old: _Damaged, new: ClipStore, recovered: Recovered) -> dict[int, int]:
    """Copies all readable clips; returns new keys by old keys."""
    keys: dict[int, int] = {}
    for key, name, data in old.rows("clips", "id, name, data", recovered):
        try:
            clip = Clip.from_bytes(of_type(data, bytes, "the clip", old.path))
            keys[key] = new.put(EncodedClip.of_clip(clip))
        except InputError:
            recovered.lost.append(f"the clip '{name}'")
    for key, own in keys.items():
        for (tag,) in old.all("SELECT tag FROM tags WHERE clip = ?", (key,)):
            if isinstance(tag, str):
                new.file.change("INSERT OR IGNORE INTO tags VALUES (?, ?)", (own, tag))
    recovered.clips = len(keys)
    return keys


def _spaces(old: _Damaged, new: ClipStore, keys: dict[int, int], recovered: Recovered) -> None:
    """Copies the spaces of which all samples are readable."""
    samples: dict[int, list[tuple[Any, ...]]] = {}
    whole = len(recovered.lost)
    strategy = "strategy" if old.has_column("samples", "strategy") else "rung"  # before version 6
    index = "sample_index" if old.has_column("samples", "sample_index") else "place"  # before version 7
    columns = f"space, {index}, name, parameters, state, reason, start, {strategy}, seconds, iterations, tries, clip"
    columns += ", field" if old.has_column("samples", "field") else ", ''"  # unknown before version 4
    for space, *sample in old.rows("samples", columns, recovered):
        samples.setdefault(space, []).append(tuple(sample))
    is_whole = len(recovered.lost) == whole
    for key, name, created, definition in old.rows("spaces", "id, name, created, definition", recovered):
        own = sorted(samples.get(key, []), key=lambda sample: str(sample[0]).zfill(12))
        try:
            if not (is_whole and own):
                raise InputError("samples are missing", field=str(old.path))
            json_object(definition, f"the space '{name}'", old.path)
            rows = [_sample(sample, keys, old.path) for sample in own]
        except InputError:
            recovered.lost.append(f"the space '{name}', whose clips are kept; it can be generated anew")
            continue
        with new.file.transaction():
            entered = new.file.change(
                "INSERT INTO spaces (name, created, definition) VALUES (?, ?, ?)",
                (str(name), str(created), definition),
            ).lastrowid
            new.file.change_many(
                "INSERT INTO samples (space, sample_index, name, parameters, state, reason, start, strategy, seconds,"
                " iterations, tries, clip, field) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((entered, *row) for row in rows),
            )
        recovered.spaces.append(str(name))


def _sample(sample: tuple[Any, ...], keys: dict[int, int], file: Path) -> tuple[Any, ...]:
    """A sample's row; set to waiting if its clip is lost or it was not finished.

    Raises:
        InputError: a value is damaged.
    """
    index, name, parameters, state, reason, start, strategy, seconds, iterations, tries, clip, about = sample
    what = f"the sample '{name}'"
    for value, kind in ((index, int), (name, str), (seconds, (int, float)), (iterations, int), (tries, int)):
        of_type(value, kind, what, file)
    text = json.dumps(json_object(parameters, what, file))
    is_lost = clip is not None and clip not in keys
    if state not in STATES or state in (RUNNING, CANCELLED) or is_lost:
        return index, name, text, WAITING, "", "", "", 0.0, 0, 0, None, ""
    words = tuple(str(word) for word in (reason, start, strategy))
    return index, name, text, state, *words, float(seconds), iterations, tries, keys.get(clip), str(about)
