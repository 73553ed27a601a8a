"""A dry run of a space beside Blender: its samples by name, and the expected time."""

from ...solver.messages import Outline
from ..runtime.process import SolverProcess
from .space_run import complaint_of


class DryRun:
    """One answer to an ``EstimateRequest``.

    Args:
        process: that outlines the space.
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
        """Takes the messages of the process."""
        for message in self.process.pump():
            if isinstance(message, Outline) and not self._is_stopped:
                self.names, self.text, self._is_known = message.names, message.expected, True
        finished = self.process.finished
        if finished is not None and not self._is_known and not self._is_stopped:
            self.text, self.error = "", complaint_of(finished)

    def stop(self) -> None:
        """Ends it at once; nothing is lost, since it keeps nothing."""
        if not self.is_over:
            self._is_stopped, self.text = True, "Stopped before the time could be estimated"
            self.process.drop()
