"""Command lines of made-up arguments, each run by a process of its own in a folder of small files.

What an argument takes is read from the parser; most get what they should, some another file, number or text. Whatever
can be canceled is, at its start: what is tried is the reading of input, not the search.
"""

import argparse
import atexit
import json
import multiprocessing
import os
import pkgutil
import resource
import shutil
import signal
import sys
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

import solver
from solver.cli import main, parser
from solver.messages import EXIT_CANCELLED, Done, Error, decode
from tests.fuzz.documents import OLD
from tests.fuzz.files import DATA, graph_text
from tests.fuzz.fuzz import Case, Used

LIMIT = 240  # s after which a command hangs
EXECUTED = 99  # exit code of a command that ran a text as a program
RIGHT = {
    "job": "hop.job.json", "space": "hops.space.json", "clip": "hop.npz", "store": "hops.sqlite", "first": "hop.npz",
    "second": "hop.npz", "clips": "hops.sqlite", "graph": "graph.json", "capture": "walk.bvh", "file": "hop.npz",
    "out": "out", "start": "hop.npz", "composition": "hop.job.json", "quantity": "com.z",
}  # fmt: skip
PATHS = (
    *sorted(set(RIGHT.values())), "missing.json", "missing/out.npz", ".", "", "empty", "deep/er/out", "/proc/nowhere/x",
    "x" * 5000, "\udcff.npz", "no\nname", "-", "é.bvh", "../outside",
)  # fmt: skip
NUMBERS = (
    "0", "1", "2", "-1", "3", "0.5", "-0.0", "nan", "inf", "-inf", "1e300", "1e-300", "9" * 400, "x", "", "0x10", "1_0",
    "٣", "1e9", "2147483648",
)  # fmt: skip
TEXTS = (
    "", "hops way=0.2", "effort=2", "=", "effort=x", "way=0.3", "way", "com.z", "1/0",
    "__import__('os').system('true')", "open('executed','w')", "x" * 5000, "\udcff", "no\nname", "a;b", "%s%n", "bvh",
    "motion-json", "tcp://x", "list",
)  # fmt: skip
PLACES = ("FILE", "DIR", "CLIP")  # as the help calls them
AWAY = ("dask", "workers", "idle")  # they would wait for others


def draw_command_line(rng: np.random.Generator) -> Case:
    """A command with arguments."""
    names = sorted(_commands())
    name = names[int(rng.integers(len(names)))]
    line = [name]
    for action in _commands()[name]:
        line += _given(rng, action)
    if rng.random() < 0.05:
        line.insert(int(rng.integers(len(line) + 1)), TEXTS[int(rng.integers(len(TEXTS)))])
    return repr(line), lambda: _run(line)


def _given(rng: np.random.Generator, action: argparse.Action) -> list[str]:
    """An argument with its values, or nothing."""
    if action.dest in AWAY:
        return []
    if action.dest == "watches_stdin":
        return [action.option_strings[0]]
    is_needed = action.required or not action.option_strings
    if rng.random() > (0.97 if is_needed else 0.3):
        return []
    if action.nargs == 0:
        return [action.option_strings[0]]
    count = (
        action.nargs
        if isinstance(action.nargs, int)
        else int(rng.integers(1, 3))
        if action.nargs == "+"
        else 1
    )
    values = [_value(rng, action) for _ in range(count)]
    return [*action.option_strings[:1], *values]


def _value(rng: np.random.Generator, action: argparse.Action) -> str:
    if action.dest in RIGHT and rng.random() < 0.8:
        return RIGHT[action.dest]
    if action.choices is not None and rng.random() < 0.9:
        return str(rng.choice(sorted(action.choices)))
    is_path = action.type is Path or action.metavar in PLACES or not action.option_strings
    others = PATHS if is_path else NUMBERS if action.type in (int, float) else TEXTS
    return others[int(rng.integers(len(others)))]


@cache
def _commands() -> dict[str, tuple[argparse.Action, ...]]:
    """Arguments of each command."""
    (choice,) = (a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    return {name: tuple(sub._actions) for name, sub in choice.choices.items()}


def _run(line: list[str]) -> Used:
    """Runs a command in a fresh folder; anything but a promised end is an AssertionError."""
    with tempfile.TemporaryDirectory() as outside:
        folder = Path(outside) / "here"
        shutil.copytree(_folder(), folder)
        process = _context().Process(target=_child, args=(line, str(folder)))
        process.start()
        process.join(LIMIT)
        if process.is_alive():
            process.kill()
            raise AssertionError("it hangs")
        told, errors = ((Path(outside) / name).read_bytes() for name in ("stdout", "stderr"))
        assert process.exitcode != EXECUTED, "a text was run"
        assert process.exitcode in range(EXIT_CANCELLED + 1), (
            f"exit code {process.exitcode}: {errors[-300:]!r}"
        )
        if any(each in line for each in ("-h", "--help")):
            return Used(0.0, 0)
        messages = [decode(one) for one in told.decode().splitlines()]
        assert isinstance(messages[-1], Done), messages[-1:]
        assert messages[-1].exit_code == process.exitcode
        assert process.exitcode != 1, [each for each in messages if isinstance(each, Error)]
        assert not errors, errors[-300:]
        assert {path.name for path in Path(outside).iterdir()} <= {
            "here",
            "stdout",
            "stderr",
            "used",
            "outside",
        }
        return Used(*json.loads((Path(outside) / "used").read_text()))


def _child(line: list[str], folder: str) -> None:
    """The command, as a process of its own sees it."""
    os.chdir(folder)
    for number, name in ((1, "../stdout"), (2, "../stderr")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT), number)
    sys.addaudithook(_no_program)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.argv = ["solver", *line]
    try:
        code = main(line)
    except SystemExit as end:  # --help
        code = int(end.code or 0)
    used = resource.getrusage(resource.RUSAGE_SELF)
    Path("../used").write_text(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss * 1024]))
    sys.stdout.flush()
    os._exit(code)


def _no_program(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("os.system", "subprocess.Popen", "os.exec") or (
        event == "open" and arguments[0] == "executed"
    ):
        os._exit(EXECUTED)


@cache
def _context() -> multiprocessing.context.ForkServerContext:
    """Processes that have read the solver's modules already."""
    context = multiprocessing.get_context("forkserver")
    modules = [each.name for each in pkgutil.walk_packages(solver.__path__, "solver.")]
    context.set_forkserver_preload(["__main__", __name__, *(m for m in modules if m != "solver.__main__")])
    return context


@cache
def _folder() -> Path:
    """Files that commands read."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for path in (*OLD.iterdir(), DATA / "walk.bvh"):
        if path.suffix != ".blend":
            shutil.copy(path, folder)
    (folder / "graph.json").write_text(graph_text(), encoding="utf-8")
    (folder / "empty").mkdir()
    return folder
