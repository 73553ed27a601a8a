"""Feeds made-up input to the solver and counts how it ends; a sentence is an InputError, everything else unexpected."""

import resource
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from solver.errors import InputError
from tests.support.seconds import worked

SLOW = 2.0  # s of a processor
LARGE = 10**9  # bytes
SOLVER = shutil.which("true") or "true"  # in place of the solver in scenes: ends at once
Case = tuple[str, Callable[[], object]]  # what it is, and what is done with it
Draw = Callable[[np.random.Generator], Case]


@dataclass(frozen=True)
class Used:
    """What a case used in a process of its own.

    Attributes:
        seconds: of a processor.
        memory: at most [bytes].
    """

    seconds: float
    memory: int


@dataclass
class Tally:
    """How the cases of one kind ended.

    Attributes:
        cases: tried.
        unexpected: that ended in another error than a sentence.
        slow: that took more than SLOW.
        large: for which a process grew to more than LARGE.
        executed: at which a program, or a file of the text's own, was opened.
        told: what was not as it should be, with its case.
    """

    cases: int = 0
    unexpected: int = 0
    slow: int = 0
    large: int = 0
    executed: int = 0
    told: list[str] = field(default_factory=list)

    @property
    def figures(self) -> dict[str, int]:
        """The counts by name."""
        return {name: count for name, count in asdict(self).items() if name != "told"}

    def add(self, other: "Tally") -> None:
        """Counts what another has found."""
        for name, count in other.figures.items():
            setattr(self, name, getattr(self, name) + count)
        self.told += other.told


def fuzz(draw: Draw, *, seed: int | tuple[int, ...], cases: int, seconds: float) -> Tally:
    """Tries cases until there are enough, or time is up."""
    tally, rng, end = Tally(), np.random.default_rng(seed), time.monotonic() + seconds
    while tally.cases < cases and time.monotonic() < end:
        _try(tally, *draw(rng))
    return tally


def _try(tally: Tally, what: str, act: Callable[[], object]) -> None:
    tally.cases += 1
    opened, before, used = len(_EXECUTED), _peak(), Used(0.0, 0)

    def end() -> None:
        nonlocal used
        try:
            found = act()
        except InputError:
            return
        except Exception as error:  # noqa: BLE001  counted and told: that is what this is for
            tally.unexpected += 1
            tally.told.append(f"{type(error).__name__}: {error}: {what[:400]!r}")
            return
        used = found if isinstance(found, Used) else used

    seconds = worked(end) + used.seconds
    memory = max(used.memory, _peak() - before)
    if seconds > SLOW:
        tally.slow += 1
        tally.told.append(f"{seconds:.1f} s: {what[:400]!r}")
    if memory > LARGE:
        tally.large += 1
        tally.told.append(f"{memory / 1e9:.1f} GB: {what[:400]!r}")
    if len(_EXECUTED) > opened:
        tally.executed += 1
        tally.told.append(f"executed {_EXECUTED[-1]}: {what[:400]!r}")


def _peak() -> int:
    """Most memory that this process has had [bytes]."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _listen(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "subprocess.Popen" and arguments[0] == SOLVER:
        return
    if event in ("os.system", "subprocess.Popen", "os.exec", "os.posix_spawn") or (
        event == "open" and arguments[0] == "executed"
    ):
        _EXECUTED.append(event)


_EXECUTED: list[str] = []
sys.addaudithook(_listen)
