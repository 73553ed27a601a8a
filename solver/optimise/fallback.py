"""Fallback strategies: each starts the optimizer from a different point until a motion is found.

1 the initial guess; 2 half the frames first; 3 the initial guess plus smooth noise; 4 softened constraints first.
If the optimizer gives up on the constraints twice, they may be contradictory: strategy 4 then comes at once, and
the constraints that still deviate are the answer (``conflicts``). If they deviate only a little, or a motion cannot
be trusted (``blind_spots``), the remaining strategies are tried before this is reported.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..messages import Status
from ..problem.formulate import formulate
from ..problem.guess.first_guess import first_guess
from ..problem.problem import Problem
from ..verify.violation import Violation
from .blind_spots import blind_spots
from .coarser import coarser
from .conflicts import conflicts
from .elastic import Elastic
from .ipopt import TOO_FEW_UNKNOWNS, TOO_MANY, Result
from .multipliers import Multipliers
from .recipe import FROM_HALFWAY, NEAR, NEIGHBORING, PROBED, explained_recipe, first_recipe, restart_recipe
from .resample import resample
from .search import Search, is_solved
from .start import Start
from .transferred_multipliers import frames_at, transferred_multipliers

NOT_FOUND = "No motion was found that meets all constraints."
REFUTED = "The optimum that was found did not pass the check."  # of its physics, or of expressions
FIRST, WARM_START, NOISE, COARSE, SOFT = "first guess", "warm start", "noise", "half the frames", "softened"

WARM_ITERATIONS, LIKE_ITERATIONS = 40, 80  # with multipliers, without
FIRST_SHARE = 0.5  # of the job's iterations
NOISE_ITERATIONS, NOISE_SEEDS, NOISE_SIZE = 150, 2, 0.05  # rad
COARSE_ITERATIONS, SOFT_ITERATIONS = 200, 200
ENOUGH = 2  # failures on the constraints before they are examined
LITTLE = 10.0  # total price, such as 10 cm in one frame, below which constraints may be compatible after all


@dataclass(frozen=True, eq=False)
class Fallback:
    """Outcome of the strategies.

    Attributes:
        result: of the last run.
        x: unknowns of the job: the optimum, or the closest attempt.
        strategy: that led to ``x``.
        conflicts: incompatible constraints, or violations of an optimum that cannot be trusted.
        is_certain: whether there was enough time to establish the conflicts.
        is_close: whether the deviations are so small that the constraints may be compatible elsewhere.
    """

    result: Result
    x: Array
    strategy: str
    conflicts: tuple[Violation, ...] = ()
    is_certain: bool = True
    is_close: bool = False

    @property
    def status(self) -> str:
        """Outcome in a sentence."""
        if self.conflicts and is_solved(self.result):
            return REFUTED
        return NOT_FOUND if self.conflicts and self.is_certain else self.result.message


def fall_back(search: Search, guess: Callable[[], Array], start: Start | None) -> Fallback:
    """Tries the strategies in turn within the search's budgets.

    Args:
        search: of the job.
        guess: returns the initial guess (size,), computed on demand.
        start: a neighbor's motion to try first; None: none.
    """
    stuck, examined, blind = 0, None, None
    for strategy, run in _strategies(search, guess, start):
        result = run()
        if is_solved(result):
            unseen = blind_spots(search.problem, result.x)
            if not unseen:
                return Fallback(result, result.x, strategy)
            blind = Fallback(result, result.x, strategy, unseen, is_certain=False)
        stuck += search.is_stuck and strategy != COARSE  # fewer frames may be too few
        if search.is_over or result.status == TOO_FEW_UNKNOWNS:
            break
        if stuck >= ENOUGH and examined is None:
            examined = examine(search, result, search.best(result.x))
            if not examined.is_close or search.is_over:
                return examined
    if search.is_cancelled:
        return Fallback(result, search.best(result.x), strategy)
    return blind or examined or examine(search, result, search.best(result.x))


def follow(search: Search, start: Start) -> Fallback:
    """Tries a neighbor's motion and no other strategy."""
    result = _warm(search, start)
    if not is_solved(result):
        return Fallback(result, search.best(result.x), WARM_START)
    return Fallback(result, result.x, WARM_START, blind_spots(search.problem, result.x), is_certain=False)


def examine(search: Search, failed: Result | None, x: Array) -> Fallback:
    """Softens the constraints, and finds either a motion or the conflicting constraints.

    Does not count towards the job's limit of iterations, because an explanation is worth more than another attempt.

    Args:
        search: of the job.
        failed: the last run; None if the job is known to have no solution.
        x: (size,) unknowns of the job to start from.
    """
    elastic = Elastic(search.problem)
    softened = search.run(
        "Finding conflicting constraints", elastic, elastic.start(x),
        iterations=SOFT_ITERATIONS, unknowns=elastic.unknowns, judged=False, is_softened=True,
    )  # fmt: skip
    result, found = failed or softened, elastic.unknowns(softened.x)
    if search.is_cancelled:
        return Fallback(result, x, SOFT)
    paid = float(elastic.price @ np.abs(elastic.slack(softened.x)))
    violations = conflicts(elastic, softened.x)
    is_found = is_solved(softened)
    given_way = Fallback(
        result, found if violations or is_found else x, SOFT, violations, failed is None or is_found
    )
    if failed is None or paid > LITTLE or search.is_over:
        return given_way
    # ends when it stalls
    left = max(SOFT_ITERATIONS, search.iterations_left - NOISE_ITERATIONS)
    hard = search.run("Starting from the closest attempt", search.problem, found, iterations=left)
    if is_solved(hard):
        return Fallback(hard, hard.x, SOFT, blind_spots(search.problem, hard.x), is_certain=False)
    if not violations or search.is_cancelled:
        return Fallback(hard, search.best(hard.x), SOFT)
    return replace(given_way, is_close=True)


