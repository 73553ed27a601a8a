"""The command line: every command answers with messages (messages.py) on stdout and with its exit code.

    solve JOB --out DIR [--start CLIP] [--store FILE] [--workers N] [--watch-stdin]
                                                         find the motion, and first the timings that the job
                                                         leaves free; leaves DIR/clip.npz
    check JOB                                            say whether a job fits together
    verify CLIP                                          measure a clip's physics anew
    export CLIP --format bvh|motion-json --out FILE      or: export --store FILE --clip NAME ...
    clips --store FILE                                   list a store's clips
    echo TEXT                                            answer, and name the IPOPT in use

Exit codes: 0 done or solved, 1 a fault of the program, 2 bad input, 3 no solution (the best attempt is
kept), 4 cancelled (the best so far is kept).
"""

import argparse
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import NoReturn

from .errors import InputError
from .messages import (
    EXIT_BAD_INPUT,
    EXIT_CANCELLED,
    EXIT_FAILED,
    EXIT_NO_SOLUTION,
    EXIT_SOLVED,
    Done,
    Error,
    Message,
    Sink,
    Status,
    encode,
)
from .motion.bvh import write_bvh
from .motion.clip import Clip
from .motion.clip_store import ClipStore
from .motion.motion_json import to_motion_json
from .motion.world_motion import WorldMotion
from .problem.free_timings import is_free
from .problem.job import Job

CLIP_FILE = "clip.npz"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; the last message is Done."""
    tell = _own_stdout()
    clip = ""
    try:
        chosen = _parser().parse_args(arguments)
        exit_code, clip = chosen.run(chosen, tell)
    except InputError as error:
        tell(Error(str(error), error.field))
        exit_code = EXIT_BAD_INPUT
    except Exception as error:  # noqa: BLE001  the last fence: what nobody foresaw is told, its trace on stderr
        traceback.print_exc()
        tell(Error(f"the solver failed unexpectedly: {type(error).__name__}: {error}"))
        exit_code = EXIT_FAILED
    tell(Done(exit_code, clip))
    return exit_code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try 'python -m solver --help'")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="solver", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace, Sink], tuple[int, str]]
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=(run.__doc__ or "").splitlines()[0])
        sub.set_defaults(run=run)
        return sub

    sub = command("solve", _solve)
    sub.add_argument("job", type=Path)
    sub.add_argument("--out", type=Path, required=True, metavar="DIR")
    sub.add_argument("--start", type=Path, metavar="CLIP", help="a motion like it to begin with")
    sub.add_argument("--store", type=Path, metavar="FILE")
    sub.add_argument("--workers", type=int, metavar="N", help="processes that search free timings; all cores")
    sub.add_argument("--watch-stdin", action="store_true", help="a line 'cancel' or the end of stdin cancels")
    command("check", _check).add_argument("job", type=Path)
    command("verify", _verify).add_argument("clip", type=Path)
    sub = command("export", _export)
    sub.add_argument("file", type=Path, nargs="?", metavar="CLIP")
    sub.add_argument("--store", type=Path, metavar="FILE")
    sub.add_argument("--clip", metavar="NAME")
    sub.add_argument("--format", choices=tuple(_WRITERS), required=True)
    sub.add_argument("--out", type=Path, required=True, metavar="FILE")
    command("clips", _clips).add_argument("--store", type=Path, required=True, metavar="FILE")
    command("echo", _echo).add_argument("text")
    return parser


def _solve(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Find the motion that a job asks for."""
    from .animate import animate  # IPOPT, scipy: only this command needs them
    from .optimise.start import Start

    job = Job.load(chosen.job)
    start = Start.of_clip(Clip.load(chosen.start)) if chosen.start else None
    stop = _stop_signal(chosen.watch_stdin)
    with _workers(job, chosen.workers) as executor:
        clip = animate(job, tell=tell, cancelled=stop.is_set, start=start, executor=executor)
    chosen.out.mkdir(parents=True, exist_ok=True)
    file = chosen.out / CLIP_FILE
    clip.save(file)
    if chosen.store:
        with ClipStore(chosen.store) as store:
            store.put(clip, replace=True)
    if clip.provenance.solved and not (stop.is_set() and is_free(job)):
        return EXIT_SOLVED, str(file)
    if stop.is_set():
        tell(Status("Stopped; the best motion so far is kept"))
        return EXIT_CANCELLED, str(file)
    worst = "; ".join(clip.provenance.violations) or "no constraint is violated, but it could still be better"
    tell(
        Error(f"no solution found ({clip.provenance.status.rstrip('.')}); the best attempt is kept: {worst}")
    )
    return EXIT_NO_SOLUTION, str(file)


