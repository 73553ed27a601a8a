"""A resident solver, which is already loaded when the artist presses Solve. Independent of bpy."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from ...solver.commands.request import Command
from ...solver.commands.serve import Cancel, Order, Perform
from ...solver.errors import InputError
from ...solver.messages import Done, Error, Message, addressed
from .conversation import SILENCE_TIMEOUT, SOLVER, Conversation, Finished, Savable, lines
from .process import end_now, running, started, write
from .threads import working

LOG = "resident.log"


class ResidentSolver:
    """A running solver that performs one order after another; the constructor starts it.

    A thread starts it and receives its messages. If an order arrives just when it ends from being idle, it is started
    again. If it dies, or ends twice without a message, its orders report that, and ``is_over`` becomes True.

    Args:
        command: program and arguments, see ``serve_command``.
        folder: for its log.
        environment: variables that differ from Blender's environment.
    """

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.command, self.environment = tuple(command), dict(environment)
        self._folder = folder
        self._tasks: dict[str, ResidentTask] = {}  # in the order of their answers
        self._ids, self._lock = count(1), threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._started = threading.Event()
        self._ending = ""
        self.is_over = False
        running.add(self)
        threading.Thread(target=working(self._run), name="spacetime-resident", daemon=True).start()

    @property
    def pid(self) -> int:
        """Process id; waits for the start, 0 if that fails."""
        self._started.wait()
        return self._process.pid if self._process is not None else 0

    def order(
        self, command: Command, folder: Path, *, files: Mapping[str, Savable],
        silence_timeout: float = SILENCE_TIMEOUT, supersedes: str = "",
    ) -> "ResidentTask":  # fmt: skip
        """Orders a command, to be performed after earlier orders.

        Args:
            command: for the solver.
            folder: for its files and clip.
            files: input files by name, saved there in a thread first, because long clips take time.
            silence_timeout: seconds without a message after which the solver is stopped.
            supersedes: id of an order that is no longer needed; empty: none.
        """
        order = Perform(str(next(self._ids)), str(folder), command, supersedes)
        task = ResidentTask(self, order, silence_timeout)
        saving = threading.Thread(target=working(self._send), args=(task, dict(files)), daemon=True)
        saving.start()
        return task

    @property
    def is_idle(self) -> bool:
        """Whether there are no orders."""
        with self._lock:
            return not self._tasks

    def is_answering(self, task: "ResidentTask") -> bool:
        """Whether a task is next to be answered."""
        with self._lock:
            return next(iter(self._tasks), "") == task.id

    def cancel(self, task: "ResidentTask") -> None:
        """Cancels an order, which returns the best motion so far."""
        self._say(Cancel(task.id))

    def kill(self) -> None:
        """Ends the solver and its orders at once."""
        with self._lock:
            self.is_over, self._ending = True, f"{SOLVER.name} was stopped."
        self._started.wait()
        if self._process is not None:
            end_now(self._process)
        running.discard(self)

    def end_process(self, reason: str) -> None:
        """Ends the solver without waiting; its orders report the reason."""
        with self._lock:
            self.is_over, self._ending = True, reason
        self._started.wait()
        if self._process is not None:
            self._process.kill()

    def _send(self, task: "ResidentTask", files: Mapping[str, Savable]) -> None:
        """Saves an order's input files and sends the order, in a thread."""
        try:
            for name, each in files.items():
                each.save(task.folder / name)
        except OSError as error:
            task.received(Finished.failed(f"'{error.filename}' cannot be written: {error.strerror}."))
            return
        with self._lock:
            is_lost = self.is_over
            if not is_lost:
                self._tasks[task.id] = task
                if self._process is not None:
                    write(self._process, _line(task.order))
        if task.is_cancelled:  # before it was sent
            self.cancel(task)
        if is_lost:
            task.received(Finished.failed(self._ending))

    def _say(self, order: Cancel) -> None:
        with self._lock:
            if self._process is not None:
                write(self._process, _line(order))

    def _run(self) -> None:
        """Starts the process, listens and reports its end, in a thread."""
        ending = f"{SOLVER.name}'s answers could not be read; try again."
        has_spoken = True
        try:
            while True:
                process, was_mute, has_spoken = self._start(), not has_spoken, False
                try:
                    has_spoken = self._listen(process)
                except InputError as problem:
                    self._ending = f"{SOLVER.name} sent an unexpected message: {problem}"
                    process.kill()
                code = process.wait()
                with self._lock:
                    self._process = None
                    if code or not self._tasks or (was_mute and not has_spoken):
                        break
            ending = SOLVER.exit_message(code, self._folder / LOG)
        except OSError as error:
            ending = SOLVER.cannot_start(self.command[0], error)
        finally:
            self._end(self._ending or ending)

    def _start(self) -> "subprocess.Popen[bytes]":
        environment = os.environ | self.environment
        process = started(self.command, self._folder, environment, self._folder / LOG)
        with self._lock:
            self._process = process
            for task in self._tasks.values():
                write(process, _line(task.order))
        self._started.set()
        return process

    def _listen(self, process: "subprocess.Popen[bytes]") -> bool:
        """Forwards messages until the process ends; returns whether there were any."""
        assert process.stdout is not None
        has_spoken = False
        with process.stdout as stdout:
            for line in lines(stdout.fileno()):
                has_spoken = True
                id, message = addressed(line.decode("utf-8", "replace"))
                with self._lock:
                    task = self._tasks.get(id)
                if not id and isinstance(
                    message, Error
                ):  # of the solver itself, as of a Python without IPOPT
                    self._ending = self._ending or message.text
                if task is None:
                    continue  # the solver's last message, or one of a superseded order
                if isinstance(message, Done):
                    with self._lock:
                        del self._tasks[id]
                task.take(message)
        return has_spoken

    def _end(self, reason: str) -> None:
        """Ends all orders."""
        with self._lock:
            self._ending, self.is_over, self._process = reason, True, None
            lost = tuple(self._tasks.values())
            self._tasks.clear()
        self._started.set()
        running.discard(self)
        for task in lost:
            task.received(Finished.failed(reason))


