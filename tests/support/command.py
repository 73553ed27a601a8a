"""The solver's command line as another program sees it."""

import os
import subprocess
import sys
import tempfile
import warnings
from multiprocessing import forkserver, get_context
from pathlib import Path

from solver.cli import main
from solver.messages import Done, Error, Message, decode

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 240.0  # s, for any command on a busy machine
COMMAND = (sys.executable, "-m", "solver")
FAILED = 70  # exit code of a command that raises an error


def run(*arguments: str | int | Path) -> tuple[int, list[Message]]:
    """Exit code and messages; every line of stdout must be a message, and the last one Done with the same code.

    The command runs in a process forked from this one, with the solver already loaded, because starting Python takes
    longer than most commands.
    """
    with tempfile.TemporaryFile() as said:
        child = get_context("fork").Process(target=_perform, args=(said.fileno(), [*map(str, arguments)]))
        child.start()
        child.join(LIMIT)
        assert child.exitcode is not None, f"{arguments} takes longer than {LIMIT} s"
        said.seek(0)
        return checked(child.exitcode, said.read().decode())


def run_anew(*arguments: str | int | Path) -> tuple[int, list[Message]]:
    """The same with a newly started Python."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return checked(done.returncode, done.stdout)


class Begun:
    """A command that runs in a process forked from this one, with pipes for stdin and stdout."""

    def __init__(self, *arguments: str | int | Path) -> None:
        request, answer = os.pipe(), os.pipe()
        ours = (request[1], answer[0])
        self._process = get_context("fork").Process(
            target=_perform, args=(answer[1], [*map(str, arguments)], request[0], ours)
        )
        self._process.start()
        os.close(request[0])
        os.close(answer[1])
        self.stdin, self.stdout = os.fdopen(ours[0], "wb"), os.fdopen(ours[1], "rb")

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def kill(self) -> None:
        self._process.kill()

    def wait(self, seconds: float = LIMIT) -> int:
        """Exit code."""
        self._process.join(seconds)
        assert self._process.exitcode is not None, "it goes on"
        return self._process.exitcode


def _perform(out: int, arguments: list[str], request: int | None = None, ours: tuple[int, ...] = ()) -> None:
    """Runs the command in a forked process, isolated from the state of the tests."""
    os.chdir(ROOT)
    forkserver._forkserver.__init__()  # this process must not wait for the fork server of the tests
    for end in ours:
        os.close(end)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream, file in ((0, nothing if request is None else request), (1, out), (2, nothing)):
        os.dup2(file, stream)
    warnings.simplefilter("ignore")
    code = FAILED
    try:
        code = main(arguments)
    finally:
        os._exit(code)  # does not flush buffers of the tests


def checked(exit_code: int, stdout: str) -> tuple[int, list[Message]]:
    messages = [decode(line) for line in stdout.splitlines()]
    assert isinstance(messages[-1], Done)
    assert messages[-1].exit_code == exit_code
    assert sum(isinstance(m, Done) for m in messages) == 1
    return exit_code, messages


def errors(messages: list[Message]) -> list[Error]:
    return [m for m in messages if isinstance(m, Error)]
