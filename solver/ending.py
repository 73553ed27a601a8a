"""How every command ends: errors become messages, and Done is the last one."""

import traceback
from collections.abc import Callable

from .errors import InputError
from .messages import EXIT_BAD_INPUT, EXIT_FAILED, Done, Error, Sink


def run_to_the_end(command: Callable[[], tuple[int, str]], tell: Sink) -> int:
    """Runs a command and returns its exit code.

    Args:
        command: gives the exit code and the file of the clip that it leaves, if any.
        tell: takes what went wrong, and Done.
    """
    exit_code, clip = EXIT_FAILED, ""
    try:
        exit_code, clip = command()
    except InputError as error:
        tell(Error.of(error.sentence, error.field))
        exit_code = EXIT_BAD_INPUT
    except Exception as error:  # noqa: BLE001  the last fence: what nobody foresaw is told, its trace on stderr
        traceback.print_exc()
        tell(Error(f"failed unexpectedly: {type(error).__name__}: {error}"))
    tell(Done(exit_code, clip))
    return exit_code
