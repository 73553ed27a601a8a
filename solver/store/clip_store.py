"""Clips in one SQLite file, written and read by several processes at once."""

import difflib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..character.validation import known_name
from ..clip.clip import Clip
from ..errors import InputError
from ..motion.motion import Motion
from ..sentence import Sentence
from .columns import json_object, of_type
from .encoded_clip import EncodedClip
from .encoded_motion import motion_from_bytes
from .nearest import nearest_of
from .store_file import StoreFile

Criterion = float | str | tuple[float, float]  # a number, a label, or from low to high


class ClipStore:
    """SQLite file of named clips and of the samples they belong to (``sample_table``).

    Each clip is a transaction of its own and is on the disk when ``put`` returns: a process that is killed
    loses at most the clip it was writing. In write-ahead mode, readers and a writer never wait for each other,
    and writers wait for each other's commits. Open the store separately in each process, preferably in a
    ``with`` block.

    Methods that take a clip's name raise an InputError if there is none; its message suggests the closest name.

    Args:
        path: of the file, on a local disk (write-ahead mode does not work over a network).
        create: whether to create a missing file.

    Raises:
        InputError: the file is missing, is not a clip store or was made by a newer version.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        self.file = StoreFile(path, create=create)

    def put(self, clip: Clip | EncodedClip, *, replace: bool = False) -> int:
        """Stores a clip under its name and returns the key of its row; a clip that it replaces leaves its tags.

        Raises:
            InputError: a clip of that name exists and ``replace`` is false.
        """
        new = clip if isinstance(clip, EncodedClip) else EncodedClip.of_clip(clip)
        row = (new.name, datetime.now(UTC).isoformat(), new.about, new.motion, new.data)
        update = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS[1:])
        otherwise = f"ON CONFLICT (name) DO UPDATE SET {update}" if replace else ""
        try:
            ((key,),) = self.file.rows(
                f"INSERT INTO clips ({', '.join(_COLUMNS)}) VALUES (?, ?, ?, ?, ?) {otherwise} RETURNING id",
                row,
            )
        except sqlite3.IntegrityError as error:
            raise InputError(f"there is already a clip '{new.name}'", field=str(self.path)) from error
        return int(key)

    def get(self, name: str) -> Clip:
        """The clip of that name."""
        return self._clip(name, self._column("data", name))

    def attempt(self, name: str) -> Clip:
        """The closest attempt at a sample without a solution; not among ``names``.

        Raises:
            InputError: there is no attempt of that name.
        """
        rows = self.file.rows(
            "SELECT data FROM attempts JOIN samples ON samples.id = attempts.sample WHERE samples.name = ?",
            (name,),
        )
        if not rows:
            raise InputError(f"there is no attempt at '{name}'", field=str(self.path))
        return self._clip(name, rows[0][0])

    def motion(self, name: str) -> Motion:
        """Poses of the clip of that name, in single precision; faster to read than the whole clip."""
        data = self._column("motion", name)
        with self._reading(f"the motion of the clip '{name}'") as what:
            return motion_from_bytes(of_type(data, bytes, what, self.path))

    def about(self, name: str) -> dict[str, Any]:
        """Facts about a clip without its arrays: frames, step, character, report and provenance."""
        return json_object(self._column("about", name), f"the entry of the clip '{name}'", self.path)

    def names(self) -> tuple[str, ...]:
        """Names of all clips, in the order in which they were stored."""
        return self.find()

    def find(
        self, *, parameters: Mapping[str, Criterion] | None = None, tags: Sequence[str] = (), space: str = ""
    ) -> tuple[str, ...]:
        """Names of the clips that match all criteria, in the order in which they were stored.

        Args:
            parameters: by dimension: a number, a label, or the lowest and highest number.
            tags: all of which a clip must have.
            space: to which a clip must belong; empty: any or none.

        Raises:
            InputError: no space of the store, or not the given space, has such a dimension.
        """
        self._require_dimensions(parameters or {}, space)
        where: list[str] = ["1"]
        values: list[str | float] = []
        if space:
            where.append("spaces.name = ?")
            values.append(space)
        for dimension, wanted in (parameters or {}).items():
            low, high = wanted if isinstance(wanted, tuple) else (wanted, wanted)
            kinds = "('text')" if isinstance(low, str) else "('integer', 'real')"
            path = f'$."{dimension}"'
            where.append(
                f"json_type(samples.parameters, ?) IN {kinds}"
                " AND json_extract(samples.parameters, ?) BETWEEN ? AND ?"
            )
            values += [path, path, low, high]
        for tag in tags:
            where.append("EXISTS (SELECT 1 FROM tags WHERE tags.clip = clips.id AND tag = ?)")
            values.append(tag)
        question = (
            "SELECT clips.name FROM clips LEFT JOIN samples ON samples.clip = clips.id"
            f" LEFT JOIN spaces ON spaces.id = samples.space WHERE {' AND '.join(where)}"
            " ORDER BY clips.created, clips.id"
        )
        return tuple(name for (name,) in self.file.rows(question, values))

    def nearest(
        self, parameters: Mapping[str, float | str], *, tags: Sequence[str] = (), space: str = ""
    ) -> str:
        """Name of the clip whose parameters are closest to these; see ``nearest.nearest_of``.

        Args:
            parameters: number or label by dimension; omitted dimensions do not count.
            tags: all of which the clip must have.
            space: to which the clip must belong; empty: any.

        Raises:
            InputError: there is no such dimension, or no clip that has all of them.
        """
        self._require_dimensions(parameters, space)
        found = self.find(tags=tags, space=space)
        rows = self.file.rows(
            "SELECT clips.name, parameters FROM samples JOIN clips ON clips.id = samples.clip"
        )
        given = {name: self._parameters(name, text) for name, text in rows}
        names = [name for name in found if name in given]
        index = nearest_of([given[name] for name in names], parameters)
        if index is None:
            criteria = ", ".join(f"{name}={value}" for name, value in parameters.items())
            raise InputError(f"there is no clip with parameters like {criteria}", field=str(self.path))
        return names[index]

    def compare(self, names: Iterable[str]) -> dict[str, dict[str, float | str]]:
        """Parameters, objective with its terms, and physical measures of each clip, by its name.

        Raises:
            InputError: there is no clip of one of the names.
        """
        table: dict[str, dict[str, float | str]] = {}
        for name in names:
            about = self.about(name)
            given = self.file.rows(
                "SELECT parameters FROM samples JOIN clips ON clips.id = samples.clip WHERE clips.name = ?",
                (name,),
            )
            provenance, report = (
                of_type(about.get(part), dict, f"the entry of the clip '{name}'", self.path)
                for part in ("provenance", "report")
            )
            table[name] = {
                **(self._parameters(name, given[0][0]) if given else {}),
                "n_frames": about.get("n_frames", ""),
                "objective": provenance.get("objective", ""),
                **{f"objective.{kind}": value for kind, value in dict(provenance.get("terms", {})).items()},
                "iterations": provenance.get("iterations", ""),
                "strategy": provenance.get("strategy", ""),
                **report,
            }
        return table

    def delete(self, name: str) -> None:
        """Deletes a clip; its sample still counts as solved and is not solved again."""
        if not self.file.change("DELETE FROM clips WHERE name = ?", (name,)).rowcount:
            raise self._no_such(name)

    def tag(self, name: str, *tags: str) -> None:
        """Adds tags to a clip."""
        key = self._column("id", name)
        with self.file.transaction():
            self.file.change_many("INSERT OR IGNORE INTO tags VALUES (?, ?)", ((key, tag) for tag in tags))

    def untag(self, name: str, *tags: str) -> None:
        """Removes tags from a clip."""
        key = self._column("id", name)
        with self.file.transaction():
            self.file.change_many("DELETE FROM tags WHERE clip = ? AND tag = ?", ((key, tag) for tag in tags))

    def tags(self, name: str) -> tuple[str, ...]:
        """Tags of a clip, in alphabetical order."""
        key = self._column("id", name)
        return tuple(t for (t,) in self.file.rows("SELECT tag FROM tags WHERE clip = ? ORDER BY tag", (key,)))

    def close(self) -> None:
        """Closes the file; the last process to do so merges the write-ahead log into it."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _require_dimensions(self, criteria: Mapping[str, Criterion], space: str) -> None:
        """Refuses a dimension or a label that no space has, as it would silently match nothing."""
        if not criteria:
            return
        rows = self.file.rows(  # all samples of a space have the same dimensions
            "SELECT DISTINCT json_each.key FROM samples JOIN spaces ON spaces.id = samples.space,"
            " json_each(samples.parameters) WHERE samples.sample_index = 0 AND ? IN ('', spaces.name)",
            (space,),
        )
        for name, value in criteria.items():
            known_name(name, [known for (known,) in rows], str(self.path), "dimension")
            if isinstance(value, str):
                labels = self._labels(name, space)
                if not labels:
                    raise InputError(f"expected a number for '{name}', found '{value}'", field=str(self.path))
                known_name(value, labels, str(self.path), name)

    def _labels(self, dimension: str, space: str) -> list[str]:
        """Labels of a dimension; none if it has numbers."""
        rows = self.file.rows(
            "SELECT DISTINCT json_each.value FROM samples JOIN spaces ON spaces.id = samples.space,"
            " json_each(samples.parameters) WHERE json_each.key = ? AND json_each.type = 'text'"
            " AND ? IN ('', spaces.name)",
            (dimension, space),
        )
        return [label for (label,) in rows]

    def _clip(self, name: str, data: Any) -> Clip:
        with self._reading(f"the clip '{name}'") as what:
            return Clip.from_bytes(of_type(data, bytes, what, self.path))

    @contextmanager
    def _reading(self, content: str) -> Iterator[str]:
        """Context in which errors name what cannot be read, and the file."""
        try:
            yield content
        except InputError as error:
            raise InputError(
                Sentence.of(f"{content} cannot be read: ", error.words), field=str(self.path)
            ) from error

    def _parameters(self, name: str, text: Any) -> dict[str, float | str]:
        return json_object(text, f"the sample '{name}'", self.path)

    def _column(self, column: str, name: str) -> Any:
        rows = self.file.rows(f"SELECT {column} FROM clips WHERE name = ?", (name,))
        if not rows:
            raise self._no_such(name)
        return rows[0][0]

    def _no_such(self, name: str) -> InputError:
        names = self.names()
        near = difflib.get_close_matches(name, names, n=1)
        hint = (
            f"did you mean '{near[0]}'?" if near else f"there are {', '.join(map(repr, names[:8])) or 'none'}"
        )
        return InputError(f"there is no clip '{name}'; {hint}", field=str(self.path))


_COLUMNS = ("name", "created", "about", "motion", "data")
