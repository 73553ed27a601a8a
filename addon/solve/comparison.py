"""Whether a solve from scratch would find the motion that live edits have led to; asked while the artist rests.

Small edits lead along one optimum, and a larger one may have made another the better.
"""

from pathlib import Path

from ...solver.commands.request import CompareRequest
from ...solver.messages import EXIT_NO_SOLUTION, Compared
from ..interface.sentence import worded
from ..runtime.resident import ResidentSolver, ResidentTask

TIME_LIMIT = 60.0  # s; a motion that takes longer is not compared, which is told


class Comparison:
    """One comparison, which whatever is ordered next cancels.

    Args:
        solver: that has followed the edits.
        folder: where it works; nothing is written there.
        silence_timeout: seconds without a message after which the solver is stopped.

    Attributes:
        words: what it has found, for the panel; empty: the same optimum, or nothing yet.
    """

    def __init__(self, solver: ResidentSolver, folder: Path, silence_timeout: float) -> None:
        self.task: ResidentTask = solver.order(
            CompareRequest(TIME_LIMIT), folder, given={}, silence_timeout=silence_timeout
        )
        self.words = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to come."""
        return self.task.finished is not None

    def hear(self) -> None:
        """Takes what has been said since the last call."""
        for message in self.task.pump():
            if isinstance(message, Compared):
                self.words = words(message)
        if self.task.finished is not None and self.task.finished.exit_code == EXIT_NO_SOLUTION:
            self.words = worded("Live: Solve found no motion to compare with in {time:g} s", time=TIME_LIMIT)


def words(found: Compared) -> str:
    """What the artist is told; empty for the same optimum."""
    if found.is_same:
        return ""
    share = f"{100 * abs(found.saved):.2g}"
    if found.saved > 0:
        return worded("Live: Solve finds a different motion that costs {share}% less", share=share)
    return worded("Live: this motion costs {share}% less than the one Solve finds", share=share)
