"""Find a Python of a version by starting every candidate, since a name on PATH may be a dead shim."""

import glob
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scripts.failure import SetupFailure

PROBE = """
import json, os, sys, sysconfig
try:
    import ensurepip, venv
    has_venv = True
except ImportError:
    has_venv = False
header = os.path.join(sysconfig.get_path("include"), "Python.h")
executable = getattr(sys, "_base_executable", None) or sys.executable
print(json.dumps([list(sys.version_info[:2]), executable, has_venv, os.path.exists(header)]))
"""
PROBE_TIMEOUT = 20  # s
VERSION_MANAGERS = (
    "{home}/.pyenv/versions/{version}*/bin/python{version}",
    "{home}/.local/share/uv/python/cpython-{version}*/bin/python{version}",
    "{home}/.asdf/installs/python/{version}*/bin/python{version}",
    "/opt/python/{version}*/bin/python{version}",
)


@dataclass(frozen=True)
class Interpreter:
    """A Python that was started successfully."""

    path: str
    version: str
    has_venv: bool
    has_headers: bool


def find(version: str) -> Interpreter | None:
    """Find a Python for an environment; None if there is none.

    If the environment variable `PYTHON311` (or `PYTHON313`) is set, only that one is tried, or none if it is `none`. A
    Python that can create environments and compile extensions is preferred to an earlier one that cannot.
    """
    wanted = os.environ.get(variable(version), "")
    if wanted == "none":
        return None
    if wanted:
        found = probe(wanted)
        if found is None or found.version != version:
            raise SetupFailure(f"{variable(version)}={wanted} does not start as Python {version}.")
        return found
    running = [found for found in map(probe, _candidates(version)) if found and found.version == version]
    running.sort(key=lambda each: (each.has_venv, each.has_headers), reverse=True)
    return running[0] if running else None


def variable(version: str) -> str:
    """Name the environment variable that chooses the Python of a version."""
    return f"PYTHON{version.replace('.', '')}"


def probe(command: str) -> Interpreter | None:
    """Start a Python and query its properties."""
    try:
        answer = subprocess.run(
            [command, "-c", PROBE], capture_output=True, text=True, timeout=PROBE_TIMEOUT, check=True
        )
        version, path, has_venv, has_headers = json.loads(answer.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return Interpreter(path, f"{version[0]}.{version[1]}", has_venv, has_headers)


def _candidates(version: str) -> Iterator[str]:
    seen = set()
    for path in _places(version):
        if path not in seen and os.access(path, os.X_OK):
            seen.add(path)
            yield path


def _places(version: str) -> Iterator[str]:
    yield sys.executable
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        yield os.path.join(folder, f"python{version}")
    home = os.environ.get("PYENV_ROOT", "")
    if home:
        yield from sorted(glob.glob(f"{home}/versions/{version}*/bin/python{version}"), reverse=True)
    for pattern in VERSION_MANAGERS:
        yield from sorted(glob.glob(pattern.format(home=Path.home(), version=version)), reverse=True)
