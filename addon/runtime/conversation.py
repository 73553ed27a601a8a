"""Communication with another process: its messages, its result, and timeouts.

A thread receives messages and loads the clip, so that ``pump``, which is called by Blender's timer or a loop, never
waits. Independent of bpy.
"""

import queue
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from os import read
from pathlib import Path
from typing import Protocol

from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.messages import EXIT_CANCELLED, EXIT_FAILED, Done, Error, Iterate, Message
from .threads import wait_to_read

SILENCE_TIMEOUT = 120.0  # s without a message after which the solver counts as hung
CANCEL_TIMEOUT = 20.0  # s for a canceled solver to return its best motion
MAX_STDERR = 300  # characters of a program's stderr in a message
CHUNK = 1 << 16  # bytes to read at once
LONGEST_LINE = 8_000_000  # bytes; a preview of a thousand frames of a hundred numbers has one million
AT_ONCE = 100  # messages per pump
MOST_WAITING = 10_000  # queued messages; further ones are dropped, except the last
MOST_PREVIEWS = 100  # queued messages from which previews are dropped


class Savable(Protocol):
    """Input file of a program, such as a job or a clip."""

    def save(self, path: Path) -> None:
        """Writes it."""


@dataclass(frozen=True)
class Finished:
    """Result of a conversation.

    Attributes:
        exit_code: EXIT_* of solver.messages; EXIT_FAILED if the process died.
        clip: the best motion found, if any.
        complaint: the error; None for a success.
        clip_file: file of the clip.
    """

    exit_code: int
    clip: Clip | None = None
    complaint: InputError | None = None
    clip_file: Path | None = None

    @classmethod
    def failed(cls, sentence: str) -> "Finished":
        """A failure with its reason in one sentence."""
        return cls(EXIT_FAILED, complaint=InputError(sentence))

    @property
    def error(self) -> str:
        """The error in one sentence for the user; empty if there is none."""
        return "" if self.complaint is None else str(self.complaint)


@dataclass(frozen=True)
class Speaker:
    """The other program, and its description in messages.

    Attributes:
        name: at the start of a sentence.
        program: name of its executable.
        remedy: what to do if it hangs.
        loss: what is lost if it must be stopped.
        has_other_output: whether its stdout has lines other than messages, which are skipped.
    """

    name: str
    program: str
    remedy: str
    loss: str
    has_other_output: bool = False

    def cannot_start(self, program: str, error: OSError) -> str:
        """Message for a program that cannot be started."""
        return f"{self.program} '{program}' cannot be started: {error.strerror}."

    def exit_message(self, code: int, log: Path) -> str:
        """Message from its exit code and the end of its log."""
        complaint = log.read_text("utf-8", "replace").strip().splitlines()
        last = f": {complaint[-1][:MAX_STDERR]}" if complaint else ""
        if code < 0:
            return (
                f"{self.name} was killed by the system (signal {-code})"
                f"{last or '; it may have run out of memory'}."
            )
        return f"{self.name} stopped without a result (exit code {code}){last}."


SOLVER = Speaker(
    "The solver", program="The solver's Python", remedy="try a shorter motion", loss="its motion was lost"
)


