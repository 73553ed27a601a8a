"""IPOPT: the only import of cyipopt, without logic of our own."""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any, ParamSpec, TypeVar

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..problem.rows.component import Pattern
from .convexity import Convexity
from .multipliers import Multipliers, PrimalDual
from .nlp import Nlp


def _binding() -> Any:
    """The module of IPOPT alone; for the rest, a ``minimize`` like SciPy's, cyipopt loads scipy.optimize.

    Whoever imports cyipopt besides gets all of it.
    """
    package = "cyipopt"
    spec = find_spec(package) if package not in sys.modules else None
    if spec is not None:
        sys.modules[package] = module_from_spec(spec)  # whose own imports are not carried out
        try:
            with suppress(ModuleNotFoundError):  # older ones keep it elsewhere
                return import_module(f"{package}.ipopt_wrapper")
        finally:
            del sys.modules[package]
    return import_module(package)


try:
    cyipopt = _binding()
except ImportError as error:
    raise InputError(
        f"this Python ({sys.executable}) has no IPOPT ({error}); run `make environment` and use .venv/bin/python, "
        "or install it with `conda install -c conda-forge cyipopt`"
    ) from error

VERSION = ".".join(map(str, cyipopt.IPOPT_VERSION))
OK, INFEASIBLE, STUCK, STOPPED = 0, 2, 3, 5  # IPOPT's return codes
TOO_MANY, RESTORATION_FAILED, NO_DIRECTION, OUT_OF_TIME, TOO_FEW_UNKNOWNS = -1, -2, -3, -5, -10
WORDS = {  # of the return codes; IPOPT's own speak of its options and its authors
    OK: "The motion is optimal",
    1: "The motion is optimal to a lower precision",
    INFEASIBLE: "No motion nearby meets all constraints",
    STUCK: "The search made too little progress",
    4: "The search diverged",
    STOPPED: "The search was stopped",
    6: "The motion is determined by its constraints alone",
    TOO_MANY: "The maximum number of iterations was reached before an optimum",
    RESTORATION_FAILED: "The search found no way back to motions that meet all constraints",
    NO_DIRECTION: "The search found no direction in which to improve the motion",
    -4: "The time limit was reached before an optimum",
    OUT_OF_TIME: "The time limit was reached before an optimum",
    TOO_FEW_UNKNOWNS: "There are more constraints than the motion has unknowns",
    -13: "A constraint or an objective has no finite value where the search led",
    -102: "There is not enough memory",
}

Option = str | int | float
ROUNDING = 1e-6  # of a barrier, which IPOPT lowers by factors
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Iteration:
    """One iteration of IPOPT.

    Attributes:
        number: from 0.
        objective: f at the iterate.
        infeasibility: largest scaled violation of a constraint.
        x: the iterate.
    """

    number: int
    objective: float
    infeasibility: float
    x: Array


@dataclass(frozen=True, eq=False)
class Result:
    """Where IPOPT stopped.

    Attributes:
        x: the last iterate.
        multipliers: of the constraints and bounds.
        status: IPOPT's return code.
        iterations: how many.
        callback_seconds: spent in our functions.
        central: where this optimum lay before it was made exact; None: it was not.
        halfway: where the barrier last fell below one that was asked for; None: it never was above.
    """

    x: Array
    multipliers: Multipliers
    status: int
    iterations: int
    callback_seconds: float
    central: PrimalDual | None = None
    halfway: PrimalDual | None = None

    @property
    def message(self) -> str:
        """The status as a sentence."""
        return f"{WORDS.get(self.status, f'The optimizer failed with code {self.status}')}."


