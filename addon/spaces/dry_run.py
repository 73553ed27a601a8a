"""A dry run of a space in another process: names of its samples, and the expected time."""

from ...solver.messages import Outline
from ...solver.space.sample_name import SampleName
from ..runtime.process import SolverProcess
from .space_run import complaint_of


class DryRun:
    """One running ``EstimateRequest``.

    Args:
        process: lists the samples.
        space: name of the space.
    """

    def __init__(self, process: SolverProcess, space: str) -> None:
        self.process, self._space = process, space
        self.names: tuple[SampleName, ...] = ()
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
                self.names, self.text, self._is_known = self._named(message), message.expected, True
        finished = self.process.finished
        if finished is not None and not self._is_known and not self._is_stopped:
            self.text, self.error = "", complaint_of(finished)

    def _named(self, outline: Outline) -> tuple[SampleName, ...]:
        return tuple(
            SampleName(self._space, tuple(zip(outline.varied, labels, strict=True)))
            for labels in outline.labels
        )

    def stop(self) -> None:
        """Ends the process immediately; it stores nothing that could be lost."""
        if not self.is_over:
            self._is_stopped, self.text = True, "Stopped before the time could be estimated"
            self.process.drop()
