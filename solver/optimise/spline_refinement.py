"""Solves a job whose coordinates are splines: few control points first, more knots where the motion needs them.

Cohen 1992, sections 3.3 and 4.2, lets the animator choose where to refine; here, the multipliers decide.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import scipy.sparse

from ..arrays import Array
from ..job.basis import Spline
from ..problem.splines.curves import Curves, make_curves
from ..verify.violation import Kind, Violation
from .fallback import Fallback, fall_back
from .ipopt import Result
from .multipliers import Multipliers
from .recipe import COLD, WARM
from .reparametrised import Reparametrised
from .resample import resample
from .search import Search, is_solved
from .start import Start

CURVES = "curves"
ITERATIONS = 300


def refine_splines(
    search: Search, basis: Spline, guess: Callable[[], Array], start: Start | None
) -> Fallback:
    """The motion with splines; if that fails, the fallback strategies solve with values per frame first.

    Args:
        search: of the job.
        basis: of the job.
        guess: returns the initial guess (size,) of the unknowns per frame.
        start: a neighbor's motion.
    """
    problem = search.problem
    curves = make_curves(problem.transcription, basis)
    begin = guess() if start is None else resample(start, problem.transcription)
    view, result = _solved(search, curves, curves.fitted(begin), None)
    if not is_solved(result) and not search.is_over:
        found = fall_back(search, guess, None)
        if not is_solved(found.result) or search.is_over:
            return found
        view, result = _solved(search, curves, curves.fitted(found.x), None)
        if not is_solved(result):
            too_few = Violation(Kind.KNOTS, constraint="job.basis")
            return Fallback(_per_frame(view, result), view.unknowns(result.x), CURVES, (too_few,))
    for _ in range(basis.refine if is_solved(result) else 0):
        slope = view.slope(result.x, result.multipliers)[problem.transcription.variables.q]
        curves, insertion = curves.refined(slope)
        begin = insertion @ result.x
        finer, refined = _solved(search, curves, begin, _inserted(view, result, insertion))
        if not is_solved(refined) and not search.is_over:
            finer, refined = _solved(search, curves, begin, None)
        if not is_solved(refined):
            break
        view, result = finer, refined
    return Fallback(_per_frame(view, result), view.unknowns(result.x), CURVES)


def _solved(
    search: Search, curves: Curves, start: Array, multipliers: Multipliers | None
) -> tuple[Reparametrised, Result]:
    """One run, a warm start if there are multipliers of the problem's rows and the control points' bounds."""
    view = Reparametrised(search.problem, curves.matrix)
    n_controls = sum(k.n_controls for k in curves.knots)
    figures = f"{len(curves.knots)} curves of {n_controls} control points"
    if multipliers is not None:
        rows = np.append(multipliers.rows, np.zeros(len(view.rowed)))
        multipliers = replace(multipliers, rows=rows)
    result = search.run(
        "Finding smooth curves", view, start, iterations=ITERATIONS, unknowns=view.unknowns, judged=False,
        multipliers=multipliers, recipe=COLD if multipliers is None else WARM, figures=figures,
    )  # fmt: skip
    return view, result


def _inserted(view: Reparametrised, result: Result, insertion: scipy.sparse.csr_array) -> Multipliers:
    """Multipliers for finer curves, without those of single values, because other values may have rows now."""
    found = result.multipliers
    rows = found.rows[: len(view.problem.g_lower)]
    return Multipliers(rows, insertion @ found.lower, insertion @ found.upper)


def _per_frame(view: Reparametrised, result: Result) -> Result:
    """The result in the unknowns of the problem."""
    multipliers = view.multipliers(result.multipliers)
    return replace(result, x=view.unknowns(result.x), multipliers=multipliers, central=None, halfway=None)