def _strategies(
    search: Search, guess: Callable[[], Array], start: Start | None
) -> Iterator[tuple[str, Callable[[], Result]]]:
    """Names and functions of the strategies, in order."""
    if start is not None:
        yield WARM_START, partial(_warm, search, start)
    yield FIRST, partial(_first, search, guess)
    half = _halved(search.problem)
    if half is not None:
        yield COARSE, partial(_coarse, search, half)
    for seed in range(1, NOISE_SEEDS + 1):
        yield NOISE, partial(_disturbed, search, seed)


def _warm(search: Search, start: Start) -> Result:
    """Starts from a neighbor's motion, with its multipliers if these correspond or can be transferred."""
    problem, text = search.problem, "Starting from a similar motion"
    multipliers, x = start.multipliers_for(problem), resample(start, problem.transcription)
    transferred = _transferred(start, problem) if multipliers is None else None
    if transferred is not None:
        recipe = PROBED if start.times is None else NEIGHBORING
        result = search.run(
            text, problem, x, iterations=WARM_ITERATIONS, multipliers=transferred, recipe=recipe
        )
        if is_solved(result) or search.is_over:
            return result
    if multipliers is None:
        recipe = explained_recipe(problem) if start.is_explained else NEAR
        return search.run(text, problem, x, iterations=LIKE_ITERATIONS, recipe=recipe)
    recipe = NEIGHBORING if start.halfway is None else PROBED
    result = search.run(text, problem, x, iterations=WARM_ITERATIONS, multipliers=multipliers, recipe=recipe)
    if start.halfway is None or is_solved(result) or search.is_over:
        return result
    x = resample(replace(start, x=start.halfway.x), problem.transcription)
    return search.run(
        text, problem, x,
        iterations=WARM_ITERATIONS, multipliers=start.halfway.multipliers, recipe=FROM_HALFWAY,
    )  # fmt: skip


def _transferred(start: Start, problem: Problem) -> Multipliers | None:
    """Multipliers of a motion with other contacts or with frames at other times; None if they are unknown."""
    if start.multipliers is None or start.like is None or start.structure != start.like.structure:
        return None
    n_frames = problem.transcription.timeline.n_frames
    frames = None if start.times is None else frames_at(start.times, n_frames)
    return transferred_multipliers(start.multipliers, start.like, problem, frames=frames)


def _first(search: Search, guess: Callable[[], Array]) -> Result:
    problem = search.problem
    sizes = (problem.transcription.timeline.n_frames, problem.size, len(problem.g_lower))
    figures = "{} frames, {} unknowns, {} constraints".format(*sizes)
    iterations = round(FIRST_SHARE * problem.transcription.job.options.max_iterations)
    text = "Solving the motion"
    return search.run(
        text, problem, guess(), iterations=iterations, recipe=first_recipe(problem), figures=figures
    )


def _disturbed(search: Search, seed: int) -> Result:
    problem, job = search.problem, search.problem.transcription.job
    options = replace(job.options, seed=job.options.seed + seed, noise=max(job.options.noise, NOISE_SIZE))
    guess = first_guess(replace(problem.transcription, job=replace(job, options=options)))
    text = f"Trying another starting motion ({seed})"
    return search.run(text, problem, guess, iterations=NOISE_ITERATIONS, recipe=restart_recipe(problem))


def _halved(problem: Problem) -> Problem | None:
    """The job with half the frames; None if these are too few."""
    job = coarser(problem.transcription.job)
    try:
        return None if job is None else formulate(job)
    except InputError:  # the specification does not fit so few frames
        return None


def _coarse(search: Search, half: Problem) -> Result:
    """Solves with half the frames first (or with a quarter, if that fails), then with all."""
    found, coarse = _alone(search, half, "Solving with half the frames first"), _halved(half)
    if not is_solved(found) and coarse is not None and not search.is_over:
        rough = _alone(search, coarse, "Solving with a quarter of the frames first")
        if is_solved(rough) and not search.is_over:
            x = resample(Start(coarse.transcription, rough.x), half.transcription)
            found = _alone(search, half, "Solved with a quarter of the frames, now with half", x)
    if not is_solved(found) or search.is_over:
        return replace(found, status=TOO_MANY) if is_solved(found) else found
    search.send(Status("Solved with half the frames, now with all"))
    x = resample(Start(half.transcription, found.x), search.problem.transcription)
    return search.run(
        "Refining", search.problem, x, iterations=COARSE_ITERATIONS, recipe=restart_recipe(search.problem)
    )


def _alone(search: Search, problem: Problem, text: str, x: Array | None = None) -> Result:
    """Solves a coarser job, whose iterates are not motions of the job."""
    start = first_guess(problem.transcription) if x is None else x
    return search.run(
        text,
        problem,
        start,
        iterations=COARSE_ITERATIONS,
        unknowns=None,
        judged=False,
        recipe=restart_recipe(problem),
    )