class ResidentTask(Conversation):
    """One order to a resident solver, made by ``ResidentSolver.order``.

    Args:
        solver: that performs it.
        order: the message.
        silence_timeout: seconds without a message after which the solver is stopped.
    """

    def __init__(self, solver: ResidentSolver, order: Perform, silence_timeout: float) -> None:
        super().__init__(SOLVER, silence_timeout)
        self.id, self.folder, self.order = order.id, Path(order.folder), order
        self._solver = solver
        self._error: Error | None = None

    @property
    def pid(self) -> int:
        """Id of the solver's process."""
        return self._solver.pid

    @property
    def is_waiting(self) -> bool:
        """Whether other orders come first."""
        return not self._solver.is_answering(self)

    def request_cancel(self) -> None:
        """Cancels this order only."""
        self._solver.cancel(self)

    def end_process(self) -> None:
        """Ends the solver, including its other orders."""
        self._solver.end_process(self.stop_reason or f"{self.speaker.name} was stopped.")

    def take(self, message: Message) -> None:
        """Receives a message about this order and loads the clip at the end, in a thread."""
        if isinstance(message, Error):
            self._error = message
        if isinstance(message, Done):
            self.received(self.ending(message, self._error, self.folder))
        else:
            self.received(message)


def serve_command(python: str, *, idle: float, memory: int) -> list[str]:
    """Command line of a resident solver.

    Args:
        python: interpreter; empty: this one.
        idle: seconds without a request after which it ends.
        memory: limit [MB]; 0: none, as on systems that do not support it.
    """
    limit = ["--memory", str(memory)] if memory and sys.platform != "win32" else []
    return [python or sys.executable, "-s", "-m", "solver", "serve", "--idle", f"{idle:g}", *limit]


def _line(order: Perform | Cancel) -> bytes:
    return json.dumps(Order(order).to_json()).encode() + b"\n"
