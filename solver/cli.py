"""The command line: every command answers with messages (messages.py) on stdout and with its exit code.

    solve JOB --out DIR [--start CLIP] [--store FILE] [--workers N] [--watch-stdin]
                                                         find the motion, and first the timings that the job
                                                         leaves free; leaves DIR/clip.npz, and puts it into the
                                                         store unless it is only the attempt at what cannot be
    guide CLIP --out DIR [--first F --last L ... [--blind]] [--dof NAME ...] [--smooth N] [--shake SIZE] [--seed N]
          [--damp STEP] [--weight KIND=VALUE ...]        change a clip by hand and go on from there, all of it or
                                                         intervals in turn; leaves DIR/guided.npz
    check JOB                                            say whether a job fits together
    verify CLIP                                          measure a clip's physics anew
    generate SPACE --store FILE [--workers N | --dask ADDRESS] [--resume] [--dry-run] [--time-limit S]
                                                         solve all samples of a parameter space
    clips --store FILE [--samples | --compare | --add-tag TAG | --remove-tag TAG | --delete]
                                                         list a store's clips, or do that to them
    export CLIP --format bvh|motion-json --out FILE      or: export --store FILE --clip NAME ..., or several
                                                         clips into the folder --out; or: --attempt NAME, the
                                                         best that was found of a sample without a solution
    (clips and export choose by --clip NAME, --space NAME, --where DIMENSION=VALUE or LOW..HIGH, --tag TAG)
    echo TEXT                                            answer, and name the IPOPT in use

Exit codes: 0 done or solved, 1 a fault of the program, 2 bad input, 3 no solution (the best attempt is
kept where a solution would be, and is marked infeasible; see Provenance), 4 cancelled (the best so far is kept).
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from .commands import clips as clips_command
from .commands import generate as generate_command
from .commands import guide as guide_command
from .commands.stop_signal import stop_signal
from .ending import run_to_the_end
from .errors import InputError
from .messages import (
    EXIT_CANCELLED,
    EXIT_NO_SOLUTION,
    EXIT_SOLVED,
    Error,
    Message,
    Sink,
    Status,
    encode,
)
from .motion.clip import Clip
from .motion.clip_store import ClipStore
from .motion.world_motion import WorldMotion
from .problem.free_timings import is_free
from .problem.job import Job
from .sentence import Sentence
from .space.workers import LocalWorkers

CLIP_FILE = "clip.npz"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; the last message is Done."""
    tell = _own_stdout()

    def command() -> tuple[int, str]:
        chosen = parser().parse_args(arguments)
        found: tuple[int, str] = chosen.run(chosen, tell)
        return found

    return run_to_the_end(command, tell)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; try 'python -m solver --help'")


def parser() -> argparse.ArgumentParser:
    """Of all commands; ``run(arguments, tell)`` of what it returns gives the exit code and the clip's file."""
    whole = _Parser(prog="solver", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

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
    guide_command.add_arguments(command("guide", guide_command.guide))
    generate_command.add_arguments(command("generate", generate_command.generate))
    sub = command("export", clips_command.export)
    sub.add_argument("file", type=Path, nargs="?", metavar="CLIP")
    clips_command.add_choice(sub, store_required=False)
    sub.add_argument(
        "--attempt", default="", metavar="NAME", help="the best that was found of a sample without a solution"
    )
    sub.add_argument("--format", choices=tuple(clips_command.WRITERS), required=True)
    sub.add_argument("--out", type=Path, required=True, metavar="FILE")
    sub = command("clips", clips_command.clips)
    clips_command.add_choice(sub, store_required=True)
    sub.add_argument("--samples", action="store_true", help="list samples with their states and reasons")
    sub.add_argument("--compare", action="store_true", help="tell parameters, objective and physics of each")
    sub.add_argument("--add-tag", action="append", default=[], metavar="TAG")
    sub.add_argument("--remove-tag", action="append", default=[], metavar="TAG")
    sub.add_argument("--delete", action="store_true", help="forget the clips")
    command("echo", _echo).add_argument("text")
    return whole


def _solve(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Find the motion that a job asks for."""
    from .animate import animate  # IPOPT, scipy: only this command needs them
    from .optimise.start import Start

    job = Job.load(chosen.job)
    start = Start.of_clip(Clip.load(chosen.start)) if chosen.start else None
    stop = stop_signal(watch_stdin=chosen.watch_stdin)
    with _workers(job, chosen.workers) as executor:
        clip = animate(job, tell=tell, cancelled=stop.is_set, start=start, executor=executor)
    chosen.out.mkdir(parents=True, exist_ok=True)
    file = chosen.out / CLIP_FILE
    clip.save(file)
    if chosen.store and not clip.provenance.infeasible:
        with ClipStore(chosen.store) as store:
            store.put(clip, replace=True)
    if clip.provenance.solved and not (stop.is_set() and is_free(job)):
        return EXIT_SOLVED, str(file)
    if stop.is_set():
        tell(Status("Stopped; the best motion so far is kept"))
        return EXIT_CANCELLED, str(file)
    found = f"no solution found ({clip.provenance.status.rstrip('.')}); the best attempt is kept: "
    tell(Error.of(Sentence.of(found, clip.provenance.why_unsolved)))
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
    workers = LocalWorkers(count)
    pool = workers.open()
    try:
        yield pool
    finally:
        workers.close(pool)


def _check(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Say whether a job fits together."""
    from .problem.formulate import formulate

    problem = formulate(Job.load(chosen.job))
    n_frames, n_rows = problem.setting.timeline.n_frames, len(problem.g_lower)
    tell(Status(f"the job fits together: {n_frames} frames, {problem.size} unknowns, {n_rows} constraints"))
    return EXIT_SOLVED, ""


def _verify(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Measure a clip's physics and the expressions that its job bounds anew."""
    from .mechanics.tree import Tree
    from .motion.expression_faults import expression_faults
    from .motion.verify import verify
    from .problem.setting import make_setting
    from .problem.unfold import whole_setting

    clip = Clip.load(chosen.clip)
    limits = Tree(clip.job.character).effort_limit
    report = verify(WorldMotion.of_clip(clip), torques=clip.torques, torque_limits=limits)
    for name, value in report.figures.items():
        tell(Status(f"{name} {value:.3g}"))
    faults = expression_faults(clip, whole_setting(make_setting(clip.job)))
    for fault in faults:
        tell(Error.of(fault.sentence))
    if not report.is_passive:
        tell(Error(report.gift))
    return EXIT_NO_SOLUTION if faults or not report.is_passive else EXIT_SOLVED, str(chosen.clip)


def _echo(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Answer, and name the IPOPT in use."""
    tell(Status(chosen.text))
    try:
        from .optimise.ipopt import VERSION
    except ImportError as error:
        raise InputError(f"this Python ({sys.executable}) has no IPOPT: {error}") from error
    tell(Status(f"IPOPT {VERSION} in Python {sys.version.split()[0]}"))
    return EXIT_SOLVED, ""


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
