"""Processes that do not run the caller's script, which may use workers without a main guard.

A process that is forked from a server, or spawned, imports the parent's ``__main__`` under another name to unpickle
objects of that script; without ``if __name__ == "__main__"``, the script then runs again in each worker. Workers here
only receive objects of this package.
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

_STARTING = threading.Lock()  # __main__ is an empty module while a process starts


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
    """Context of processes forked from a server, or else spawned."""
    return _ForkContext() if is_forked else _SpawnContext()


def _without_main(start: Any, process: BaseProcess) -> Any:
    with _STARTING:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return start(process)
        finally:
            sys.modules["__main__"] = main
