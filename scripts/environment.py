"""Set up the git-ignored virtual environments: pinned packages, Blender as a module, and our IPOPT wheel.

    python3 -m scripts.environment [3.11 | 3.13]     (both without an argument)

Standard library only, since it runs before anything is installed. A stamp written last marks a complete
environment: an interrupted set-up is resumed, and checking a finished one takes a fraction of a second.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts import interpreters, ipopt_wheel, shared_libraries
from scripts.failure import SetupFailure
from scripts.processes import pip, run

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"
WHEELS = ROOT / "wheels"
WHEEL_RECIPE = (
    SCRIPTS / "ipopt_wheel.py",
    SCRIPTS / "ipopt_licences.py",
    SCRIPTS / "ldlt_library.py",
    SCRIPTS / "metis_library.py",
    SCRIPTS / "source_patch.py",
    SCRIPTS / "requirements" / "ipopt_build.txt",
    SCRIPTS / "requirements" / "ipopt_source.txt",
    SCRIPTS / "requirements" / "metis_source.txt",
    *sorted((SCRIPTS / "cyipopt").iterdir()),
    *sorted((SCRIPTS / "ldlt").iterdir()),
    *sorted((SCRIPTS / "metis").iterdir()),
    *sorted((SCRIPTS / "licences").iterdir()),
)


@dataclass(frozen=True)
class Environment:
    """One virtual environment of the project."""

    version: str
    blender: str
    folder: Path
    requirements: Path
    is_required: bool

    @property
    def python(self) -> Path:
        """The interpreter inside the environment."""
        return self.folder / "bin" / "python"

    @property
    def stamp(self) -> Path:
        """The file that marks the environment as complete, with the fingerprint of what was installed."""
        return self.folder / "spacetime.stamp"

    @property
    def tag(self) -> str:
        """The interpreter's name in wheel file names."""
        return f"cp{self.version.replace('.', '')}"

    @property
    def variable(self) -> str:
        """The environment variable for the path of the interpreter, or `none` to skip it."""
        return interpreters.variable(self.version)

    def fingerprint(self) -> str:
        """Digest everything that determines the environment's content."""
        return digest(self.requirements, *WHEEL_RECIPE)

    def is_complete(self) -> bool:
        """Whether the environment is complete, up to date and not disabled by its variable."""
        if os.environ.get(self.variable) == "none":
            return False
        is_current = self.stamp.exists() and self.stamp.read_text() == self.fingerprint()
        return is_current and os.access(self.python, os.X_OK)


MAIN = Environment("3.11", "5.0.1", ROOT / ".venv", SCRIPTS / "requirements" / "py311.txt", True)
SECOND = Environment("3.13", "5.2.3", ROOT / ".venv-3.13", SCRIPTS / "requirements" / "py313.txt", False)


def main(arguments: list[str]) -> int:
    """Set up the requested environments; return the exit code."""
    chosen = [each for each in (MAIN, SECOND) if not arguments or each.version in arguments]
    try:
        for environment in chosen:
            ensure(environment)
    except SetupFailure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    return 0


def ensure(environment: Environment) -> bool:
    """Complete an environment; only one process per checkout does so at a time.

    Returns:
        Whether the environment exists; an optional one does not without its Python.
    """
    if environment.is_complete():
        return True
    with _alone():
        try:
            return environment.is_complete() or _set_up(environment)
        except SetupFailure as failure:
            if environment.is_required:
                raise
            hint = f"{environment.variable}=none goes on without Blender {environment.blender}."
            raise SetupFailure(f"{failure}\n{hint}") from failure


