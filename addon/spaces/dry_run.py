"""A dry run of a space in another process: names of its samples, and the expected time."""

from ...solver.messages import Outline
from ..runtime.process import SolverProcess
from .space_run import complaint_of


class DryRun:
    """One running ``EstimateRequest``.

    Args:
        process: lists the samples.
    """

    def __init__(self, process: SolverProcess) -> None:
        self.process = process
        self.names: tuple[str, ...] = ()
        self.text, self.error = "Solving two motions to estimate the time", ""
        self._is_known = False
        self._is_stopped = False

    @property
    def is_over(self) -> bool:
        """Whether the process has ended."""
        return self.process.finished is not None

    def pump(self) -> None:
        """Processes messages."""
        for message in self.process.pump():
            if isinstance(message, Outline) and not self._is_stopped:
                self.names, self.text, self._is_known = message.names, message.expected, True
        finished = self.process.finished
        if finished is not None and not self._is_known and not self._is_stopped:
            self.text, self.error = "", complaint_of(finished)

    def stop(self) -> None:
        """Ends the process immediately; it stores nothing that could be lost."""
        if not self.is_over:
            self._is_stopped, self.text = True, "Stopped before the time could be estimated"
            self.process.drop()
