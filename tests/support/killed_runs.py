"""A run killed at random moments and resumed: nothing lost, nothing twice, the file whole."""

import math
import random
import shutil
import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from solver.clip.clip import Clip
from solver.space import ParameterSpace
from tests.support.running_space import Running

LONGEST = 10.0  # s that a run lives at most; less if all of it takes less


@dataclass
class Outcome:
    """What was found after the kills.

    Attributes:
        kills: processes killed.
        runs_completed: how often all samples were solved before the store was begun anew.
        clips_kept: clips that had been found in the store, summed over the kills they survived.
        faults: promises that were broken, in words.
    """

    kills: int = 0
    runs_completed: int = 0
    clips_kept: int = 0
    faults: list[str] = field(default_factory=list)


def kill_often(space: ParameterSpace, kills: int, *, workers: int = 2, seed: int = 0) -> Outcome:
    """Kills and resumes; begins a new store whenever the space is solved.

    The first run is left alone: its time is the longest that the others live.
    """
    draw, outcome = random.Random(seed), Outcome()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        space.save(folder / "space.json")
        start = time.monotonic()
        _live(folder / "space.json", folder / "first.sqlite", workers, math.inf)
        longest = min(time.monotonic() - start, LONGEST)
        known: dict[str, bytes] = {}
        while outcome.kills < kills:
            store = folder / "store" / "clips.sqlite"
            store.parent.mkdir(exist_ok=True)
            told, is_killed = _live(folder / "space.json", store, workers, draw.uniform(0.0, longest))
            outcome.kills += is_killed
            if store.exists():
                known = _checked(store, known, told, outcome)
            if not is_killed:
                outcome.runs_completed += 1
                n_samples = len(space.points())
                if len(known) != n_samples:
                    outcome.faults.append(f"{len(known)} clips of {n_samples} samples at the end")
                shutil.rmtree(store.parent)
                known = {}
    return outcome


def _live(space: Path, store: Path, workers: int, seconds: float) -> tuple[int, bool]:
    """Clips that a run has told as solved, and whether it was killed before its end."""
    running = Running(space, store, workers=workers)
    told = [0]

    def listen() -> None:
        for tally in running.tallies():
            told[0] = tally.solved

    listener = threading.Thread(target=listen)
    listener.start()
    listener.join(None if math.isinf(seconds) else seconds)
    is_killed = listener.is_alive()
    if is_killed:
        running.kill()
    listener.join()
    return told[0], is_killed and running.process.returncode != 0


def _checked(store: Path, known: dict[str, bytes], told: int, outcome: Outcome) -> dict[str, bytes]:
    """Digest of every clip in the store, after a comparison with those known before and the number told."""
    with closing(sqlite3.connect(store, timeout=60)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'samples'").fetchone():
            return known  # killed before the tables were there
        (integrity,) = connection.execute("PRAGMA integrity_check").fetchone()
        names = [name for (name,) in connection.execute("SELECT name FROM clips")]
        data = dict(connection.execute("SELECT name, data FROM clips"))
        solved = connection.execute(
            "SELECT count(*), count(clip), count(DISTINCT clip) FROM samples WHERE state = 'solved'"
        ).fetchone()
    found = {name: blake2b(blob).digest() for name, blob in data.items()}
    faults = {
        f"integrity_check says {integrity}": integrity != "ok",
        "a clip is there twice": len(names) != len(found),
        "a clip is lost or was solved again": any(
            found.get(name) != digest for name, digest in known.items()
        ),
        f"{told} clips were told, {len(found)} are there": told > len(found),
        f"{solved} solved samples, their clips and different ones; {len(found)} clips": solved
        != (len(found),) * 3,
    }
    outcome.faults += [f"kill {outcome.kills}: {fault}" for fault, is_so in faults.items() if is_so]
    outcome.clips_kept += len(known)
    for name in set(found) - set(known):
        Clip.from_bytes(data[name])  # whole, or it raises
    return found
