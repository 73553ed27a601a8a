"""Ends every command: errors become messages, and Done is the last one."""

import platform
import sys
import tempfile
import traceback
from collections.abc import Callable

from . import __version__
from .errors import InputError
from .messages import EXIT_BAD_INPUT, EXIT_FAILED, Done, Error, Sink

REPORTS: str | None = None  # folder of reports; None: the system's for temporary files


def run_to_the_end(command: Callable[[], tuple[int, str]], send: Sink) -> int:
    """Runs a command, sends errors and Done, and returns its exit code.

    The command returns the exit code and the file of its clip, if any.
    """
    exit_code, clip = EXIT_FAILED, ""
    try:
        exit_code, clip = command()
    except InputError as error:
        send(Error.of(error.sentence, error.field))
        exit_code = EXIT_BAD_INPUT
    except OSError as error:
        send(Error(_unusable(error)))
        exit_code = EXIT_BAD_INPUT
    except Exception as error:  # noqa: BLE001  unexpected errors end in a sentence and a report
        send(Error(_reported(error)))
    send(Done(exit_code, clip))
    return exit_code


def _unusable(error: OSError) -> str:
    """Sentence about a file that cannot be read or written."""
    whose = f"'{error.filename}'" if error.filename is not None else "a file"
    return f"{whose} cannot be used: {error.strerror or type(error).__name__}"


def _reported(error: Exception) -> str:
    """Writes a report of an unexpected error; returns a sentence with its path."""
    report = "\n".join(
        (
            f"Spacetime Animator {__version__}, Python {sys.version}, {platform.platform()}",
            f"command: {sys.argv}",
            "".join(traceback.format_exception(error)),
        )
    )
    try:
        with tempfile.NamedTemporaryFile(
            "w",
            dir=REPORTS,
            prefix="spacetime_",
            suffix=".txt",
            delete=False,
            encoding="utf-8",
            errors="backslashreplace",
        ) as file:
            file.write(report)
    except OSError:
        sys.stderr.write(report)
        return "failed unexpectedly; the report is in the console"
    return f"failed unexpectedly; please send us the report '{file.name}'"
