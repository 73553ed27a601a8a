"""Guidance of the optimization: smooth, shake, damp, reweight (Cohen 1992, section 4.3).

Pure functions from unknowns to unknowns, or from a problem to a problem; ``refine`` continues from their results.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..arrays import Array, Indices
from ..character.validation import known_name
from ..errors import InputError
from ..job.job import Job
from ..messages import Sink
from ..problem.formulate import formulate
from ..problem.problem import Problem
from ..problem.transcription import Transcription
from .multipliers import Multipliers
from .recipe import NEAR, WARM
from .search import Search, is_solved
from .solution import Solution

STRATEGY = "guided"
N_WAVES = 3  # of a shake, each much longer than a frame


def smooth(
    transcription: Transcription, x: Array, *, dofs: Sequence[str] | None = None,
    frames: tuple[int, int] | None = None, passes: int = 2,
) -> Array:  # fmt: skip
    """Filters coordinates over the frames by (1, 2, 1) / 4; a cycle's ends meet, an open clip's stay.

    Args:
        transcription: of the unknowns.
        x: (size,) unknowns.
        dofs: names; None: all.
        frames: (first, last) of the interval that changes; None: all.
        passes: number of passes.

    Raises:
        InputError: a name or a frame does not exist.
    """
    chosen, stretch = _chosen(transcription, dofs), _stretch(transcription, frames)
    out, cells = np.array(x), transcription.variables.q[np.ix_(stretch, chosen)]
    for _ in range(passes):
        q = transcription.sign * out[transcription.index]  # the extended frames
        across = _across_the_seam(transcription, q)
        filtered = (across[:-2] + 2 * across[1:-1] + across[2:]) / 4
        out[cells] = filtered[np.ix_(stretch, chosen)]
    return out


def shake(
    transcription: Transcription, x: Array, *, amplitude: float, seed: int = 0,
    dofs: Sequence[str] | None = None, frames: tuple[int, int] | None = None,
) -> Array:  # fmt: skip
    """Adds a few slow waves of random height and phase to coordinates, fading out at the interval's ends.

    Args:
        transcription: of the unknowns.
        x: (size,) unknowns.
        amplitude: root mean square in the middle of the interval [rad, m].
        seed: of the waves.
        dofs: names; None: all.
        frames: (first, last) of the interval that changes; None: all.

    Raises:
        InputError: a name or a frame does not exist.
    """
    chosen, stretch = _chosen(transcription, dofs), _stretch(transcription, frames)
    whole_cycle = (
        transcription.timeline.cycle is not None and frames is None and transcription.timeline.mirror is None
    )
    passed = np.arange(len(stretch)) / (len(stretch) if whole_cycle else max(len(stretch) - 1, 1))
    rng, waves = np.random.default_rng(seed), np.zeros((len(stretch), len(chosen)))
    for k in range(1, N_WAVES + 1):
        a, b = rng.standard_normal((2, len(chosen))) / k
        waves += a * np.cos(2 * np.pi * k * passed)[:, None] + b * np.sin(2 * np.pi * k * passed)[:, None]
    if not whole_cycle:
        waves *= np.sin(np.pi * passed)[:, None] ** 2
    power = sum(1 / k**2 for k in range(1, N_WAVES + 1))  # the waves' mean square
    out, cells = np.array(x), transcription.variables.q[np.ix_(stretch, chosen)]
    out[cells] += amplitude / np.sqrt(power) * waves
    return out


def damp(problem: Problem, x: Array, *, step: float, dofs: Sequence[str] | None = None) -> Problem:
    """The same problem with bounds that keep coordinates within ``step`` [rad, m] of their values.

    Args:
        problem: whose bounds are narrowed.
        x: (size,) unknowns.
        step: largest change.
        dofs: names; None: all.

    Raises:
        InputError: a name does not exist, or the step is not positive.
    """
    if not step >= 0:
        raise InputError(f"expected a step of 0 or more, found {step:g}", field="step")
    cells = problem.transcription.variables.q[:, _chosen(problem.transcription, dofs)].ravel()
    at = np.clip(x[cells], problem.lower[cells], problem.upper[cells])
    return problem.with_bounds(
        cells, np.maximum(problem.lower[cells], at - step), np.minimum(problem.upper[cells], at + step)
    )


def reweigh(job: Job, weights: dict[str, float]) -> Job:
    """The same job with other weights of its objectives, by kind.

    Raises:
        InputError: the job has no such objective.
    """
    kinds = [objective.kind for objective in job.objectives]
    for kind in weights:
        known_name(kind, kinds, "job.objectives", "objective")
    objectives = tuple(replace(o, weight=weights.get(o.kind, o.weight)) for o in job.objectives)
    return replace(job, objectives=objectives)


def refine(
    problem: Problem, x: Array, *, multipliers: Multipliers | None = None, iterations: int | None = None,
    send: Sink = lambda _: None, cancelled: Callable[[], bool] = lambda: False,
) -> Solution:  # fmt: skip
    """Continues from the current unknowns without fallback strategies, while the artist watches and guides.

    Args:
        problem: current problem.
        x: (size,) its current unknowns.
        multipliers: of the last refinement, if the problem's rows are the same.
        iterations: after which to stop and return the current iterate.
        send: takes progress and previews.
        cancelled: called at each iteration.
    """
    search = Search(problem, send, cancelled)
    result = search.run(
        "Continuing from here", problem, x, multipliers=multipliers,
        iterations=iterations or problem.transcription.job.options.max_iterations,
        recipe=NEAR if multipliers is None else WARM,
    )  # fmt: skip
    return Solution(
        problem=problem,
        x=result.x,
        solved=is_solved(result),
        cancelled=search.is_cancelled,
        status=result.message,
        iterations=max(search.iterations, 0),
        seconds={"optimise": search.seconds, "callbacks": search.callback_seconds},
        multipliers=result.multipliers,
        strategy=STRATEGY,
        unfinished=not (is_solved(result) or search.is_cancelled) and search.is_over,
    )


def reweighed(problem: Problem, weights: dict[str, float]) -> Problem:
    """The problem with other weights and the same unknowns and rows."""
    return formulate(reweigh(problem.transcription.job, weights))


def _across_the_seam(transcription: Transcription, q: Array) -> Array:
    """(E, n) coordinates whose root translations are continuous where a cycle repeats."""
    timeline, tree, out = transcription.timeline, transcription.tree, q.copy()
    placement = timeline.placement
    for (_, shifts), base in zip(tree.roots, transcription.kinematics.root_base, strict=True):
        axes = tree.axis[shifts]
        for end in (0, -1):
            moved = placement.turn[end] @ (base + q[end, shifts] @ axes) + placement.shift[end]
            out[end, shifts] = (moved - base) @ axes.T
    if timeline.cycle is None:  # reflected at the ends, which therefore stay
        out[0], out[-1] = 2 * q[1] - q[2], 2 * q[-2] - q[-3]
    return out


def _chosen(transcription: Transcription, dofs: Sequence[str] | None) -> Indices:
    names = transcription.tree.names
    if dofs is None:
        return np.arange(len(names))
    for name in dofs:
        known_name(name, names, "dofs", "degree of freedom")
    return np.array([names.index(name) for name in dofs], np.intp)


def _stretch(transcription: Transcription, frames: tuple[int, int] | None) -> Indices:
    n_frames = transcription.timeline.n_frames
    if frames is None:
        return np.arange(n_frames)
    if not 0 <= frames[0] <= frames[1] < n_frames:
        raise InputError(
            f"expected frames within 0 to {n_frames - 1} in their order, found {frames}", field="frames"
        )
    return np.arange(frames[0], frames[1] + 1)
