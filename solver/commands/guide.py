"""The artist's hand on a clip: smooth, shake, damp, reweigh, intervals, and on from there (Cohen 1992, 4.2-4.3)."""

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status
from ..motion.clip import Clip
from ..problem.basis import PER_FRAME
from ..problem.constraints.component import Array
from ..problem.job import Job
from ..problem.setting import Setting
from ..sentence import Sentence
from .stop_signal import stop_signal

if TYPE_CHECKING:  # IPOPT, scipy
    from ..optimise.solution import Solution
    from ..problem.problem import Problem

CLIP_FILE = "guided.npz"
SHAKES = 5  # disturbances that are tried, each half as large as the one before


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Of the command."""
    parser.add_argument("clip", type=Path)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "--first", type=int, action="append", default=[], metavar="FRAME",
        help="only frames of the clip from this one",
    )  # fmt: skip
    parser.add_argument(
        "--last", type=int, action="append", default=[], metavar="FRAME",
        help="to this one may change; with --first it may come again: intervals in turn",
    )  # fmt: skip
    parser.add_argument(
        "--blind", action="store_true", help="what comes after an interval of an open clip is not known yet"
    )
    parser.add_argument("--dof", action="append", metavar="NAME", help="only this may change; may come again")
    parser.add_argument("--smooth", type=int, default=0, metavar="PASSES", help="filter the motion first")
    parser.add_argument(
        "--shake",
        type=float,
        default=0.0,
        metavar="SIZE",
        help="disturb it first [rad, m], less where it comes to no motion",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the shake")
    parser.add_argument(
        "--damp", type=float, metavar="STEP", help="nothing changes by more than this [rad, m]"
    )
    parser.add_argument("--weight", action="append", default=[], metavar="KIND=VALUE", help="of an objective")
    parser.add_argument(
        "--iterations", type=int, metavar="N", help="stop after these, wherever the whole clip is"
    )
    parser.add_argument(
        "--watch-stdin", action="store_true", help="a line 'cancel' or the end of stdin cancels"
    )


def guide(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Change a clip by hand and go on from there, all of it or an interval."""
    from ..animate import make_clip  # IPOPT, scipy
    from ..optimise.conflicts import gives
    from ..optimise.guidance import reweighed
    from ..optimise.start import Start
    from ..problem.formulate import formulate
    from ..problem.unfold import fold

    clip = Clip.load(chosen.clip)
    intervals = _intervals(chosen, clip)
    stop = stop_signal(watch_stdin=chosen.watch_stdin)
    start = Start.of_clip(clip)
    problem = formulate(_job(clip, whole=bool(intervals)))
    x = start.x if intervals else fold(start.x, start.setting, problem.setting)
    if chosen.weight:
        problem = reweighed(problem, _weights(chosen.weight))
    for shake in _milder(chosen.shake):
        solution = _gone_on(chosen, problem, x, intervals, shake=shake, tell=tell, cancelled=stop.is_set)
        if solution.solved or solution.cancelled or chosen.iterations:
            break
    tell(Status("Checking the motion's physics"))
    # What goes on from an attempt at what cannot be is one until it is solved.
    if clip.provenance.infeasible and not solution.solved:
        solution = replace(solution, conflicts=gives(problem, solution.x))
    made = make_clip(solution)
    chosen.out.mkdir(parents=True, exist_ok=True)
    file = chosen.out / CLIP_FILE
    made.save(file)
    if made.provenance.solved:
        return EXIT_SOLVED, str(file)
    if stop.is_set() or (chosen.iterations and solution.iterations >= chosen.iterations):
        tell(Status("Stopped; the best motion so far is kept"))
        return EXIT_CANCELLED, str(file)
    found = f"no solution found ({solution.status.rstrip('.')}); "
    tell(Error.of(Sentence.of(found, made.provenance.why_unsolved)))
    return EXIT_NO_SOLUTION, str(file)


def _job(clip: Clip, *, whole: bool) -> Job:
    """The clip's job frame by frame; an interval of a mirrored cycle is no longer the mirror of another."""
    job, cycle = replace(clip.job, basis=PER_FRAME), clip.job.cycle
    if whole and cycle is not None:
        job = replace(job, cycle=replace(cycle, mirrored=False))
    return job


def _intervals(chosen: argparse.Namespace, clip: Clip) -> list[tuple[int, int]]:
    """First and last frames of what may change, one interval after another; none: the whole clip.

    Raises:
        InputError: a first or a last frame is missing, or only intervals can be asked for that.
    """
    if len(chosen.first) != len(chosen.last):
        raise InputError("an interval needs --first and --last")
    if chosen.iterations and (chosen.first or chosen.dof):
        raise InputError("an interval, or some joints alone, is solved to its end", field="--iterations")
    if chosen.first:
        return list(zip(chosen.first, chosen.last, strict=True))
    if chosen.blind:
        raise InputError("only intervals can be blind; give --first and --last", field="--blind")
    return [(0, clip.n_frames - 1)] if chosen.dof else []


def _milder(shake: float) -> tuple[float, ...]:
    """Sizes of a disturbance to try in turn: none may be too much for the motion to come to rest again."""
    return tuple(shake / 2**k for k in range(SHAKES)) if shake else (0.0,)


def _gone_on(
    chosen: argparse.Namespace, problem: "Problem", x: Array, intervals: list[tuple[int, int]], *,
    shake: float, tell: Sink, cancelled: Callable[[], bool],
) -> "Solution":  # fmt: skip
    """Where the solver comes to from unknowns (size,) that are changed as it is asked for, but for the shake's size."""
    from ..optimise.guidance import damp, refine
    from ..optimise.window import Window, solve_windows

    everywhere: list[tuple[int, int] | None] = [None]
    for frames in intervals or everywhere:
        x = _disturbed(chosen, problem.setting, x, frames, shake=shake)
    if chosen.damp is not None:
        problem = damp(problem, x, step=chosen.damp, dofs=chosen.dof)
    if not intervals:
        return refine(problem, x, iterations=chosen.iterations, tell=tell, cancelled=cancelled)
    dofs = tuple(chosen.dof) if chosen.dof else None
    schedule = [Window(*frames, dofs, chosen.blind) for frames in intervals]
    return solve_windows(problem, x, schedule, tell=tell, cancelled=cancelled)


def _disturbed(
    chosen: argparse.Namespace, setting: Setting, x: Array, frames: tuple[int, int] | None, *, shake: float
) -> Array:
    """(size,) unknowns, smoothed as it is asked for and shaken in an interval; None: everywhere."""
    from ..optimise import guidance

    if chosen.smooth:
        x = guidance.smooth(setting, x, dofs=chosen.dof, frames=frames, passes=chosen.smooth)
    if shake:
        x = guidance.shake(setting, x, amplitude=shake, seed=chosen.seed, dofs=chosen.dof, frames=frames)
    return x


def _weights(given: list[str]) -> dict[str, float]:
    """Weights by kind, of texts such as ``effort=2``.

    Raises:
        InputError: a text is no such thing.
    """
    weights = {}
    for text in given:
        kind, _, value = text.partition("=")
        try:
            weights[kind] = float(value)
        except ValueError as error:
            raise InputError(f"expected KIND=VALUE, found '{text}'", field="--weight") from error
    return weights
