"""Communication with a program beside Blender: what it has said, how it ended, and when it counts as lost.

A thread hears the program and loads its clip, so that ``pump``, which Blender's timer or a loop calls, only takes what
is ready. Knows no bpy.
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

SILENCE_TIMEOUT = 120.0  # s without a word before the solver counts as hung
CANCEL_TIMEOUT = 20.0  # s for a cancelled solver to hand over its best
MAX_STDERR = 300  # characters of a program's own complaint that are shown
CHUNK = 1 << 16  # bytes that are read at once
LONGEST_LINE = 8_000_000  # bytes; a preview of a thousand frames of a hundred numbers has one
AT_ONCE = 100  # messages that one pump takes
MOST_WAITING = 10_000  # messages not taken yet; further ones are dropped, except the last
MOST_PREVIEWS = 100  # likewise, while that many messages wait


class Savable(Protocol):
    """What a program is given as a file, as a job or a clip."""

    def save(self, path: Path) -> None:
        """Writes it."""


@dataclass(frozen=True)
class Finished:
    """The conversation is over.

    Attributes:
        exit_code: EXIT_* of solver.messages; EXIT_FAILED when it died.
        clip: the best motion it found, if any.
        complaint: what went wrong; None when all went well.
        clip_file: where the clip is kept.
    """

    exit_code: int
    clip: Clip | None = None
    complaint: InputError | None = None
    clip_file: Path | None = None

    @classmethod
    def failed(cls, sentence: str) -> "Finished":
        """Without a result, for a reason in one sentence."""
        return cls(EXIT_FAILED, complaint=InputError(sentence))

    @property
    def error(self) -> str:
        """The complaint in one sentence for the user; empty when there is none."""
        return "" if self.complaint is None else str(self.complaint)


@dataclass(frozen=True)
class Speaker:
    """Who speaks at the other end, and how sentences speak of it.

    Attributes:
        name: at the start of a sentence.
        program: what its command names.
        remedy: what to do when it falls silent.
        loss: what is lost when it must be stopped.
        talks_besides: whether its stdout has lines that are no messages; they are passed over.
    """

    name: str
    program: str
    remedy: str
    loss: str
    talks_besides: bool = False

    def cannot_start(self, program: str, error: OSError) -> str:
        """Why there is none."""
        return f"{self.program} '{program}' cannot be started: {error.strerror}."

    def how_it_died(self, code: int, log: Path) -> str:
        """What its exit code and the end of its own complaints say."""
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
        speaker: who answers.
        silence_timeout: seconds without a message after which the program is stopped.

    Attributes:
        finished: how it ended; None while it goes on.
    """

    def __init__(self, speaker: Speaker, silence_timeout: float) -> None:
        self.finished: Finished | None = None
        self.speaker, self._silence_timeout = speaker, silence_timeout
        self.stop_reason = ""  # why it was ended from here
        self._said: queue.SimpleQueue[Message | Finished] = queue.SimpleQueue()
        self._heard_at, self._cancelled_at = time.monotonic(), 0.0

    @property
    @abstractmethod
    def pid(self) -> int:
        """Of the process; waits until it is started, 0 when it cannot be."""

    @abstractmethod
    def say_cancel(self) -> None:
        """Asks the program to stop and hand over its best."""

    @abstractmethod
    def end_process(self) -> None:
        """Ends the program at once, and does not wait."""

    @property
    def is_cancelled(self) -> bool:
        """Whether it has been asked to end."""
        return bool(self._cancelled_at)

    @property
    def is_waiting(self) -> bool:
        """Whether the program has others to answer first, and so may be silent."""
        return False

    @property
    def silence(self) -> float:
        """Seconds for which it has been the program's turn to speak, and it has said nothing."""
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
        """Asks for an end and the best motion so far."""
        if self.finished is None and not self._cancelled_at:
            self._cancelled_at = time.monotonic()
            self.say_cancel()

    def kill(self) -> None:
        """Ends the program at once; the conversation is over."""
        self.end_process()
        if self.finished is None:
            self.close(Finished(EXIT_CANCELLED, complaint=InputError(f"{self.speaker.name} was stopped.")))

    def close(self, finished: Finished) -> None:
        """It is over."""
        self.finished = finished

    def heard(self, item: Message | Finished) -> None:
        """Takes what a thread has heard."""
        self._heard_at = time.monotonic()
        most = MOST_PREVIEWS if isinstance(item, Iterate) else MOST_WAITING
        if isinstance(item, Finished | Error) or self._said.qsize() < most:
            self._said.put(item)

    def ending(self, done: Done, error: Error | None, folder: Path, *, leaves_clip: bool = True) -> Finished:
        """How a program ended that has said so; loads its clip.

        Args:
            done: its last word.
            error: the last error that it reported, if any.
            folder: in which its files are.
            leaves_clip: whether the file that its last word names is a clip.
        """
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
        """Stops a program that has gone silent, or that does not obey a cancel."""
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
    """What a pipe brings, line by line, until its other end is closed.

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
