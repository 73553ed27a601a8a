"""One run over a space: order, starts and states of its samples."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..scheduling.scheduler import Scheduler
from ..store.sample_table import CANCELLED, DONE, FAILED, INFEASIBLE, SOLVED, FinishedSample, SampleTable
from .continuation import Continuation
from .parameter_space import ParameterSpace
from .task import Answer, Lead, SampleTask

MAX_LEADS = 256  # in memory; older ones are read from the store, without multipliers


class SampleQueue:
    """Hands out samples in the order of continuation, with the solutions they can start from.

    Then, infeasible samples are tried again from neighbors solved in the meantime. Until solved, a sample stays
    infeasible, with the reason and attempt of its first try.

    Args:
        space: to sample.
        points: (K, D) its samples.
        table: of its samples in the store.
        time_limit: of one sample [s].
    """

    def __init__(self, space: ParameterSpace, points: Array, table: SampleTable, time_limit: float) -> None:
        self._space, self._points, self._table, self._time_limit = space, points, table, time_limit
        states = np.array(table.states())
        self._order = Continuation(
            space.places(points), waiting=~np.isin(states, DONE), solved=states == SOLVED
        )
        self._leads: OrderedDict[int, Lead | bytes] = OrderedDict()
        self._starts: dict[int, int | None] = {}  # of running samples
        self._again: set[int] = set()  # running samples that were infeasible before
        infeasible = list(table.rows([INFEASIBLE]))
        indices = {row.name: row.index for row in table.rows([SOLVED])} if infeasible else {}
        for row in infeasible:
            self._order.failed(row.index, indices.get(row.start), tries=row.tries)

    @property
    def n_waiting(self) -> int:
        """Number of samples that have not been handed out."""
        return self._order.n_waiting

    @property
    def waiting(self) -> list[int]:
        """Samples that have not been handed out."""
        return self._order.waiting

    @property
    def n_again(self) -> int:
        """Number of infeasible samples being tried again now or, as far as known, later."""
        return len(self._again.union(self._order.retries))

    def fill(self, scheduler: Scheduler[SampleTask, Answer]) -> tuple[list[int], list[FinishedSample]]:
        """Gives each free worker a sample; returns those begun for the first time, and those that are invalid."""
        started, senseless = [], []
        while scheduler.has_room and self._order.n_waiting:
            index, neighbour = self._order.next()
            try:
                task = self._task(index, neighbour)
            except InputError as error:
                senseless.append(FinishedSample(index, FAILED, str(error)))
                continue
            scheduler.begin(task)
            self._starts[index] = neighbour if task.start_name else None
            started.append(index)
        if not self._order.n_waiting:
            self._try_again(scheduler)
        return started, senseless

    def learnt(self, answers: Iterable[Answer]) -> list[FinishedSample]:
        """Results to write; solved samples become neighbors that others can start from."""
        return [finished for answer in answers if (finished := self._learnt(answer)) is not None]

    def _learnt(self, answer: Answer) -> FinishedSample | None:
        finished, index = answer.finished, answer.finished.index
        start, is_again = self._starts.pop(index), index in self._again
        self._again.discard(index)
        if finished.state == SOLVED and finished.clip is not None:
            self._leads[index] = answer.lead or finished.clip.data
            if len(self._leads) > MAX_LEADS:
                self._leads.popitem(last=False)
            self._order.solved(index)
            return finished
        if is_again and finished.state == CANCELLED:  # stays infeasible, and the try does not count
            return None
        if is_again or finished.state == INFEASIBLE:
            self._order.failed(index, start)
        return replace(finished, state=INFEASIBLE) if is_again else finished

    def _try_again(self, scheduler: Scheduler[SampleTask, Answer]) -> None:
        """Gives the other free workers infeasible samples with a neighbor solved in the meantime."""
        for index in self._order.retries:
            if not scheduler.has_room:
                return
            if index in self._again:
                continue
            neighbour = self._order.retry_neighbor(index)
            task = self._task(index, neighbour)
            if task.start is None:  # the neighbor's clip was deleted
                self._order.failed(index, neighbour)
                continue
            scheduler.begin(replace(task, is_again=True))
            self._again.add(index)
            self._starts[index] = neighbour

    def _task(self, index: int, neighbour: int | None) -> SampleTask:
        job = self._space.sample(self._points[index]).job
        if neighbour is None:
            return SampleTask(index, job, None, "", self._time_limit)
        name, _ = self._space.named(self._points[neighbour])
        if neighbour in self._leads:
            self._leads.move_to_end(neighbour)
            lead = self._leads[neighbour]
            start = (
                lead if isinstance(lead, bytes) else (self._space.sample(self._points[neighbour]).job, lead)
            )
            return SampleTask(index, job, start, name, self._time_limit)
        data = self._table.clip_data(neighbour)  # None if the clip was deleted
        return SampleTask(index, job, data, name if data else "", self._time_limit)
