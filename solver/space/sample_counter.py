"""Live counts of a run."""

import time
from collections.abc import Callable, Iterable

from ..messages import Sink, Tally
from ..store.sample_table import (
    CANCELLED,
    DONE,
    FAILED,
    INFEASIBLE,
    RUNNING,
    SOLVED,
    STATES,
    WAITING,
    FinishedSample,
)

PERIOD = 0.25  # s between messages


class SampleCounter:
    """Counts the samples of a run and reports them a few times a second.

    Args:
        states: of all samples at the beginning of the run.
        send: receives the messages.
        count_retries: returns the number of infeasible samples to be tried again.
    """

    def __init__(self, states: list[str], send: Sink, *, count_retries: Callable[[], int]) -> None:
        self._states, self._send, self._again = list(states), send, count_retries
        self._counts = {state: self._states.count(state) for state in STATES}
        self._began, self._last_sent, self._n_done = time.monotonic(), -PERIOD, 0

    def enter(self, started: Iterable[int], finished: Iterable[FinishedSample]) -> None:
        """Counts samples that have begun, and samples, possibly the same, that have finished."""
        for index in started:
            self._move(index, RUNNING)
        for one in finished:
            self._move(one.index, one.state)

    def tally(self) -> Tally:
        """The current counts."""
        seconds = time.monotonic() - self._began
        rate = self._n_done / seconds if seconds > 0 else 0.0
        again = self._again()
        left = self._counts[WAITING] + self._counts[RUNNING] + again
        return Tally(
            total=len(self._states),
            waiting=self._counts[WAITING],
            running=self._counts[RUNNING],
            solved=self._counts[SOLVED],
            infeasible=self._counts[INFEASIBLE],
            failed=self._counts[FAILED],
            cancelled=self._counts[CANCELLED],
            seconds=round(seconds, 3),
            rate=round(rate, 3),
            seconds_left=round(left / rate, 1) if rate > 0 else None,
            again=again,
        )

    def send(self) -> None:
        """Sends the counts if a period has passed."""
        if time.monotonic() - self._began - self._last_sent >= PERIOD:
            self.send_now()

    def send_now(self) -> Tally:
        """Sends and returns the counts."""
        self._last_sent = time.monotonic() - self._began
        tally = self.tally()
        self._send(tally)
        return tally

    def _move(self, index: int, state: str) -> None:
        self._counts[self._states[index]] -= 1
        self._counts[state] += 1
        self._states[index] = state
        self._n_done += state in DONE
