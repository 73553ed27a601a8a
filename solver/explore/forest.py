"""Dependent solves on any workers: each motion starts from the solution of its parent.

A front is a chain of such motions, or one chain per worker; a surface is a tree. The start of each motion depends only
on the forest and not on the order of completion, so the result is deterministic.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from ..animate import make_clip
from ..clip.clip import Clip
from ..job.job import Job
from ..messages import Sink, Status
from ..optimise.solution import Solution
from ..optimise.solve import solve
from ..optimise.start import Start
from ..problem.formulate import formulate
from ..scheduling.own_process import is_stopped
from ..scheduling.scheduler import Scheduler
from ..scheduling.workers import Workers, as_workers
from .earlier import Earlier, nothing

TICK = 0.1  # s between checks for cancellation
MORE = 2  # times that a solve from a similar motion is continued after its iterations have ended
BEAT = 15.0  # s between messages while workers are busy; a silent solver counts as dead

Moved = Callable[[Start, Job], Start]


class Solver(Protocol):
    """Interface of ``solve``; must be a module-level function, because it is pickled by name."""

    def __call__(
        self,
        job: Job,
        *,
        send: Sink,
        cancelled: Callable[[], bool],
        start: Start | None = None,
        start_alone: bool = False,
    ) -> Solution:
        """See ``solve``."""


@dataclass(frozen=True, eq=False)
class Branch:
    """One motion of a forest.

    Attributes:
        job: of the motion.
        parent: smaller index of the branch from whose solution it starts; None: a root.
        start: of a root, a similar motion; None: none.
        is_alone: whether no other strategy is tried if that start fails.
    """

    job: Job
    parent: int | None = None
    start: Start | None = None
    is_alone: bool = False


@dataclass(frozen=True, eq=False)
class Grown:
    """Result of a branch.

    Attributes:
        index: of the branch.
        clip: solved, or the closest attempt.
        start: for its children; None if it is not solved.
        seconds: processor time.
        process: id of the process.
    """

    index: int
    clip: Clip
    start: Start | None
    seconds: float
    process: int


def chains(count: int, n_chains: int) -> list[int | None]:
    """(count,) parents of motions in sequence, cut into ``n_chains`` chains of similar length."""
    begins = {round(k * count / n_chains) for k in range(n_chains)}
    return [None if k in begins else k - 1 for k in range(count)]


def grow(
    branches: Sequence[Branch],
    *,
    moved: Moved = lambda start, _: start,
    solver: Solver = solve,
    earlier: Earlier = nothing,
    workers: Workers | int | None = None,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Grown]:
    """Yields each motion as soon as it is solved; if a parent has no solution, its own parent's is used.

    Args:
        branches: of the forest.
        moved: converts a solution to a start for a child's job.
        solver: finds each motion.
        earlier: returns motions known from an earlier run.
        workers: that solve in parallel, or the number of processes; None: sequentially, here.
        send: receives progress of solves in this process, and occasional messages while workers are busy.
        cancelled: called often; True ends it.

    Raises:
        InputError: a job is invalid.
    """
    forest = _Forest(branches, moved, solver)
    if workers is None or workers == 1:
        while (task := forest.next()) is not None and not cancelled():
            grown = _known(task, earlier) or _solved(task, send, cancelled)
            forest.keep(grown)
            yield grown
        return
    yield from _grow_elsewhere(forest, earlier, as_workers(workers), send, cancelled)


def _grow_elsewhere(
    forest: "_Forest", earlier: Earlier, pool: Workers, send: Sink, cancelled: Callable[[], bool]
) -> Iterator[Grown]:
    """Grows a forest in parallel by workers."""
    scheduler: Scheduler[_Task, Grown | BaseException | None] = Scheduler(
        pool, _elsewhere, failed=lambda _, error: error, cancelled=lambda _: None, loads=__name__
    )
    last_message = time.monotonic()
    try:
        while not cancelled():
            while scheduler.has_room and (task := forest.next()) is not None:
                known = _known(task, earlier)
                if known is None:
                    scheduler.begin(_packed(task))
                    continue
                forest.keep(known)
                yield known
            if not scheduler.is_busy:
                break
            if time.monotonic() - last_message > BEAT:
                send(Status("Solving several motions at once"))
                last_message = time.monotonic()
            for answer in scheduler.answers(TICK):
                if isinstance(answer, BaseException):
                    raise answer
                if answer is not None:
                    forest.keep(answer)
                    yield answer
        scheduler.dismiss()
    finally:
        scheduler.close()


def busiest(grown: Sequence[Grown]) -> float:
    """Processor time of the busiest process [s]."""
    spent: dict[int, float] = {}
    for each in grown:
        spent[each.process] = spent.get(each.process, 0.0) + each.seconds
    return max(spent.values(), default=0.0)


@dataclass(frozen=True, eq=False)
class _Task:
    index: int
    job: Job
    start: Start | None
    is_alone: bool
    solver: Solver


@dataclass
class _Forest:
    """Scheduling state of a forest."""

    branches: Sequence[Branch]
    moved: Moved
    solver: Solver
    begun: set[int] = field(default_factory=set)
    over: dict[int, Start | None] = field(default_factory=dict)

    def next(self) -> _Task | None:
        """The first branch that is not begun and whose parent is done."""
        for k, branch in enumerate(self.branches):
            if k not in self.begun and (branch.parent is None or branch.parent in self.over):
                self.begun.add(k)
                return _Task(k, branch.job, self._start(branch), branch.is_alone, self.solver)
        return None

    def keep(self, grown: Grown) -> None:
        self.over[grown.index] = grown.start

    def _start(self, branch: Branch) -> Start | None:
        parent = branch.parent
        while parent is not None:
            start = self.over[parent]
            if start is not None:
                return self.moved(start, branch.job)
            parent = self.branches[parent].parent
        return branch.start


def _known(task: _Task, earlier: Earlier) -> Grown | None:
    clip = earlier(task.job)
    return None if clip is None else Grown(task.index, clip, Start.of_clip(clip), 0.0, os.getpid())


def _packed(task: _Task) -> _Task:
    """The task without parts that are expensive to pickle: workers formulate their own problems."""
    return task if task.start is None else replace(task, start=replace(task.start, like=None))


def _elsewhere(task: _Task) -> Grown:
    """Runs a task in a worker process."""
    if task.start is not None and task.start.multipliers is not None:
        task = replace(task, start=replace(task.start, like=formulate(task.start.transcription.job)))
    grown = _solved(task, lambda _: None, is_stopped)
    return grown if grown.start is None else replace(grown, start=replace(grown.start, like=None))


def _solved(task: _Task, send: Sink, cancelled: Callable[[], bool]) -> Grown:
    """Solves from a similar motion, which takes a fraction of a second, or if that fails, by all strategies."""
    began = time.process_time()
    solution = None
    if task.start is not None:
        solution = task.solver(task.job, send=send, cancelled=cancelled, start=task.start, start_alone=True)
        for _ in range(MORE):
            if solution.solved or cancelled():
                break
            left = Start.of_solution(solution)
            solution = task.solver(task.job, send=send, cancelled=cancelled, start=left, start_alone=True)
    if solution is None or not (solution.solved or task.is_alone or cancelled()):
        solution = task.solver(task.job, send=send, cancelled=cancelled)
    clip = make_clip(solution)
    start = Start.of_solution(solution) if clip.provenance.solved else None
    return Grown(task.index, clip, start, time.process_time() - began, os.getpid())
