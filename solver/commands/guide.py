"""Guidance of a clip: smooth, shake, damp, reweight, intervals, then continue (Cohen 1992, 4.2-4.3)."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..arrays import Array
from ..clip.clip import Clip
from ..errors import InputError
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status
from ..problem.transcription import Transcription
from ..sentence import Sentence
from ..whole_file import require_folder
from ..wording.violations import why_unsolved
from .deliver import keep
from .request import Guidance, GuideRequest

if TYPE_CHECKING:  # IPOPT, scipy
    from ..optimise.solution import Solution
    from ..problem.problem import Problem

CLIP_FILE = "guided.npz"
SHAKES = 5  # disturbances to try, each half as large as the previous one


def guide(request: GuideRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the clip's file.

    Raises:
        InputError: an option applies to intervals only, or to whole clips only.
    """
    from ..analysis.missing_force import with_missing_force
    from ..animate import make_clip
    from ..optimise.conflicts import violations_at
    from ..optimise.guidance import reweighed
    from ..optimise.start import Start
    from ..problem.formulate import formulate
    from ..problem.half_cycle import half_unknowns

    clip, guidance = Clip.load(Path(request.clip)), request.guidance
    intervals = _intervals(request, clip)
    require_folder(Path(request.out))
    start = Start.of_clip(clip)
    problem = formulate(guidance.job(clip.job))
    x = start.x if intervals else half_unknowns(start.x, start.transcription, problem.transcription)
    if guidance.weights:
        problem = reweighed(problem, {weight.objective: weight.value for weight in guidance.weights})
    for shake in _milder(guidance.shake):
        milder = replace(request, guidance=replace(guidance, shake=shake))
        solution = _gone_on(milder, problem, x, intervals, send=send, cancelled=stop.is_set)
        if solution.solved or solution.cancelled or request.iterations:
            break
    send(Status("Checking the motion's physics"))
    # A continued closest attempt stays one until it is solved.
    if clip.provenance.infeasible and not solution.solved:
        solution = replace(solution, conflicts=violations_at(problem, solution.x))
    made = with_missing_force(make_clip(solution))
    file = Path(request.out) / CLIP_FILE
    file = keep(made, file, send)
    if made.provenance.solved:
        return EXIT_SOLVED, str(file)
    if stop.is_set() or (request.iterations and solution.iterations >= request.iterations):
        send(Status("Stopped; the best motion so far is kept"))
        return EXIT_CANCELLED, str(file)
    found = f"no solution found ({made.provenance.status.rstrip('.')}); "
    send(Error.of(Sentence.of(found, why_unsolved(made.provenance.violations))))
    return EXIT_NO_SOLUTION, str(file)


def _intervals(request: GuideRequest, clip: Clip) -> tuple[tuple[int, int], ...]:
    """First and last frames of the intervals that can change; empty: the whole clip.

    Raises:
        InputError: an option applies to intervals only, or to whole clips only.
    """
    guidance = request.guidance
    if request.iterations and guidance.is_partial:
        raise InputError(
            "intervals and single joints are solved to the end; expected no --iterations",
            field="--iterations",
        )
    if guidance.intervals:
        return guidance.intervals
    if guidance.is_blind:
        raise InputError("only intervals can be blind; give --first and --last", field="--blind")
    return ((0, clip.n_frames - 1),) if guidance.dofs else ()


def _milder(shake: float) -> tuple[float, ...]:
    """Sizes of a disturbance to try in turn, until the solver recovers a motion."""
    return tuple(shake / 2**k for k in range(SHAKES)) if shake else (0.0,)


def _gone_on(
    request: GuideRequest, problem: "Problem", x: Array, intervals: tuple[tuple[int, int], ...], *,
    send: Sink, cancelled: Callable[[], bool],
) -> "Solution":  # fmt: skip
    """Solution continued from unknowns (size,) with the requested changes."""
    from ..optimise.guidance import damp, refine
    from ..optimise.window import Window, solve_windows

    guidance, everywhere = request.guidance, (None,)
    dofs = guidance.dofs or None
    for frames in intervals or everywhere:
        x = _disturbed(guidance, problem.transcription, x, frames)
    if guidance.damp is not None:
        problem = damp(problem, x, step=guidance.damp, dofs=dofs)
    if not intervals:
        return refine(problem, x, iterations=request.iterations, send=send, cancelled=cancelled)
    schedule = [Window(*frames, dofs, guidance.is_blind) for frames in intervals]
    return solve_windows(problem, x, schedule, send=send, cancelled=cancelled)


def _disturbed(
    guidance: Guidance, transcription: Transcription, x: Array, frames: tuple[int, int] | None
) -> Array:
    """(size,) unknowns, smoothed and shaken as requested in an interval; None: everywhere."""
    from ..optimise.guidance import shake, smooth

    dofs = guidance.dofs or None
    if guidance.smooth:
        x = smooth(transcription, x, dofs=dofs, frames=frames, passes=guidance.smooth)
    if guidance.shake:
        x = shake(transcription, x, amplitude=guidance.shake, seed=guidance.seed, dofs=dofs, frames=frames)
    return x
