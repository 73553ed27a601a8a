"""Samples of parameter spaces in a clip store: their states, and the reasons of failures."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..errors import InputError
from .clip_store import ClipStore
from .columns import json_object, of_type
from .encoded_clip import EncodedClip

WAITING, RUNNING, SOLVED, INFEASIBLE, FAILED, CANCELLED = STATES = (
    "waiting", "running", "solved", "infeasible", "failed", "cancelled",
)  # fmt: skip

DONE = (SOLVED, INFEASIBLE, FAILED)  # not run again on resuming, except infeasible ones with new neighbors


@dataclass(frozen=True, eq=False)
class FinishedSample:
    """Result of one sample.

    Attributes:
        index: in its space.
        state: SOLVED, INFEASIBLE, FAILED or CANCELLED.
        reason: why it is not solved.
        field: path that the reason is about, as in ``InputError``.
        start: name of the neighbor it started from; empty: none.
        strategy: that found it.
        seconds: wall time of the solving process.
        iterations: of the optimizer.
        clip: of a solved sample; else the closest attempt, if any.
    """

    index: int
    state: str
    reason: str = ""
    start: str = ""
    strategy: str = ""
    seconds: float = 0.0
    iterations: int = 0
    clip: EncodedClip | None = None
    field: str = ""


@dataclass(frozen=True)
class SampleRow:
    """One row of the table for a list of samples; fields as in ``FinishedSample``.

    Seconds and iterations are totals over all tries.

    Attributes:
        has_attempt: whether the closest attempt at an unsolved sample is stored; see ``ClipStore.attempt``.
        tries: number of completed tries.
    """

    index: int
    name: str
    parameters: Mapping[str, float | str]
    has_attempt: bool
    state: str
    reason: str
    start: str
    strategy: str
    seconds: float
    iterations: int
    tries: int
    field: str

    @property
    def error(self) -> InputError:
        """Why it is not solved."""
        return InputError(self.reason, field=self.field)


class SampleTable:
    """Samples of one space in a store.

    Args:
        store: with the samples.
        space: name of the space.
    """

    def __init__(self, store: ClipStore, space: str) -> None:
        self._store, self._file, self.space = store, store.file, space
        found = self._file.rows("SELECT id FROM spaces WHERE name = ?", (space,))
        self._key: int | None = found[0][0] if found else None

    @property
    def exists(self) -> bool:
        """Whether the store has the space."""
        return self._key is not None

    @property
    def definition(self) -> str:
        """JSON of the space."""
        (row,) = self._file.rows("SELECT definition FROM spaces WHERE id = ?", (self._key,))
        return of_type(row[0], str, f"the space '{self.space}'", self._store.path)

    def create(self, definition: str, samples: Iterable[tuple[str, Mapping[str, float | str]]]) -> None:
        """Adds a space, in JSON, and all its samples in order, as waiting, in one transaction.

        Raises:
            InputError: the store already has a clip with the name of a sample.
        """
        with self._file.transaction():
            now = datetime.now(UTC).isoformat()
            insert = "INSERT INTO spaces (name, created, definition) VALUES (?, ?, ?)"
            self._key = self._file.change(insert, (self.space, now, definition)).lastrowid
            self._file.change_many(
                "INSERT INTO samples (space, sample_index, name, parameters, state) VALUES (?, ?, ?, ?, ?)",
                (
                    (self._key, index, name, json.dumps(dict(parameters)), WAITING)
                    for index, (name, parameters) in enumerate(samples)
                ),
            )
            taken = self._file.rows(
                "SELECT name FROM samples JOIN clips USING (name) WHERE space = ? LIMIT 1", (self._key,)
            )
            if taken:
                raise InputError(f"there is already a clip '{taken[0][0]}'", field=str(self._store.path))

    def states(self) -> list[str]:
        """State of every sample, in the space's order."""
        rows = self._file.rows(
            "SELECT state FROM samples WHERE space = ? ORDER BY sample_index", (self._key,)
        )
        return [state for (state,) in rows]

    def counts(self) -> dict[str, int]:
        """Number of samples in each state."""
        counted = Counter(self.states())
        return {state: counted[state] for state in STATES}

    def rows(self, states: Sequence[str] = STATES) -> Iterator[SampleRow]:
        """Samples in these states, in the space's order."""
        question = (
            "SELECT sample_index, name, parameters, EXISTS (SELECT 1 FROM attempts WHERE attempts.sample = samples.id),"
            " state, reason, start, strategy, seconds, iterations, tries, field FROM samples"
            f" WHERE space = ? AND state IN ({', '.join('?' * len(states))}) ORDER BY sample_index"
        )
        for index, name, parameters, kept, *rest in self._file.rows(question, (self._key, *states)):
            what, path = f"a sample of the space '{self.space}'", self._store.path
            for value, kind in zip((index, name, *rest), _KINDS, strict=True):
                of_type(value, kind, what, path)
            yield SampleRow(index, name, json_object(parameters, what, path), bool(kept), *rest)

    def update(self, running: Iterable[int], finished: Iterable[FinishedSample]) -> None:
        """Records begun and finished samples, with the clips of solved ones, in one transaction.

        Solved and failed samples stay so, hence two programs that solve the same space only waste time. Infeasible
        samples keep their reason and attempt unless another try solves them.
        """
        running, finished = list(running), list(finished)
        if not running and not finished:
            return
        with self._file.transaction():
            change = "UPDATE samples SET state = ? WHERE space = ? AND sample_index = ? AND state = ?"
            self._file.change_many(change, ((RUNNING, self._key, index, WAITING) for index in running))
            for one in finished:
                key, state = self._sample(one.index)
                if state in (SOLVED, FAILED):
                    continue
                self._file.change(
                    "UPDATE samples SET start = ?, seconds = seconds + ?, iterations = iterations + ?,"
                    " tries = tries + ? WHERE id = ?",
                    (one.start, one.seconds, one.iterations, one.state in DONE, key),
                )
                if state != INFEASIBLE or one.state == SOLVED:
                    self._end(key, one)

    def _end(self, key: int, one: FinishedSample) -> None:
        """Records the final state of a sample, with its clip or closest attempt."""
        self._file.change("DELETE FROM attempts WHERE sample = ?", (key,))
        clip = None
        if one.clip is not None and one.state == SOLVED:
            clip = self._store.put(one.clip)
        elif one.clip is not None:
            self._file.change("INSERT INTO attempts VALUES (?, ?)", (key, one.clip.data))
        self._file.change(
            "UPDATE samples SET state = ?, reason = ?, field = ?, strategy = ?, clip = ? WHERE id = ?",
            (one.state, one.reason, one.field, one.strategy, clip, key),
        )

    def wait_again(self) -> None:
        """Sets samples that an earlier run has not finished to waiting."""
        change = "UPDATE samples SET state = ? WHERE space = ? AND state IN (?, ?)"
        self._file.change(change, (WAITING, self._key, RUNNING, CANCELLED))

    def clip_data(self, index: int) -> bytes | None:
        """``Clip.to_bytes`` of a solved sample; None if its clip was deleted."""
        question = "SELECT data FROM clips JOIN samples ON samples.clip = clips.id WHERE space = ? AND sample_index = ?"
        rows = self._file.rows(question, (self._key, index))
        return (
            of_type(rows[0][0], bytes, f"a clip of the space '{self.space}'", self._store.path)
            if rows
            else None
        )

    def _sample(self, index: int) -> tuple[int, str]:
        """Key and state of a sample."""
        ((key, state),) = self._file.rows(
            "SELECT id, state FROM samples WHERE space = ? AND sample_index = ?", (self._key, index)
        )
        return key, state


def space_names(store: ClipStore) -> tuple[str, ...]:
    """Names of the spaces of a store, oldest first."""
    return tuple(name for (name,) in store.file.rows("SELECT name FROM spaces ORDER BY id"))


_KINDS: tuple[Any, ...] = (int, str, str, str, str, str, (int, float), int, int, str)  # of a row but its JSON
