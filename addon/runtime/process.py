"""One process beside Blender, the solver or a second Blender: starts it, listens to it, stops it. Knows no bpy.

A thread starts the program, reads and decodes its lines and loads the finished clip, so that ``pump``, which
Blender's timer or a loop calls, only takes what is ready.
"""

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.messages import EXIT_CANCELLED, EXIT_FAILED, Done, Error, Message, decode
from .threads import wait_to_read, working

SILENCE_TIMEOUT = 120.0  # s without a word before the solver counts as hung
CANCEL_TIMEOUT = 20.0  # s for a cancelled solver to hand over its best
EXIT_TIMEOUT = 5.0  # s between the last word and the process's end
KILL_TIMEOUT = 2.0  # s for a killed process to vanish
CHUNK = 1 << 16  # bytes that are read at once
REQUEST_FILE = "request.json"
MAX_STDERR = 300  # characters of the solver's own complaint that are shown


class Savable(Protocol):
    """What a process is given as a file, as a job or a clip."""

    def save(self, path: Path) -> None:
        """Writes it."""


@dataclass(frozen=True)
class Finished:
    """The process is over.

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


SOLVER = Speaker(
    "The solver", program="The solver's Python", remedy="try a shorter motion", loss="its motion was lost"
)
_running: set["SolverProcess"] = set()  # so that none outlives Blender


class SolverProcess:
    """A running solver, or another program that speaks as it does; made by starting it.

    Args:
        command: program and arguments; its stdout speaks solver.messages.
        folder: where it works and leaves its clip and ``solver.log``.
        given: saved there by these names before it starts, in the thread: a long clip takes a while to pack.
        environment: variables that differ from Blender's own.
        silence_timeout: seconds without a message after which it is stopped.
        leaves_clip: whether the file that its last word names is a clip, to be loaded.
        speaker: who it is.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        *,
        given: Mapping[str, Savable] | None = None,
        environment: dict[str, str] | None = None,
        silence_timeout: float = SILENCE_TIMEOUT,
        leaves_clip: bool = True,
        speaker: Speaker = SOLVER,
    ) -> None:
        self._leaves_clip, self._speaker = leaves_clip, speaker
        self._command, self._folder, self._log = list(command), folder, folder / "solver.log"
        self._given, self._environment = dict(given or {}), os.environ | (environment or {})
        self._silence_timeout = silence_timeout
        self._lines: queue.SimpleQueue[Message | Finished] = queue.SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._started = threading.Event()
        self._stop_reason = ""
        self._cancelled_at = 0.0
        self._heard_at = time.monotonic()
        self.finished: Finished | None = None
        _running.add(self)
        self._reader = threading.Thread(target=working(self._run), name="spacetime-solver", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """Of the process; waits until it is started, 0 when it cannot be."""
        self._started.wait()
        return self._process.pid if self._process is not None else 0

    def pump(self) -> list[Message]:
        """Messages since the last call, without waiting; sets ``finished`` at the end."""
        if self.finished is None:
            self._watch()
        messages: list[Message] = []
        while self.finished is None:
            try:
                item = self._lines.get_nowait()
            except queue.Empty:
                break
            if isinstance(item, Finished):
                self._finish(item)
            else:
                messages.append(item)
        return messages

    def cancel(self) -> None:
        """Asks the solver to stop and hand over the best motion so far."""
        if self.finished is None and not self._cancelled_at:
            self._started.wait()
            self._cancelled_at = time.monotonic()
            if self._process is not None and self._process.stdin is not None:
                with contextlib.suppress(OSError):  # it may just have ended by itself
                    self._process.stdin.write(b"cancel\n")
                    self._process.stdin.flush()

    def drop(self) -> None:
        """Ends the process at once; ``pump`` tells when it is gone, 20 ms later, if anybody still asks."""
        self._started.wait()
        if self._process is not None:
            self._process.kill()
        _running.discard(self)

    def kill(self) -> None:
        """Ends the process at once and waits until it is gone."""
        self._started.wait()
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(KILL_TIMEOUT)
        if self.finished is None:
            self._finish(Finished(EXIT_CANCELLED, complaint=InputError(f"{self._speaker.name} was stopped.")))

    def _watch(self) -> None:
        """Stops a solver that has gone silent, or that does not obey a cancel."""
        now = time.monotonic()
        if self._stop_reason or self._process is None:
            return
        if self._cancelled_at and now - self._cancelled_at > CANCEL_TIMEOUT:
            self._stop_reason = (
                f"{self._speaker.name} did not respond to Stop and was ended; {self._speaker.loss}."
            )
        elif now - self._heard_at > self._silence_timeout:
            self._stop_reason = (
                f"{self._speaker.name} did not respond for {self._silence_timeout:g} seconds and was stopped; "
                f"{self._speaker.remedy}."
            )
        if self._stop_reason:
            self._process.kill()

    def _finish(self, finished: Finished) -> None:
        self.finished = finished
        _running.discard(self)
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _run(self) -> None:
        """The thread: start, listen, tell how it ended."""
        try:
            for name, each in self._given.items():
                each.save(self._folder / name)
            with self._log.open("wb") as log:
                process = subprocess.Popen(
                    self._command,
                    cwd=self._folder,
                    env=self._environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
        except OSError as error:
            sentence = f"{self._speaker.program} '{self._command[0]}' cannot be started: {error.strerror}."
            self._lines.put(_failed(sentence))
            self._started.set()
            return
        self._process = process
        self._started.set()
        ending = _failed(f"{self._speaker.name}'s answer could not be read; try again.")
        try:
            ending = self._ending(process, *self._listen(process))
        finally:
            self._lines.put(ending)  # whatever happens, nobody waits for ever

    def _listen(self, process: "subprocess.Popen[bytes]") -> tuple[Done | None, Error | None]:
        """Passes messages on up to the last, or to the end of a dead process; gives that and the last error."""
        assert process.stdout is not None
        error = None
        with process.stdout as stdout:
            for line in _lines(stdout.fileno()):
                self._heard_at = time.monotonic()
                try:
                    message = decode(line.decode("utf-8", "replace"))
                except InputError as problem:
                    if self._speaker.talks_besides:
                        continue
                    message = Error(f"{self._speaker.name} sent an unexpected message: {problem}")
                if isinstance(message, Error):
                    error = message
                if isinstance(message, Done):
                    return message, error
                self._lines.put(message)
        return None, error

    def _ending(self, process: "subprocess.Popen[bytes]", done: Done | None, error: Error | None) -> Finished:
        complaint = error.as_input_error if error is not None else None
        try:
            code = process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        if done is None:
            if complaint is None or self._stop_reason:
                return _failed(self._stop_reason or self._how_it_died(code))
            return Finished(EXIT_FAILED, complaint=complaint)
        if not done.clip or not self._leaves_clip:
            return Finished(done.exit_code, complaint=complaint)
        try:
            file = self._folder / done.clip
            clip = Clip.load(file)
        except InputError as problem:
            return Finished(EXIT_FAILED, complaint=problem)
        return Finished(done.exit_code, clip, complaint, file)

    def _how_it_died(self, code: int) -> str:
        complaint = self._log.read_text("utf-8", "replace").strip().splitlines()
        last = f": {complaint[-1][:MAX_STDERR]}" if complaint else ""
        if code < 0:
            return (
                f"{self._speaker.name} was killed by the system (signal {-code})"
                f"{last or '; it may have run out of memory'}."
            )
        return f"{self._speaker.name} stopped without a result (exit code {code}){last}."


def _failed(sentence: str) -> Finished:
    return Finished(EXIT_FAILED, complaint=InputError(sentence))


def _lines(file: int) -> Iterator[bytes]:
    """What a pipe brings, line by line, until its other end is closed."""
    begun = bytearray()
    while True:
        wait_to_read(file)
        if not (read := os.read(file, CHUNK)):
            break
        begun += read
        if b"\n" in read:
            *lines, begun = begun.split(b"\n")
            yield from map(bytes, lines)
    if begun:
        yield bytes(begun)


def stop_all() -> None:
    """Kills every solver that is still running; nothing of ours outlives Blender."""
    for process in tuple(_running):
        process.kill()


def solver_command(python: str) -> list[str]:
    """Command line that has an interpreter do what ``REQUEST_FILE`` in the solver's folder asks for."""
    return [python or sys.executable, "-s", "-m", "solver", "request", REQUEST_FILE]


def solver_environment(extension_root: Path, wheels: Path | None) -> dict[str, str]:
    """Variables by which the solver finds itself and its packages, one thread of its own."""
    places = [str(extension_root)] + ([str(wheels)] if wheels is not None else [])
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {"PYTHONPATH": os.pathsep.join(places), "PYTHONUTF8": "1", **threads}


def verdict(words: Sequence[str], finished: Finished) -> tuple[bool, str]:
    """Whether an interpreter that was asked to echo can solve, and one sentence on it."""
    if finished.error or finished.exit_code:
        return False, finished.error or "This Python cannot run the solver."
    return (
        True,
        f"This Python can run the solver: {words[-1]}" if words else "This Python can run the solver.",
    )
