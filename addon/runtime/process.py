"""A process for one request, the solver or a second Blender. Independent of bpy."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ...solver.errors import InputError
from ...solver.messages import EXIT_FAILED, Done, Error, Message, decode
from .conversation import SILENCE_TIMEOUT, SOLVER, Conversation, Finished, Savable, Speaker, lines
from .threads import working

EXIT_TIMEOUT = 5.0  # s between the last word and the process's end
KILL_TIMEOUT = 2.0  # s for a killed process to vanish
REQUEST_FILE = "request.json"


class Running(Protocol):
    """A process that must not outlive Blender."""

    @property
    def is_idle(self) -> bool:
        """Whether it has nothing to do."""

    def kill(self) -> None:
        """Ends it at once."""


running: set[Running] = set()


class SolverProcess(Conversation):
    """A running solver, or another program with the same protocol; the constructor starts it.

    Args:
        command: program and arguments; its stdout has solver.messages.
        folder: for its files, clip and ``solver.log``.
        files: input files by name, saved there in the thread before the start, because long clips take time.
        environment: variables that differ from Blender's environment.
        silence_timeout: seconds without a message after which it is stopped.
        leaves_clip: whether the file in its last message is a clip to load.
        speaker: description of the program.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        *,
        files: Mapping[str, Savable] | None = None,
        environment: dict[str, str] | None = None,
        silence_timeout: float = SILENCE_TIMEOUT,
        leaves_clip: bool = True,
        speaker: Speaker = SOLVER,
    ) -> None:
        super().__init__(speaker, silence_timeout)
        self._leaves_clip = leaves_clip
        self._command, self._folder, self._log = list(command), folder, folder / "solver.log"
        self._given, self._environment = dict(files or {}), os.environ | (environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._started = threading.Event()
        running.add(self)
        self._reader = threading.Thread(target=working(self._run), name="spacetime-solver", daemon=True)
        self._reader.start()

    @property
    def is_idle(self) -> bool:
        """Never: the process ends after its request."""
        return False

    @property
    def pid(self) -> int:
        """Process id; waits for the start, 0 if that fails."""
        self._started.wait()
        return self._process.pid if self._process is not None else 0

    def request_cancel(self) -> None:
        """Writes the cancel to the process's stdin."""
        self._started.wait()
        if self._process is not None:
            write(self._process, b"cancel\n")

    def end_process(self) -> None:
        """Kills the process."""
        self._started.wait()
        if self._process is not None:
            self._process.kill()

    def drop(self) -> None:
        """Ends the process without waiting; a later ``pump`` reports the end."""
        self.end_process()
        running.discard(self)

    def kill(self) -> None:
        """Ends the process at once and waits until it is gone."""
        self._started.wait()
        if self._process is not None:
            end_now(self._process)
        super().kill()

    def close(self, finished: Finished) -> None:
        """Releases the process."""
        super().close(finished)
        running.discard(self)
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _run(self) -> None:
        """Starts the process, listens and reports its end, in a thread."""
        try:
            for name, each in self._given.items():
                each.save(self._folder / name)
            process = started(self._command, self._folder, self._environment, self._log)
        except OSError as error:
            self.received(Finished.failed(self.speaker.cannot_start(self._command[0], error)))
            self._started.set()
            return
        self._process = process
        self._started.set()
        ending = Finished.failed(f"{self.speaker.name}'s answer could not be read; try again.")
        try:
            ending = self._ending(process, *self._listen(process))
        finally:
            self.received(ending)  # in any case, so that nobody waits forever

    def _listen(self, process: "subprocess.Popen[bytes]") -> tuple[Done | None, Error | None]:
        """Forwards messages until the last one, or until the process dies; returns the last one and the last error."""
        assert process.stdout is not None
        error = None
        with process.stdout as stdout:
            try:
                for message in self._messages(stdout.fileno()):
                    if isinstance(message, Error):
                        error = message
                    if isinstance(message, Done):
                        return message, error
                    self.received(message)
            except InputError as problem:
                process.kill()
                error = Error(f"{self.speaker.name} sent an unexpected message: {problem}")
        return None, error

    def _messages(self, stdout: int) -> Iterator[Message]:
        """Messages from stdout.

        Raises:
            InputError: a line is not a message although the program writes nothing else.
        """
        for line in lines(stdout):
            try:
                yield decode(line.decode("utf-8", "replace"))
            except InputError:
                if not self.speaker.has_other_output:
                    raise

    def _ending(self, process: "subprocess.Popen[bytes]", done: Done | None, error: Error | None) -> Finished:
        try:
            code = process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        if done is not None:
            return self.ending(done, error, self._folder, leaves_clip=self._leaves_clip)
        if error is None or self.stop_reason:
            return Finished.failed(self.stop_reason or self.speaker.exit_message(code, self._log))
        return Finished(EXIT_FAILED, complaint=error.as_input_error)


def started(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path
) -> "subprocess.Popen[bytes]":
    """A process with pipes to its stdin and stdout.

    Raises:
        OSError: there is no such program, or the log cannot be written.
    """
    with log.open("wb") as stderr:
        return subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            bufsize=0,  # otherwise, unread data of a dead process raises again when the pipe is closed
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )


def write(process: "subprocess.Popen[bytes]", line: bytes) -> None:
    """Writes to a process's stdin, unless it has just ended."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.write(line)
        process.stdin.flush()


def end_now(process: "subprocess.Popen[bytes]") -> None:
    """Kills a process and waits until it is gone."""
    process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(KILL_TIMEOUT)


def stop_work() -> None:
    """Kills every busy process; an idle resident solver stays."""
    for process in tuple(running):
        if not process.is_idle:
            process.kill()


def stop_all() -> None:
    """Kills every process that is still running."""
    for process in tuple(running):
        process.kill()


def solver_command(python: str) -> list[str]:
    """Command line that runs the request in ``REQUEST_FILE`` in the solver's folder."""
    return [python or sys.executable, "-s", "-m", "solver", "request", REQUEST_FILE]


def solver_environment(extension_root: Path, wheels: Path | None) -> dict[str, str]:
    """Environment variables for the solver's import path, its packages, and a single thread."""
    places = [str(extension_root)] + ([str(wheels)] if wheels is not None else [])
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {"PYTHONPATH": os.pathsep.join(places), "PYTHONUTF8": "1", **threads}


def verdict(words: Sequence[str], finished: Finished) -> tuple[bool, str]:
    """Whether an interpreter can solve, from the result of an echo, and a sentence about it."""
    if finished.error or finished.exit_code:
        return False, finished.error or "This Python cannot run the solver."
    return (
        True,
        f"This Python can run the solver: {words[-1]}" if words else "This Python can run the solver.",
    )
