"""Solver processes with the interpreter and timeouts of the preferences: for one command, or resident."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ...solver.commands.request import Command, Request
from .. import preferences
from ..runtime.conversation import Conversation, Savable
from ..runtime.event_loop import redraw_panels
from ..runtime.process import REQUEST_FILE, SolverProcess, solver_command
from ..runtime.resident import ResidentSolver, serve_command

_residents: list[ResidentSolver] = []  # at most one


def start_process(
    folder: Path,
    command: Command,
    *,
    files: Mapping[str, Savable] | None = None,
    leaves_clip: bool = True,
) -> SolverProcess:
    """Starts a separate process for a command; see SolverProcess.

    Args:
        folder: where it works, from which the command names its files.
        command: to the solver.
        files: saved in the folder by these names, beside the command itself.
        leaves_clip: whether it leaves a clip.
    """
    return SolverProcess(
        solver_command(preferences.solver_python()),
        folder,
        files={**(files or {}), REQUEST_FILE: Request(command)},
        environment=preferences.environment(),
        silence_timeout=preferences.silence_timeout(),
        leaves_clip=leaves_clip,
    )


@contextmanager
def ending(process: SolverProcess) -> Iterator[None]:
    """Context that ends the process on exit."""
    try:
        yield
    finally:
        if process.finished is None:
            process.kill()
        redraw_panels()


def start_solving(folder: Path, command: Command, *, files: Mapping[str, Savable]) -> Conversation:
    """Sends a command that results in a clip to the resident solver, or to a new process without one.

    Args:
        folder: where it works, from which the command names its files.
        command: to the solver.
        files: saved in the folder by these names.
    """
    if not preferences.stays():
        return start_process(folder, command, files=files)
    return resident().order(command, folder, files=files, silence_timeout=preferences.silence_timeout())


def resident() -> ResidentSolver:
    """The resident solver with the settings of the preferences, started if needed."""
    idle, memory = preferences.idle_and_memory()
    command = serve_command(preferences.solver_python(), idle=idle, memory=memory)
    environment = preferences.environment()
    for each in tuple(_residents):
        if each.is_over or (each.command, each.environment) != (tuple(command), environment):
            _residents.remove(each)
            each.kill()
    if not _residents:
        _residents.append(ResidentSolver(command, preferences.new_job_folder(), environment))
    return _residents[0]
