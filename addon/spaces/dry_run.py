"""What a space would be, told beside Blender: its samples by name, and how long they will take."""

from ...solver.messages import EXIT_SOLVED, Status
from ..announcement import announced
from ..process import SolverProcess


class DryRun:
    """One run of ``python -m solver generate --dry-run``.

    Args:
        process: that tells a line for each sample, then their number, then the expected time.
    """

    def __init__(self, process: SolverProcess) -> None:
        self.process = process
        self.names: tuple[str, ...] = ()
        self.text, self.error = "Trying two motions to tell the time", ""
        self._lines: list[str] = []
        self._is_stopped = False

    @property
    def is_over(self) -> bool:
        """Whether the process has ended."""
        return self.process.finished is not None

    def pump(self) -> None:
        """Takes what the process has told."""
        self._lines += [message.text for message in self.process.pump() if isinstance(message, Status)]
        finished = self.process.finished
        if finished is None or self._is_stopped:
            return
        if finished.exit_code == EXIT_SOLVED and len(self._lines) > 2:
            *names, _counts, self.text = self._lines
            self.names = tuple(names)
        else:
            self.text, self.error = "", announced(finished.error) or "The solver ended without a word"

    def stop(self) -> None:
        """Ends it at once; nothing is lost, since it keeps nothing."""
        if not self.is_over:
            self._is_stopped, self.text = True, "Stopped; how long it takes is not known"
            self.process.drop()
