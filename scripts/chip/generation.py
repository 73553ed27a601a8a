"""Generates spaces into an empty store by the public command, and measures the time."""

import ctypes
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from scripts.environment import ROOT
from solver.messages import EXIT_NO_SOLUTION, EXIT_SOLVED
from solver.space import ParameterSpace
from solver.store.clip_store import ClipStore
from solver.store.sample_table import FAILED, INFEASIBLE, SOLVED, SampleTable

PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>


@dataclass(frozen=True)
class Unsolved:
    """A sample without a clip.

    Attributes:
        name: of the sample.
        state: infeasible or failed.
        reason: why it has no clip.
        seconds: time until then [s].
    """

    name: str
    state: str
    reason: str
    seconds: float


@dataclass(frozen=True)
class Generation:
    """Result for several spaces.

    Attributes:
        seconds: wall time of all commands, including their start [s].
        processor_seconds: of all their processes [s].
        workers: number of processes that solve.
        solved: number of samples with a clip, by space.
        unsolved: the other samples.
    """

    seconds: float
    processor_seconds: float
    workers: int
    solved: dict[str, int]
    unsolved: tuple[Unsolved, ...]

    def count(self, state: str) -> int:
        """Number of samples in one of the states solved, infeasible and failed."""
        if state == SOLVED:
            return sum(self.solved.values())
        return sum(one.state == state for one in self.unsolved)


def generate_all(spaces: Sequence[ParameterSpace], store: Path, *, workers: int) -> Generation:
    """Runs ``python -m solver generate`` for each space into a new store.

    Raises:
        RuntimeError: a command failed.
    """
    store.parent.mkdir(parents=True, exist_ok=True)
    for leftover in store.parent.glob(f"{store.name}*"):  # with its log
        leftover.unlink()
    files = [store.with_name(f"{space.name}.json") for space in spaces]
    for space, file in zip(spaces, files, strict=True):
        space.save(file)
    start, start_cpu = time.perf_counter(), _processor_seconds()
    with _adopted_orphans():
        groups = [_generate(file, store, workers) for file in files]
        seconds = time.perf_counter() - start
        _await(groups)
    solved, unsolved = {}, []
    with ClipStore(store) as opened:
        for space in spaces:
            table = SampleTable(opened, space.name)
            solved[space.name] = Counter(table.states())[SOLVED]
            unsolved += [
                Unsolved(row.name, row.state, str(row.error), row.seconds)
                for row in table.rows((INFEASIBLE, FAILED))
            ]
    return Generation(seconds, _processor_seconds() - start_cpu, workers, solved, tuple(unsolved))


def _generate(space: Path, store: Path, workers: int) -> int:
    """Runs the command; returns its process group, whose processes may still be ending."""
    command = [sys.executable, "-m", "solver", "generate", space, "--store", store, "--workers", workers]
    process = subprocess.Popen(
        [str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        process_group=0,
    )  # fmt: skip
    try:
        said, _ = process.communicate()
    except BaseException:  # including Ctrl+C: also ends the generation and its workers
        process.kill()
        raise
    if process.returncode not in (EXIT_SOLVED, EXIT_NO_SOLUTION):  # no solution is a result, too
        raise RuntimeError(f"generate ended with {process.returncode}: {said[-600:]}")
    return process.pid


def _processor_seconds() -> float:
    """Processor time of all ended and awaited descendants [s]."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def _adopted_orphans() -> Iterator[None]:
    """Makes this process the parent of orphaned descendants, since only the time of awaited children counts."""
    system = ctypes.CDLL(None)
    system.prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        system.prctl(PR_SET_CHILD_SUBREAPER, 0)


def _await(groups: list[int]) -> None:
    for group in groups:
        with suppress(ChildProcessError):  # none is left
            while True:
                os.waitpid(-group, 0)