class _Callbacks:
    """The names that cyipopt looks for, delegated to the problem and timed."""

    def __init__(
        self, problem: Nlp, watch: Callable[[Iteration], bool], tried: Callable[[Array], None],
        *, straight: int, barrier: float,
    ) -> None:  # fmt: skip
        self._problem, self._watch, self._tried, self._convexity = problem, watch, tried, Convexity()
        self._straight, self._barrier = straight, barrier
        self._last: tuple[float, dict[str, Array]] | None = None
        self.halfway: PrimalDual | None = None
        self.handle: Any = None  # cyipopt's problem
        self.seconds, self.iterations = 0.0, 0

    def objective(self, x: Array) -> float:
        self._tried(x)
        return self._timed(self._problem.value, x)

    def gradient(self, x: Array) -> Array:
        return self._timed(self._problem.gradient, x)

    def constraints(self, x: Array) -> Array:
        return self._timed(self._problem.constraints, x)

    def jacobianstructure(self) -> Pattern:
        return self._problem.jacobian_pattern

    def jacobian(self, x: Array) -> Array:
        return self._timed(self._problem.jacobian, x)

    def hessianstructure(self) -> Pattern:
        return self._problem.hessian_pattern

    def hessian(self, x: Array, multipliers: Array, objective_factor: float) -> Array:
        is_straight = self.iterations < self._straight
        known = np.zeros_like(multipliers) if is_straight else multipliers
        values = self._timed(self._problem.hessian, x, known, objective_factor)
        values[self._problem.hessian_diagonal] += self._convexity.shift()
        return values

    def intermediate(
        self,
        alg_mod: int,
        iter_count: int,
        obj_value: float,
        inf_pr: float,
        inf_du: float,
        mu: float,
        d_norm: float,
        regularization_size: float,
        alpha_du: float,
        alpha_pr: float,
        ls_trials: int,
    ) -> bool:
        self.iterations = iter_count
        self._convexity.learn(regularization_size)
        assert self.handle is not None
        iterate = self.handle.get_current_iterate()
        if (
            self._last is not None and mu < self._barrier <= self._last[0]
        ):  # for which the last one was solved
            self.halfway = _primal_dual(self._last[1])
        self._last = mu, iterate
        return self._watch(Iteration(iter_count, obj_value, inf_pr, iterate["x"]))

    def _timed(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        start = time.perf_counter()
        value = function(*arguments, **named)
        self.seconds += time.perf_counter() - start
        return value


def minimise(
    problem: Nlp,
    start: Array,
    options: dict[str, Option],
    watch: Callable[[Iteration], bool] = lambda _: True,
    multipliers: Multipliers | None = None,
    *,
    tried: Callable[[Array], None] = lambda _: None,
    straight: int = 0,
    barrier: float = 0.0,
) -> Result:
    """Runs IPOPT on a problem.

    Args:
        problem: what to minimise.
        start: (size,) first guess.
        options: IPOPT's own.
        watch: called at each iteration; returns whether to go on.
        multipliers: to begin with; they count with the option ``warm_start_init_point`` alone.
        tried: called with each point (size,) that IPOPT tries, before anything is evaluated there.
        straight: iterations to begin with in which constraints count as straight, so that the Hessian is the
            objective's alone: far from the solution, curvature weighed by their multipliers is not convex and misleads.
        barrier: below which the point before is remembered as ``halfway``; 0: none is.
    """
    callbacks = _Callbacks(problem, watch, tried, straight=straight, barrier=barrier * (1 - ROUNDING))
    handle = cyipopt.Problem(
        n=problem.size,
        m=len(problem.g_lower),
        problem_obj=callbacks,
        lb=problem.lower,
        ub=problem.upper,
        cl=problem.g_lower,
        cu=problem.g_upper,
    )
    callbacks.handle = handle
    for name, value in options.items():
        handle.add_option(name, value)
    start = np.clip(start, problem.lower, problem.upper)
    given = () if multipliers is None else (multipliers.rows, multipliers.lower, multipliers.upper)
    try:
        x, info = handle.solve(start, *given)
    finally:
        callbacks.handle = None  # IPOPT's memory is freed with the handle, which nothing else keeps
    return Result(
        x=x,
        multipliers=_primal_dual(info).multipliers,
        status=info["status"],
        iterations=callbacks.iterations,
        callback_seconds=callbacks.seconds,
        halfway=callbacks.halfway,
    )


def _primal_dual(told: dict[str, Array]) -> PrimalDual:
    return PrimalDual(told["x"], Multipliers(told["mult_g"], told["mult_x_L"], told["mult_x_U"]))
