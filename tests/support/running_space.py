"""A running ``python -m solver generate``: its tallies, its memory, and killing it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.environment import ROOT
from solver.messages import Message, Tally, decode


class Running:
    """Process group of a generate command.

    Args:
        space: JSON file.
        store: file of clips.
        workers: processes.
    """

    def __init__(self, space: Path, store: Path, *, workers: int) -> None:
        command = [sys.executable, "-m", "solver", "generate", space, "--store", store, "--workers", workers]
        if store.exists():
            command.append("--resume")
        self.process = subprocess.Popen(
            [str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, start_new_session=True,
        )  # fmt: skip

    def messages(self) -> Iterator[Message]:
        """Its messages until it ends; ignores an incomplete line of a killed process."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):
                yield decode(line)
        self.process.stdout.close()
        self.process.wait()

    def tallies(self) -> Iterator[Tally]:
        """Its counts until it ends."""
        return (message for message in self.messages() if isinstance(message, Tally))

    def memory(self) -> float:
        """Resident memory of the main process [MB]; 0 after its end."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0.0
        lines = [line.split() for line in status.splitlines() if line.startswith("VmRSS")]
        return int(lines[0][1]) / 1024 if lines else 0.0

    def kill(self) -> None:
        """Sends SIGKILL to the main process only: the others must notice by themselves."""
        os.kill(self.process.pid, signal.SIGKILL)
