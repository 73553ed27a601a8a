"""Thousands of samples: memory stays bounded, counts are always correct, and a killed run resumes."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from solver.messages import Tally
from solver.store.clip_store import ClipStore
from solver.store.sample_table import SampleTable
from tests.support.running_space import Running
from tests.support.spaces import flights

BEGINNING = 0.1  # fraction of the samples before the first memory measurement
MAX_GROWTH = 60.0  # MB of the main process from there to the end
LARGEST_SHARE = 0.5  # fraction of the samples before the first run is killed


@dataclass
class Outcome:
    """Result of the runs.

    Attributes:
        counts: of the store at the end, by state.
        memory: of the main process at the beginning, and its maximum after that [MB].
        faults: broken guarantees, in words.
    """

    counts: dict[str, int]
    memory: tuple[float, float]
    faults: list[str]


def solve_many(side: int, *, workers: int = 2) -> Outcome:
    """Solves side x side flights in two runs, the first of which is killed halfway."""
    space, faults = flights(side), []
    total, last, first_memory, peak = side * side, 0, 0.0, 0.0
    with tempfile.TemporaryDirectory() as name:
        file, store = Path(name) / "space.json", Path(name) / "clips.sqlite"
        space.save(file)
        for share in (LARGEST_SHARE, 2.0):
            running = Running(file, store, workers=workers)
            for tally in running.tallies():
                faults += _wrong(tally, total, last)
                last = tally.solved
                if tally.solved >= BEGINNING * total:
                    memory = running.memory()
                    first_memory = first_memory or memory
                    peak = max(peak, memory)
                if tally.solved >= share * total:
                    running.kill()
                    break
            running.process.wait()
            if share == LARGEST_SHARE:
                with ClipStore(store) as opened:
                    if len(opened.names()) < last:
                        faults.append(
                            f"{last} were told, {len(opened.names())} are in the store after the kill"
                        )
        with ClipStore(store) as opened:
            counts = SampleTable(opened, space.name).counts()
            if len(opened.names()) != counts["solved"] or counts["solved"] != last:
                faults.append(f"{len(opened.names())} clips, {counts['solved']} solved, {last} told")
    if peak - first_memory > MAX_GROWTH:
        faults.append(f"memory grew by {peak - first_memory:.0f} MB")
    if counts["solved"] != total:
        faults.append(f"{counts}, expected {total} solved")
    return Outcome(counts, (first_memory, peak), faults)


def _wrong(tally: Tally, total: int, before: int) -> list[str]:
    parts = tally.waiting + tally.running + tally.solved + tally.infeasible + tally.failed + tally.cancelled
    if (tally.total, parts) != (total, total) or tally.solved < before:
        return [f"wrong counts after {before} solved: {tally}"]
    return []
