"""Run the tools of the set-up quietly and turn their failures into one sentence."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from scripts.failure import SetupFailure

KEPT_LINES = 15
NETWORK_SIGNS = (
    "Temporary failure in name resolution",
    "Failed to establish a new connection",
    "NewConnectionError",
    "Name or service not known",
    "Network is unreachable",
    "Read timed out",
    "ProxyError",
)


def run(command: Sequence[str | Path], *, step: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it printed.

    Args:
        command: The program and its arguments.
        step: Purpose of the command, such as "installing the requirements", to begin the message if it fails.
        environment: Variables to add to the current ones.

    Raises:
        SetupFailure: The command failed; the message holds its last lines.
    """
    arguments = [str(part) for part in command]
    variables = {**os.environ, **(environment or {})}
    try:
        done = subprocess.run(
            arguments,
            env=variables,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            errors="replace",
        )
    except OSError as error:
        raise SetupFailure(f"{step} failed: {arguments[0]} does not start ({error.strerror}).") from error
    if done.returncode:
        raise SetupFailure(_explain(step, done.stdout))
    return done.stdout


def pip(python: Path, *arguments: str | Path, step: str, environment: Mapping[str, str] | None = None) -> str:
    """Run pip of an environment without prompts or notices of newer versions."""
    command = [python, "-m", "pip", "--no-input", "--disable-pip-version-check", *arguments]
    return run(command, step=step, environment=environment)


def _explain(step: str, output: str) -> str:
    if any(sign in output for sign in NETWORK_SIGNS):
        return (
            f"{step} failed: the Python package index cannot be reached; check the network and pip's proxy."
        )
    if "No space left on device" in output:
        return f"{step} failed: the disk is full (the two environments take about 4 GB)."
    ending = "\n".join(output.strip().splitlines()[-KEPT_LINES:])
    return f"{step} failed; its last lines were:\n{ending}"
