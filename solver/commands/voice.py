"""Sends messages as lines to the parent process."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from ..messages import Message, Sink, encode


class Voice:
    """A sink that writes messages as lines to a stream; thread-safe.

    Args:
        stream: to write to.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    @classmethod
    def of_stdout(cls) -> "Voice":
        """Voice on the real stdout; all other output, including from IPOPT's C++, goes to stderr from now on."""
        if sys.stdout is None:  # closed before the start
            return cls(_nobody())
        sys.stdout.flush()
        stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        return cls(stream)

    def __call__(self, message: Message) -> None:
        """Sends a message that answers no request, or the only one."""
        self._say(encode(message))

    def about(self, request: str) -> Sink:
        """Sink of one request's messages, which name it."""
        say: Callable[[str], None] = self._say
        return lambda message: say(encode(message, request=request))

    def _say(self, line: str) -> None:
        with self._lock:
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except OSError:  # no reader is left, which stdin also shows, or a disk is full: go on
                with suppress(OSError):
                    self._stream.close()
                self._stream = _nobody()


def _nobody() -> TextIO:
    """Stream that discards messages."""
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
