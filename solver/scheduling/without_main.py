"""Processes that do not run the caller's script: a script may ask for workers at its first line.

A process that is forked from a server, or spawned, imports the parent's ``__main__`` under another name, so that what
it is sent can be of that script; a script without ``if __name__ == "__main__"`` then runs once more in each worker.
What workers are sent here is of this package alone.
"""

import sys
import threading
from multiprocessing.context import (
    BaseContext,
    ForkServerContext,
    ForkServerProcess,
    SpawnContext,
    SpawnProcess,
)
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

_STARTING = threading.Lock()  # while one process starts, __main__ is an empty module


class _Forked(ForkServerProcess):
    @staticmethod
    def _Popen(process_obj: BaseProcess) -> Any:
        return _without_main(ForkServerProcess._Popen, process_obj)


class _Spawned(SpawnProcess):
    @staticmethod
    def _Popen(process_obj: BaseProcess) -> Any:
        return _without_main(SpawnProcess._Popen, process_obj)


class _ForkContext(ForkServerContext):
    Process = _Forked


class _SpawnContext(SpawnContext):
    Process = _Spawned


def context(*, is_forked: bool) -> BaseContext:
    """Of processes forked from a server, or else spawned."""
    return _ForkContext() if is_forked else _SpawnContext()


def _without_main(start: Any, process: BaseProcess) -> Any:
    with _STARTING:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return start(process)
        finally:
            sys.modules["__main__"] = main
