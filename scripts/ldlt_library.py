"""Compile our linear solver (scripts/ldlt) into a wheel of cyipopt, where solver/optimise/linear_solver.py finds it."""

import shlex
from pathlib import Path

from scripts.processes import run

SOURCES = Path(__file__).parent / "ldlt"
OPTIONS = (
    *("-shared", "-O3", "-fPIC", "-std=gnu11", "-Wall", "-Wextra", "-Werror"),
    *("-fvisibility=hidden", "-Wl,--no-undefined", "-Wl,-soname,libldlt.so"),
    "-Wl,-z,nodelete",  # IPOPT closes it after each problem, and it must remember
)


def add(libraries: Path, *, compiler: str) -> None:
    """Add the library to the folder of an opened wheel that holds its shared libraries.

    Args:
        libraries: The folder.
        compiler: The C compiler's command.
    """
    command: list[str | Path] = [*shlex.split(compiler), *OPTIONS, "-o", libraries / "libldlt.so"]
    run([*command, *sorted(SOURCES.glob("*.c")), "-lm", "-lpthread"], step="compiling the linear solver")