def ensure_peers(name: str, *modules: str) -> None:
    """Install the peers that a single command compares with into the main environment.

    Args:
        name: Of the file in `requirements` that lists them, without its suffix.
        modules: That must be importable afterwards.

    Raises:
        SetupFailure: They cannot be installed.
    """
    ensure(MAIN)
    peers = SCRIPTS / "requirements" / f"{name}.txt"
    stamp, wanted = MAIN.folder / f"{name}.stamp", digest(peers, MAIN.requirements)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    with _alone():
        _say(f"Adding {peers.relative_to(ROOT)} to {MAIN.folder.name}.")
        pip(
            MAIN.python,
            "install",
            "-q",
            "--no-deps",
            "--require-hashes",
            "-r",
            peers,
            step=f"installing {peers.name}",
        )
        run([MAIN.python, "-c", f"import {', '.join(modules)}"], step=f"importing {' and '.join(modules)}")
        stamp.write_text(wanted)


def digest(*files: Path) -> str:
    """Digest the content of files."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _set_up(environment: Environment) -> bool:
    interpreter = interpreters.find(environment.version)
    if interpreter is None:
        return _without_interpreter(environment)
    if not interpreter.has_venv:
        raise SetupFailure(
            f"{interpreter.path} lacks the venv module: apt-get install python{environment.version}-venv"
        )
    _say(f"Setting up {environment.folder.name} with {interpreter.path} (Blender {environment.blender}).")
    environment.stamp.unlink(missing_ok=True)
    if not _starts(environment):
        run([interpreter.path, "-m", "venv", "--clear", environment.folder], step="making the environment")
    step = f"installing {environment.requirements.relative_to(ROOT)}"
    pip(environment.python, "install", "-q", "--require-hashes", "-r", environment.requirements, step=step)
    shared_libraries.require(_blender_module(environment))
    wheel = _ipopt_wheel(environment, interpreter.path)
    pip(
        environment.python,
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        "--force-reinstall",
        wheel,
        step="adding IPOPT",
    )
    run([environment.python, "-c", "import bpy, cyipopt"], step="importing bpy and cyipopt")
    _compile(environment)
    environment.stamp.write_text(environment.fingerprint())
    return True


def _compile(environment: Environment) -> None:
    """Compile sources and tests once, as otherwise each of the first processes of the tests would do.

    Errors are ignored here; the tests report them.
    """
    _say(f"Compiling the sources for Python {environment.version}.")
    tests = ROOT / "tests"
    command: list[str | Path] = [environment.python, "-m", "pytest", "-c", tests / "pytest.ini", tests]
    command += ["-p", "no:cacheprovider", "--collect-only", "-q"]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, check=False)


def _without_interpreter(environment: Environment) -> bool:
    version, variable = environment.version, environment.variable
    if environment.is_required:
        package = f"python{version} python{version}-venv libpython{version}-dev"
        raise SetupFailure(f"Python {version} was not found: apt-get install {package}, or set {variable}.")
    _say(
        f"Python {version} not found ({variable}= names one): going on without Blender {environment.blender}."
    )
    return False


def _starts(environment: Environment) -> bool:
    found = interpreters.probe(str(environment.python))
    return found is not None and found.version == environment.version


def _blender_module(environment: Environment) -> Path:
    library = environment.folder / "lib" / f"python{environment.version}" / "site-packages"
    return library / "bpy" / "__init__.so"


def _ipopt_wheel(environment: Environment, interpreter: str) -> Path:
    """Return the wheel for an environment, rebuilt only if its recipe changed."""
    recipe = digest(*WHEEL_RECIPE)
    stamp = WHEELS / f"{environment.tag}.stamp"
    present = list(WHEELS.glob(f"cyipopt-*-{environment.tag}-*.whl"))
    if len(present) == 1 and stamp.exists() and stamp.read_text() == recipe:
        return present[0]
    _require_tools()
    _say(f"Building the IPOPT wheel for Python {environment.version} (about a minute).")
    wheel = ipopt_wheel.build(interpreter, tools=MAIN.python.parent, wheels=WHEELS)
    stamp.write_text(recipe)
    return wheel


def _require_tools() -> None:
    if not (MAIN.python.parent / "auditwheel").exists():
        raise SetupFailure(
            "The IPOPT wheel is built with tools of .venv: run `make environment` for Python 3.11 first."
        )


@contextmanager
def _alone() -> Iterator[None]:
    """Prevent two set-ups of one checkout from running at once; the second waits."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "environment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