class Conversation(ABC):
    """One request to a program, and its answers.

    Args:
        speaker: the program.
        silence_timeout: seconds without a message after which the program is stopped.

    Attributes:
        finished: its result; None while it is running.
    """

    def __init__(self, speaker: Speaker, silence_timeout: float) -> None:
        self.finished: Finished | None = None
        self.speaker, self._silence_timeout = speaker, silence_timeout
        self.stop_reason = ""  # reason if it was ended by the add-on
        self._said: queue.SimpleQueue[Message | Finished] = queue.SimpleQueue()
        self._heard_at, self._cancelled_at = time.monotonic(), 0.0

    @property
    @abstractmethod
    def pid(self) -> int:
        """Process id; waits for the start, 0 if that fails."""

    @abstractmethod
    def request_cancel(self) -> None:
        """Asks the program to stop and return its best motion."""

    @abstractmethod
    def end_process(self) -> None:
        """Ends the program at once without waiting."""

    @property
    def is_cancelled(self) -> bool:
        """Whether it has been canceled."""
        return bool(self._cancelled_at)

    @property
    def is_waiting(self) -> bool:
        """Whether the program has earlier requests to answer first, and so may be silent."""
        return False

    @property
    def silence(self) -> float:
        """Seconds for which a message has been due."""
        return 0.0 if self.is_waiting else time.monotonic() - self._heard_at

    def pump(self) -> list[Message]:
        """Messages since the last call, without waiting; sets ``finished`` at the end."""
        if self.finished is None:
            self._watch()
        messages: list[Message] = []
        while self.finished is None and len(messages) < AT_ONCE:
            try:
                item = self._said.get_nowait()
            except queue.Empty:
                break
            if isinstance(item, Finished):
                self.close(item)
            else:
                messages.append(item)
        return messages

    def cancel(self) -> None:
        """Cancels the request, which returns the best motion so far."""
        if self.finished is None and not self._cancelled_at:
            self._cancelled_at = time.monotonic()
            self.request_cancel()

    def kill(self) -> None:
        """Ends the program and the conversation at once."""
        self.end_process()
        if self.finished is None:
            self.close(Finished(EXIT_CANCELLED, complaint=InputError(f"{self.speaker.name} was stopped.")))

    def close(self, finished: Finished) -> None:
        """Ends the conversation."""
        self.finished = finished

    def received(self, item: Message | Finished) -> None:
        """Queues an item received by a thread."""
        self._heard_at = time.monotonic()
        most = MOST_PREVIEWS if isinstance(item, Iterate) else MOST_WAITING
        if isinstance(item, Finished | Error) or self._said.qsize() < most:
            self._said.put(item)

    def ending(self, done: Done, error: Error | None, folder: Path, *, leaves_clip: bool = True) -> Finished:
        """Result of a program from its last message and error; loads the clip that it leaves, if any."""
        complaint = error.as_input_error if error is not None else None
        if not done.clip or not leaves_clip:
            return Finished(done.exit_code, complaint=complaint)
        file = folder / done.clip
        if not file.resolve().is_relative_to(folder.resolve()):
            return Finished.failed(f"{self.speaker.name} names a file outside its folder: '{done.clip}'.")
        try:
            return Finished(done.exit_code, Clip.load(file), complaint, file)
        except InputError as problem:
            return Finished(EXIT_FAILED, complaint=problem)

    def _watch(self) -> None:
        """Stops a program that is silent for too long, or does not respond to a cancel."""
        now, name = time.monotonic(), self.speaker.name
        if self.is_waiting:
            self._heard_at = now
        if self.stop_reason:
            return
        if self._cancelled_at and now - self._cancelled_at > CANCEL_TIMEOUT:
            self.stop_reason = f"{name} did not respond to Stop and was ended; {self.speaker.loss}."
        elif now - self._heard_at > self._silence_timeout:
            self.stop_reason = (
                f"{name} did not respond for {self._silence_timeout:g} seconds and was stopped; "
                f"{self.speaker.remedy}."
            )
        if self.stop_reason:
            self.end_process()


def lines(file: int) -> Iterator[bytes]:
    """Lines from a pipe until its other end is closed.

    Raises:
        InputError: a line is longer than LONGEST_LINE.
    """
    begun = bytearray()
    while True:
        wait_to_read(file)
        if not (more := read(file, CHUNK)):
            break
        begun += more
        if len(begun) > LONGEST_LINE:
            raise InputError(
                f"expected a message of the solver, found a line of more than {LONGEST_LINE} bytes"
            )
        if b"\n" in more:
            *whole, begun = begun.split(b"\n")
            yield from map(bytes, whole)
    if begun:
        yield bytes(begun)
