"""Commands without a window: blender --background FILE.blend --command spacetime COMMAND ...

Use 'COMMAND --help' for the arguments of a command.

Messages and exit codes are those of the solver (solver/messages.py): one JSON object per line on stdout, "done" at the
end; 0 done or solved, 1 internal error, 2 invalid input, 3 no solution (the file is unchanged; the closest attempt is
in the folder of the job), 4 canceled (the best motion so far is kept).
"""

from collections.abc import Sequence
from typing import Any

import bpy

from ...solver.ending import run_to_the_end
from ...solver.errors import InputError
from ..runtime.event_loop import in_a_window
from .file import send
from .parser import make_parser

_commands: list[Any] = []  # Blender's handle of the command


def register() -> None:
    """Registers ``--command spacetime``."""
    _commands.append(bpy.utils.register_cli_command("spacetime", main))


def unregister() -> None:
    """Unregisters the command."""
    bpy.utils.unregister_cli_command(_commands.pop())


def main(arguments: Sequence[str]) -> int:
    """Runs one command on the open file and returns its exit code; the last message is Done."""

    def command() -> tuple[int, str]:
        chosen, unknown = make_parser(__doc__ or "").parse_known_args(list(arguments))
        if unknown:
            raise InputError(f"unknown arguments {' '.join(unknown)}; try --help")
        with in_a_window():  # of the file, since Blender's exporters read its selection
            found: tuple[int, str] = chosen.run(chosen)
        return found

    return run_to_the_end(command, send)
