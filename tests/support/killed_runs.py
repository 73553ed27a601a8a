"""Kills runs at random moments and resumes them: no clip is lost or solved twice, and the file stays intact."""

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

LONGEST = 10.0  # s, longest time before a kill


@dataclass
class Outcome:
    """What was found after the kills.

    Attributes:
        kills: number of processes killed.
        runs_completed: number of times all samples were solved before starting a new store.
        clips_kept: number of clips in the store, summed over the kills they survived.
        faults: broken guarantees, in words.
    """

    kills: int = 0
    runs_completed: int = 0
    clips_kept: int = 0
    faults: list[str] = field(default_factory=list)


def kill_often(space: ParameterSpace, kills: int, *, workers: int = 2, seed: int = 0) -> Outcome:
    """Kills and resumes runs; starts a new store whenever the space is solved.

    The first run is not killed: its duration is the longest of the others.
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
            reported, is_killed = _live(folder / "space.json", store, workers, draw.uniform(0.0, longest))
            outcome.kills += is_killed
            if store.exists():
                known = _checked(store, known, reported, outcome)
            if not is_killed:
                outcome.runs_completed += 1
                n_samples = len(space.points())
                if len(known) != n_samples:
                    outcome.faults.append(f"{len(known)} clips of {n_samples} samples at the end")
                shutil.rmtree(store.parent)
                known = {}
    return outcome


def _live(space: Path, store: Path, workers: int, seconds: float) -> tuple[int, bool]:
    """Number of clips that a run has reported as solved, and whether it was killed before its end."""
    running = Running(space, store, workers=workers)
    reported = [0]

    def listen() -> None:
        for tally in running.tallies():
            reported[0] = tally.solved

    listener = threading.Thread(target=listen)
    listener.start()
    listener.join(None if math.isinf(seconds) else seconds)
    is_killed = listener.is_alive()
    if is_killed:
        running.kill()
    listener.join()
    return reported[0], is_killed and running.process.returncode != 0


def _checked(store: Path, known: dict[str, bytes], reported: int, outcome: Outcome) -> dict[str, bytes]:
    """Digests of all clips in the store, after comparing with the known ones and the number reported."""
    with closing(sqlite3.connect(store, timeout=60)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'samples'").fetchone():
            return known  # killed before the tables were created
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
        f"{reported} clips were told, {len(found)} are there": reported > len(found),
        f"{solved} solved samples, their clips and different ones; {len(found)} clips": solved
        != (len(found),) * 3,
    }
    outcome.faults += [f"kill {outcome.kills}: {fault}" for fault, is_so in faults.items() if is_so]
    outcome.clips_kept += len(known)
    for name in set(found) - set(known):
        Clip.from_bytes(data[name])  # raises if incomplete
    return found
