"""Adds all spaces of a clip store to another, for example when a temporary store is saved."""

import sqlite3
from pathlib import Path

from ..errors import InputError
from .clip_store import ClipStore
from .sample_table import space_names


def add_spaces(target: Path, source: Path) -> None:
    """Copies all spaces of a store to another or a new one, with samples, clips, tags and attempts; on error, none.

    Raises:
        InputError: a file is not a clip store, or the target has a space or a clip of the same name.
    """
    with ClipStore(source, create=False) as store:  # migrates the tables
        names = space_names(store)
    with ClipStore(target) as store:
        known = set(space_names(store)) & set(names)
        if known:
            raise InputError(f"there are already variations named '{min(known)}'", field=str(target))
        store.file.change("ATTACH DATABASE ? AS other", (str(source),))
        try:
            with store.file.transaction():
                for statement in _COPIES:
                    store.file.change(statement)
        except sqlite3.IntegrityError as error:
            raise InputError(
                f"it has a clip with the name of one in '{source.name}'", field=str(target)
            ) from error


_SAMPLED = "FROM other.clips AS c JOIN other.samples AS s ON s.clip = c.id"
_COPIES = (  # keys differ from store to store, names do not
    "INSERT INTO spaces (name, created, definition) SELECT name, created, definition FROM other.spaces ORDER BY id",
    "INSERT INTO clips (name, created, about, data, motion)"
    f" SELECT c.name, c.created, c.about, c.data, c.motion {_SAMPLED} ORDER BY c.id",
    f"INSERT INTO tags (clip, tag) SELECT own.id, t.tag {_SAMPLED} JOIN other.tags AS t ON t.clip = c.id"
    " JOIN clips AS own ON own.name = c.name",
    """
    INSERT INTO samples (
        space, sample_index, name, parameters, state, reason, start, strategy, seconds, iterations, clip, tries, field
    ) SELECT own.id, s.sample_index, s.name, s.parameters, s.state, s.reason, s.start, s.strategy, s.seconds,
        s.iterations,
        (SELECT clips.id FROM clips JOIN other.clips AS c ON c.name = clips.name WHERE c.id = s.clip),
        s.tries, s.field
    FROM other.samples AS s JOIN other.spaces AS p ON p.id = s.space JOIN spaces AS own ON own.name = p.name
    ORDER BY s.id
    """,
    """
    INSERT INTO attempts (sample, data) SELECT own.id, a.data
    FROM other.attempts AS a JOIN other.samples AS s ON s.id = a.sample JOIN other.spaces AS p ON p.id = s.space
    JOIN spaces ON spaces.name = p.name
    JOIN samples AS own ON own.space = spaces.id AND own.sample_index = s.sample_index
    """,
)
