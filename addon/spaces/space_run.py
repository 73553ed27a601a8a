"""Solving a space in another process, and its messages so far."""

from collections.abc import Callable
from pathlib import Path

from ...solver.messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Status, Tally
from ...solver.space.parameter_space import ParameterSpace
from ..announcement import announced
from ..runtime.conversation import Finished
from ..runtime.process import SolverProcess
from ..solve.eta import left_in_words

SPACE_FILE = "space.json"
_ENDINGS = {
    EXIT_SOLVED: "Done",
    EXIT_NO_SOLUTION: "Done, but no variation has a solution",
    EXIT_CANCELLED: "Stopped; press Solve Variations to continue",
}


class SpaceRun:
    """One running or queued ``GenerateRequest``.

    Args:
        space: to be solved.
        store: file of its clips.
        begin: starts the process that solves it.
    """

    def __init__(self, space: ParameterSpace, store: Path, begin: Callable[[], SolverProcess]) -> None:
        self.space, self.store, self._begin = space, store, begin
        self.process: SolverProcess | None = None
        self.tally: Tally | None = None
        self.text, self.error = "Queued", ""
        self._is_dropped = False

    @property
    def is_over(self) -> bool:
        """Whether the process has ended, or will never start."""
        return self._is_dropped or (self.process is not None and self.process.finished is not None)

    def pump(self) -> bool:
        """Starts the process or processes its messages; returns whether a sample has ended."""
        if self.process is None:
            self.process, self.text = self._begin(), "Starting the solver"
        before = _ended(self.tally)
        for message in self.process.pump():
            if isinstance(message, Tally):
                self.tally = message
            elif isinstance(message, Status) and self.tally is None:
                self.text = message.text
        if self.tally is not None:
            self.text = f"{counts_in_words(self.tally)}; {_left(self.tally)}"
        finished = self.process.finished
        if finished is not None:
            ending = _ENDINGS.get(finished.exit_code)
            self.error = "" if ending else complaint_of(finished)
            self.text = f"{ending}: {counts_in_words(self.tally)}" if ending and self.tally else ending or ""
        return _ended(self.tally) != before

    def cancel(self) -> None:
        """Asks the process to end, or removes a queued one."""
        if self.process is None:
            self._is_dropped, self.text = True, "Removed from queue"
        else:
            self.text = "Stopping"
            self.process.cancel()

    def kill(self) -> None:
        """Ends the process immediately."""
        if self.process is None:
            self.cancel()
        elif not self.is_over:
            self.process.kill()


def complaint_of(finished: Finished) -> str:
    """Error of a failed process, for the panel."""
    return announced(finished.complaint) if finished.complaint else "The solver ended without a message"


def _ended(tally: Tally | None) -> tuple[int, int] | None:
    """Numbers of solved and unsolved samples; None before the first counts, which are a change as well."""
    return None if tally is None else (tally.solved, tally.infeasible + tally.failed)


def counts_in_words(tally: Tally) -> str:
    """Number of solved samples, and the states of the others, in words."""
    others = [
        f"{count} {word}"
        for count, word in (
            (tally.infeasible, "without a solution"), (tally.failed, "failed"), (tally.running, "solving"),
            (tally.again, "to be retried"),
        )
        if count
    ]  # fmt: skip
    return ", ".join([f"{tally.solved} of {tally.total} solved", *others])


def _left(tally: Tally) -> str:
    if tally.seconds_left is None:
        return "estimating time left"
    return left_in_words(tally.seconds_left)
