"""Compares the motion reached by live edits with a solve from scratch while the artist pauses.

Small edits follow one optimum, although after a larger one another optimum may be better.
"""

from pathlib import Path

from ...solver.commands.request import CompareRequest
from ...solver.messages import EXIT_NO_SOLUTION, Compared
from ..interface.sentence import worded
from ..runtime.resident import ResidentSolver, ResidentTask

TIME_LIMIT = 60.0  # s; the panel says if this was too short for a comparison


class Comparison:
    """One comparison, canceled by the next task.

    Args:
        solver: the one that followed the edits.
        folder: working directory; nothing is written there.
        silence_timeout: seconds without a message after which the solver is stopped.

    Attributes:
        words: result for the panel; empty: the same optimum, or no result yet.
    """

    def __init__(self, solver: ResidentSolver, folder: Path, silence_timeout: float) -> None:
        self.task: ResidentTask = solver.order(
            CompareRequest(TIME_LIMIT), folder, files={}, silence_timeout=silence_timeout
        )
        self.words = ""

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.task.finished is not None

    def hear(self) -> None:
        """Processes messages since the last call."""
        for message in self.task.pump():
            if isinstance(message, Compared):
                self.words = words(message)
        if self.task.finished is not None and self.task.finished.exit_code == EXIT_NO_SOLUTION:
            self.words = worded("Live: Solve found no motion to compare with in {time:g} s", time=TIME_LIMIT)


def words(compared: Compared) -> str:
    """Message to the artist; empty for the same optimum."""
    if compared.is_same:
        return ""
    share = f"{100 * abs(compared.saved):.2g}"
    if compared.saved > 0:
        return worded("Live: Solve finds a different motion that costs {share}% less", share=share)
    return worded("Live: this motion costs {share}% less than the one Solve finds", share=share)
