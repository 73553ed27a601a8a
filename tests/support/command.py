"""The solver's command line as another program sees it."""

import subprocess
import sys
from pathlib import Path

from solver.messages import Done, Error, Message, decode

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 240.0  # s that any command may take on a busy machine
COMMAND = (sys.executable, "-m", "solver")


def run(*arguments: str | int | Path) -> tuple[int, list[Message]]:
    """Exit code and messages; every line of stdout must be one, the last must be Done with the same code."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return checked(done.returncode, done.stdout)


def checked(exit_code: int, stdout: str) -> tuple[int, list[Message]]:
    messages = [decode(line) for line in stdout.splitlines()]
    assert isinstance(messages[-1], Done)
    assert messages[-1].exit_code == exit_code
    assert sum(isinstance(m, Done) for m in messages) == 1
    return exit_code, messages


def errors(messages: list[Message]) -> list[Error]:
    return [m for m in messages if isinstance(m, Error)]
