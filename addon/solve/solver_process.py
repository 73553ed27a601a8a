"""The solver's process with the interpreter and the patience of the preferences."""

from collections.abc import Mapping
from pathlib import Path

import bpy

from ...solver.commands.request import Command, Request
from .. import preferences
from ..runtime.process import REQUEST_FILE, Savable, SolverProcess, solver_command


def start_process(
    context: bpy.types.Context,
    folder: Path,
    command: Command,
    *,
    given: Mapping[str, Savable] | None = None,
    leaves_clip: bool = True,
) -> SolverProcess:
    """The solver at work on a command; see SolverProcess.

    Args:
        context: of Blender.
        folder: where it works, from which the command names its files.
        command: to the solver.
        given: saved in the folder by these names, beside the command itself.
        leaves_clip: whether it leaves a clip.
    """
    return SolverProcess(
        solver_command(preferences.solver_python(context)),
        folder,
        given={**(given or {}), REQUEST_FILE: Request(command)},
        environment=preferences.environment(context),
        silence_timeout=preferences.silence_timeout(context),
        leaves_clip=leaves_clip,
    )
