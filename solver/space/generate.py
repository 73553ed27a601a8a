"""Solves all samples of a space into a store (McIntosh 2011, sections 4.2.3 and 4.2.4)."""

import time
from collections.abc import Callable
from pathlib import Path

from ..messages import Sink, Status, Tally
from ..number_range import NumberRange, require_number
from ..scheduling.scheduler import Scheduler
from ..scheduling.workers import Workers, as_workers
from ..store.clip_store import ClipStore
from ..store.sample_table import CANCELLED, FinishedSample, SampleTable
from . import task
from .parameter_space import ParameterSpace
from .run import SampleQueue
from .sample_counter import SampleCounter
from .store_match import begun, stored_matches
from .work import WORKER, work

TICK = 0.1  # s between checks for cancellation
WRITE_PERIOD = 0.1  # s between transactions; a process that dies loses this and the running samples
TIME_LIMIT = 60.0  # s per sample
SECONDS = NumberRange(0, 1e7, is_above=True, unit="s")


def generate(
    space: ParameterSpace,
    store: Path,
    *,
    workers: Workers | int | None = None,
    resume: bool = False,
    time_limit: float = TIME_LIMIT,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Tally:
    """Solves every sample of a space and stores the clips.

    Each sample starts from its nearest solved neighbor, and from scratch if that fails. Infeasible samples are stored
    with their reason and closest attempt, after another try from neighbors solved in the meantime. A sample that
    crashes or takes too long counts as failed; the others continue. However the run ends, every clip reported as
    solved is in the store.

    Args:
        space: to sample.
        store: file of clips, created if it is missing.
        workers: that solve the samples, or the number of processes; None: one for each core.
        resume: whether to continue a space that the store has already; characters may have been renamed since.
        time_limit: of one sample [s], in addition to that of its job.
        send: receives status and progress.
        cancelled: called ten times a second; True ends the run and keeps what is solved.

    Returns:
        The final counts.

    Raises:
        InputError: the space is invalid, the store has it and ``resume`` is false, or ``workers`` is invalid.
    """
    require_number(time_limit, SECONDS, "time_limit")
    scheduler = Scheduler(
        as_workers(workers), work, failed=task.failed, cancelled=task.cancelled, loads=WORKER
    )  # which loads while we sample
    with ClipStore(store) as opened:
        space = stored_matches(opened, space)
        points = space.points()
        table = begun(opened, space, points, resume=resume)
        run = SampleQueue(space, points, table, time_limit)
        progress = SampleCounter(table.states(), send, count_retries=lambda: run.n_again)
        send(Status(f"'{space.name}': {run.n_waiting} of {len(points)} variations to solve"))
        books = _Books(table, progress)
        try:
            while (run.n_waiting or run.n_again or scheduler.is_busy) and not cancelled():
                books.enter(*run.fill(scheduler))  # workers get new samples before anything is written
                books.write_in_time()
                books.enter([], run.learnt(scheduler.answers(TICK)))
            books.enter([], run.learnt(scheduler.dismiss()))
            books.enter([], [FinishedSample(index, CANCELLED) for index in run.waiting])
            books.write()
        finally:
            scheduler.close()
        return progress.send_now()


class _Books:
    """Writes and then reports samples in batches, because a transaction costs as much as a small solve.

    Args:
        table: of samples in the store.
        progress: notified of samples written.
    """

    def __init__(self, table: SampleTable, progress: SampleCounter) -> None:
        self._table, self._progress = table, progress
        self._started: list[int] = []
        self._finished: list[FinishedSample] = []
        self._written = -WRITE_PERIOD

    def enter(self, started: list[int], finished: list[FinishedSample]) -> None:
        """Adds samples that have begun or finished."""
        self._started += started
        self._finished += finished

    def write_in_time(self) -> None:
        """Writes if the period has passed."""
        if time.monotonic() - self._written >= WRITE_PERIOD:
            self.write()

    def write(self) -> None:
        """Writes pending samples, then reports the counts."""
        self._table.update(self._started, self._finished)
        self._progress.enter(self._started, self._finished)
        self._progress.send()
        self._started, self._finished = [], []
        self._written = time.monotonic()
