"""IPOPT: the only import of cyipopt, an adapter without logic."""

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
    """The extension module of cyipopt, without its SciPy-like ``minimize``, which would load scipy.optimize.

    Other imports of cyipopt still get the whole package.
    """
    package = "cyipopt"
    spec = find_spec(package) if package not in sys.modules else None
    if spec is not None:
        sys.modules[package] = module_from_spec(spec)  # without running its imports
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
WORDS = {  # of the return codes; IPOPT's messages refer to its options and authors
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
ROUNDING = 1e-6  # relative, of a barrier, which IPOPT reduces by factors
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Iteration:
    """One iteration of IPOPT.

    Attributes:
        number: from 0.
        objective: f at the iterate.
        infeasibility: largest scaled violation of a constraint.
        dual_infeasibility: largest entry of the scaled Lagrangian's gradient.
        x: the iterate.
    """

    number: int
    objective: float
    infeasibility: float
    dual_infeasibility: float
    x: Array


@dataclass(frozen=True, eq=False)
class Result:
    """Where IPOPT stopped.

    Attributes:
        x: the last iterate.
        multipliers: of the constraints and bounds.
        status: IPOPT's return code.
        iterations: number of iterations.
        callback_seconds: spent in the problem's functions.
        central: point on the central path before the optimum was made exact; None: it was not.
        halfway: last point before the barrier fell below a given one; None: it was never above.
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
    """The callbacks of cyipopt, delegated to the problem and timed."""

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
        if self._last is not None and mu < self._barrier <= self._last[0]:  # of the last barrier problem
            self.halfway = _primal_dual(self._last[1])
        self._last = mu, iterate
        return self._watch(Iteration(iter_count, obj_value, inf_pr, inf_du, iterate["x"]))

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
        problem: to minimise.
        start: (size,) initial guess.
        options: of IPOPT.
        watch: called at each iteration; returns whether to continue.
        multipliers: initial ones, used only with the option ``warm_start_init_point``.
        tried: called with each point (size,) that IPOPT tries, before evaluations.
        straight: number of initial iterations with the objective's Hessian only: far from the solution, the
            constraints' curvature, weighted by multipliers, is not convex and misleads.
        barrier: threshold for ``Result.halfway``; 0: none.
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
        callbacks.handle = None  # drops the only reference, which frees IPOPT's memory
    return Result(
        x=x,
        multipliers=_primal_dual(info).multipliers,
        status=info["status"],
        iterations=callbacks.iterations,
        callback_seconds=callbacks.seconds,
        halfway=callbacks.halfway,
    )


def _primal_dual(iterate: dict[str, Array]) -> PrimalDual:
    return PrimalDual(iterate["x"], Multipliers(iterate["mult_g"], iterate["mult_x_L"], iterate["mult_x_U"]))