@contextmanager
def _workers(job: Job, count: int | None) -> Iterator[Executor | None]:
    """Processes for a job with free timings; other jobs need none.

    Raises:
        InputError: there cannot be so many.
    """
    count = os.cpu_count() or 1 if count is None else count
    if count < 1:
        raise InputError(f"expected 1 worker at least, found {count}", field="--workers")
    if count == 1 or not is_free(job):
        yield None
        return
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:  # each sets its own BLAS up
        yield pool


def _check(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Say whether a job fits together."""
    from .problem.formulate import formulate

    problem = formulate(Job.load(chosen.job))
    n_frames, n_rows = problem.setting.timeline.n_frames, len(problem.g_lower)
    tell(Status(f"the job fits together: {n_frames} frames, {problem.size} unknowns, {n_rows} constraints"))
    return EXIT_SOLVED, ""


def _verify(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Measure a clip's physics anew."""
    from .mechanics.tree import Tree
    from .motion.verify import verify

    clip = Clip.load(chosen.clip)
    limits = Tree(clip.job.character).effort_limit
    report = verify(WorldMotion.of_clip(clip), torques=clip.torques, torque_limits=limits)
    for name, value in asdict(report).items():
        tell(Status(f"{name} {value:.3g}"))
    return EXIT_SOLVED, str(chosen.clip)


def _export(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Write a clip as BVH or as the judge's motion JSON."""
    if (chosen.file is None) == (chosen.store is None or chosen.clip is None):
        raise InputError("expected either a clip's file or --store FILE with --clip NAME")
    if chosen.file:
        clip = Clip.load(chosen.file)
    else:
        with ClipStore(chosen.store, create=False) as store:
            clip = store.get(chosen.clip)
    _WRITERS[chosen.format](clip, chosen.out)
    tell(Status(f"wrote '{chosen.out}'"))
    return EXIT_SOLVED, ""


def _clips(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """List a store's clips."""
    with ClipStore(chosen.store, create=False) as store:
        for name in store.names():
            tell(Status(name))
    return EXIT_SOLVED, ""


def _echo(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Answer, and name the IPOPT in use."""
    tell(Status(chosen.text))
    try:
        from .optimise.ipopt import VERSION
    except ImportError as error:
        raise InputError(f"this Python ({sys.executable}) has no IPOPT: {error}") from error
    tell(Status(f"IPOPT {VERSION} in Python {sys.version.split()[0]}"))
    return EXIT_SOLVED, ""


def _write_motion_json(clip: Clip, path: Path) -> None:
    path.write_text(json.dumps(to_motion_json(clip)), encoding="utf-8")


_WRITERS: dict[str, Callable[[Clip, Path], None]] = {"bvh": write_bvh, "motion-json": _write_motion_json}


def _own_stdout() -> Sink:
    """Sink on the real stdout; anybody else who prints, IPOPT's C++ included, prints to stderr."""
    sys.stdout.flush()
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def tell(message: Message) -> None:
        try:
            lines.write(encode(message) + "\n")
            lines.flush()
        except BrokenPipeError:  # nobody listens any more; --watch-stdin ends the solve
            return

    return tell


def _stop_signal(watch_stdin: bool) -> threading.Event:
    """Event that is set by SIGTERM, SIGINT and, if watched, by 'cancel' on stdin or its end."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())

    def listen() -> None:
        heard = b""
        while b"cancel\n" not in heard:
            more = os.read(0, 4096)  # not sys.stdin: a thread that holds its lock spoils the exit
            if not more:
                break
            heard += more
        stop.set()

    if watch_stdin:
        threading.Thread(target=listen, daemon=True).start()
    return stop
