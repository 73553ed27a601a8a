"""An existing clip in place of a solver process."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.messages import EXIT_BAD_INPUT, EXIT_CANCELLED, EXIT_SOLVED, Message
from ..runtime.conversation import Finished
from ..runtime.threads import submit


class FetchedClip:
    """Fetches a clip in a thread; a Solve writes it as if it had just been solved.

    Args:
        fetch: returns the clip.
    """

    def __init__(self, fetch: Callable[[], Clip]) -> None:
        self.finished: Finished | None = None
        thread = ThreadPoolExecutor(1, "spacetime-fetch")
        self._clip: Future[Clip] = submit(thread, fetch)
        thread.shutdown(wait=False)  # ends by itself

    @property
    def silence(self) -> float:
        """Always zero, because no process is waited for."""
        return 0.0

    def pump(self) -> list[Message]:
        """Returns no messages; ``finished`` is set when the clip is available."""
        if self.finished is None and self._clip.done():
            try:
                self.finished = Finished(EXIT_SOLVED, self._clip.result())
            except InputError as error:
                self.finished = Finished(EXIT_BAD_INPUT, complaint=error)
        return []

    def cancel(self) -> None:
        """Discards the clip."""
        self.finished = Finished(EXIT_CANCELLED)

    def kill(self) -> None:
        """Discards the clip; there is no process to end."""
        self.cancel()
