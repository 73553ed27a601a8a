"""Spaces generated into an empty store by the command that everybody has, and what that took."""

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
        reason: what could not hold.
        seconds: until that was clear [s].
    """

    name: str
    state: str
    reason: str
    seconds: float


@dataclass(frozen=True)
class Generation:
    """What became of some spaces.

    Attributes:
        seconds: wall time of all commands, their start included [s].
        processor_seconds: of all their processes [s].
        workers: processes that solved.
        solved: by space, how many samples have a clip.
        unsolved: the others.
    """

    seconds: float
    processor_seconds: float
    workers: int
    solved: dict[str, int]
    unsolved: tuple[Unsolved, ...]

    def count(self, state: str) -> int:
        """Samples in one of the states solved, infeasible and failed."""
        if state == SOLVED:
            return sum(self.solved.values())
        return sum(one.state == state for one in self.unsolved)


def generate_all(spaces: Sequence[ParameterSpace], store: Path, *, workers: int) -> Generation:
    """Runs ``python -m solver generate`` for one space after the other into a new store.

    Raises:
        RuntimeError: a command failed.
    """
    store.parent.mkdir(parents=True, exist_ok=True)
    for leftover in store.parent.glob(f"{store.name}*"):  # and its log
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
    """Group of the processes that have run, some of which may be about to end."""
    command = [sys.executable, "-m", "solver", "generate", space, "--store", store, "--workers", workers]
    process = subprocess.Popen(
        [str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        process_group=0,
    )  # fmt: skip
    try:
        said, _ = process.communicate()
    except BaseException:  # Ctrl+C too: whatever ends us ends the generation, and its workers end with it
        process.kill()
        raise
    if process.returncode not in (EXIT_SOLVED, EXIT_NO_SOLUTION):  # that nothing has a solution is a result
        raise RuntimeError(f"generate ended with {process.returncode}: {said[-600:]}")
    return process.pid


def _processor_seconds() -> float:
    """Of descendants that have ended and were awaited."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def _adopted_orphans() -> Iterator[None]:
    """This process is the parent of descendants whose own parent ends: their time counts only if awaited."""
    system = ctypes.CDLL(None)
    system.prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        system.prctl(PR_SET_CHILD_SUBREAPER, 0)


def _await(groups: list[int]) -> None:
    for group in groups:
        with suppress(ChildProcessError):  # there is none any more
            while True:
                os.waitpid(-group, 0)
