"""One run over a space: which sample comes next, what it starts from, and what is known of the others."""

import json
from collections import OrderedDict

import numpy as np

from ..errors import InputError
from ..motion.clip_store import ClipStore
from ..motion.sample_table import DONE, FAILED, SOLVED, Finished, SampleTable
from .continuation import Continuation
from .crew import Crew
from .parameter_space import ParameterSpace
from .task import Answer, Array, Lead, Task

MAX_LEADS = 256  # kept in memory; older ones are read from the store, without multipliers


def begun(store: ClipStore, space: ParameterSpace, points: Array, *, resume: bool) -> SampleTable:
    """The store's table of a space's samples, made if it is new.

    Raises:
        InputError: the space makes no sense; the store has it and it is not to be resumed, or it has another
            one by its name.
    """
    table, definition = SampleTable(store, space.name), json.dumps(space.to_json())
    if not table.exists:
        space.sample(points[0])  # a mistake in what all samples share is told before anything is written
        table.create(definition, (space.named(point) for point in points))
    elif table.definition != definition:
        raise InputError(
            f"the store has another space by the name '{space.name}'; give this one a name of its own",
            field="space.name",
        )
    elif not resume:
        counts = table.counts()
        n_done = sum(counts[state] for state in DONE)
        raise InputError(
            f"the store has the space '{space.name}', {n_done} of its {len(points)} samples done; expected "
            "--resume to go on, or another name",
            field="space.name",
        )
    table.wait_again()
    return table


class Run:
    """Gives out samples in the order of continuation and remembers what they can start from.

    Args:
        space: that is sampled.
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
        self._leads: OrderedDict[int, Lead] = OrderedDict()

    @property
    def n_waiting(self) -> int:
        """How many samples have not been given out."""
        return self._order.n_waiting

    @property
    def waiting(self) -> list[int]:
        """Samples that have not been given out."""
        return self._order.waiting

    def fill(self, crew: Crew) -> tuple[list[int], list[Finished]]:
        """Gives every free worker a sample; returns those that began, and those that make no sense."""
        started, senseless = [], []
        while crew.has_room and self._order.n_waiting:
            place, neighbour = self._order.next()
            try:
                task = self._task(place, neighbour)
            except InputError as error:
                senseless.append(Finished(place, FAILED, str(error)))
                continue
            crew.begin(task)
            started.append(place)
        return started, senseless

    def learnt(self, answer: Answer) -> Finished:
        """What became of a sample; a solved one is a neighbour from now on."""
        place = answer.finished.place
        if answer.lead is not None:
            self._leads[place] = answer.lead
            if len(self._leads) > MAX_LEADS:
                self._leads.popitem(last=False)
            self._order.solved(place)
        return answer.finished

    def _task(self, place: int, neighbour: int | None) -> Task:
        job = self._space.sample(self._points[place]).job
        if neighbour is None:
            return Task(place, job, None, "", self._time_limit)
        name, _ = self._space.named(self._points[neighbour])
        if neighbour in self._leads:
            self._leads.move_to_end(neighbour)
            start = (self._space.sample(self._points[neighbour]).job, self._leads[neighbour])
            return Task(place, job, start, name, self._time_limit)
        data = self._table.clip_data(neighbour)  # None if the artist has deleted the clip
        return Task(place, job, data, name if data else "", self._time_limit)
