"""IPOPT's settings for each kind of start."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..job.job import SolverOptions
from ..problem.problem import Problem
from ..problem.rows.component import FEASIBLE
from .exact import GAP, WARM_GAP
from .interior_start import PUSH
from .ipopt import Option
from .linear_solver import MUMPS, UNSCALED, linear_solver
from .warm_multipliers import SLACK_PUSH

GAIT_MU = 0.1  # maximum barrier of a cycle
HALF_MULTIPLIER = 0.1  # initial multiplier of each bound of a mirrored half cycle; IPOPT's default is 1
NEAR_MU, NEAR_PUSH = 1e-3, 3e-3  # barrier and distance from bounds of a start without multipliers
DRAWN_MU = 0.1  # maximum barrier of a drawn motion; a higher one would push it away from the drawing
# of the tolerance; if the barrier falls early, long motions crawl along their bounds
DRAWN_LEAST_MU = 0.1
LONG = 40_000  # unknowns of a drawn motion, such as of a person in 18 s
EXPLAINED_PUSH = 5e-2  # distance from bounds of a start with forces from inverse dynamics
EXPLAINED_RAISE = 1.0  # its first inertia correction, larger than that of an edit
STRAIGHT = 8  # iterations without the constraints' curvature from an explained or a drawn motion
LEAST_MU = 1e-3  # of the tolerance; below, the motion may not change for a hundred iterations
AS_IT_IS = 1e-9  # IPOPT's distance from bounds for starts that are already off them
LEAST_MULTIPLIER = 1e-2  # of a bound in a warm start
CENTRAL = 1e-6  # minimum distance from bounds, and minimum multiplier, of a start on the central path
# first inertia correction and its growth factor; IPOPT's defaults of 1e-4 and 100 take more attempts
FIRST_RAISE, RAISED_BY = 1e-2, 10.0
# for matrices that are well scaled and solved accurately enough, unlike those of flips
PLAIN_STEPS: dict[str, Option] = UNSCALED | {"fast_step_computation": "yes"}
EXACT, EXACT_ITERATIONS = 1e-2, 30  # tolerance factor and iterations for making an optimum exact
HASTY_TOLERANCE = 1e-4  # tolerance of an optimum during a drag
HALFWAY_MU = 1e-3  # barrier whose central point is a better start for very different motions
PROBES, FALLEN = 4, 0.4  # iterations in which the violation of similar motions falls to this fraction
GRACE = 20  # extra iterations; a new start would take more
LAST_MU = 1 / 11  # of the tolerance of complementarity: final barrier of IPOPT
# of the tolerance: complementarity of a neighbor's and of an edit's optimum, which are then rarely made exact
NEIGHBOR_COMPLEMENTARITY, EDIT_COMPLEMENTARITY = 1 / 5, 1 / 2
# solves once more with each factorization, for the products of steps that Newton's method leaves out
# (Mehrotra 1992, "On the implementation of a primal-dual interior point method")
CORRECTED: dict[str, Option] = {"corrector_type": "affine", "skip_corr_in_monotone_mode": "no"}


@dataclass(frozen=True)
class Recipe:
    """Settings for a kind of start.

    Attributes:
        options: IPOPT's options from those of a job.
        push: distance by which the start is moved off its bounds (see interior_start.py); 0: left to IPOPT.
        straight: number of initial iterations without the constraints' curvature.
        accepts_all: whether IPOPT accepts every step, so that the next iterate is known before its derivatives.
        grace: iterations beyond the limit for a run that nearly meets the constraints by then.
        falls_within: iterations in which the violation must fall to ``FALLEN`` of the first; 0: no limit.
        gap: duality gap of an exact optimum, relative to the tolerance; None: need not be exact, because the
            difference is invisible or on display only briefly.
    """

    options: Callable[[SolverOptions], dict[str, Option]]
    push: float = 0.0
    straight: int = 0
    accepts_all: bool = False
    grace: int = 0
    falls_within: int = 0
    gap: float | None = GAP

    def at_least(self, tolerance: float) -> "Recipe":
        """The same with a tolerance of at least ``tolerance``."""

        def options(chosen: SolverOptions) -> dict[str, Option]:
            return self.options(replace(chosen, tolerance=max(tolerance, chosen.tolerance)))

        return replace(self, options=options)


def _cold(chosen: SolverOptions) -> dict[str, Option]:
    """A cold start; adaptive mu halves the iterations of the monotone default."""
    return {
        "print_level": 0,
        "sb": "yes",
        **MUMPS,  # solves more flips
        "mu_strategy": "adaptive",
        "mu_min": LEAST_MU * chosen.tolerance,
        "tol": chosen.tolerance,
        "constr_viol_tol": FEASIBLE,
        "acceptable_iter": 0,  # no looser tolerance
        "max_iter": chosen.max_iterations,
        "max_wall_time": chosen.time_limit,
    }


def _gait(chosen: SolverOptions) -> dict[str, Option]:
    """A cycle's initial guess, which already walks; a high barrier would lead away to other optima."""
    return (
        _cold(chosen) | linear_solver() | {"mu_max": GAIT_MU, "bound_push": AS_IT_IS, "bound_frac": AS_IT_IS}
    )


def _half_gait(chosen: SolverOptions) -> dict[str, Option]:
    """Half a mirrored cycle, which takes fewer iterations with small initial multipliers of bounds."""
    return _gait(chosen) | PLAIN_STEPS | {"bound_mult_init_val": HALF_MULTIPLIER}


def _drawn(chosen: SolverOptions) -> dict[str, Option]:
    """A drawn motion, whose distance from the drawing need not be minimal to the last digit."""
    return _long_drawn(chosen) | linear_solver() | PLAIN_STEPS


def _long_drawn(chosen: SolverOptions) -> dict[str, Option]:
    """A drawn motion with more unknowns than ``LONG``: MUMPS needs 25 % less memory and a third more time."""
    return _cold(chosen) | _nearness(chosen)


def _nearness(chosen: SolverOptions) -> dict[str, Option]:
    """Barrier options for an objective that is the distance from an unphysical motion."""
    return {
        "mu_max": DRAWN_MU,
        "mu_min": DRAWN_LEAST_MU * chosen.tolerance,
        "compl_inf_tol": chosen.tolerance,
    }


def _window(chosen: SolverOptions) -> dict[str, Option]:
    """A window of a motion; with MUMPS, IPOPT often finds no direction close to its solution."""
    return _cold(chosen) | linear_solver()


def _near(chosen: SolverOptions) -> dict[str, Option]:
    """A start near the solution without multipliers."""
    return _cold(chosen) | {
        **linear_solver(),
        "mu_strategy": "monotone",
        "mu_init": NEAR_MU,
        "bound_push": NEAR_PUSH,
        "bound_frac": NEAR_PUSH,
    }


def _explained(chosen: SolverOptions) -> dict[str, Option]:
    """A motion with forces from inverse dynamics, many of which are 0, at their bounds.

    Multipliers of bounds begin on the central path, where they are small for distant bounds. Those of rows begin at 0:
    estimates would cost the factorization of another matrix, and have no effect while rows count as linear.
    """
    pushed = {"bound_push": EXPLAINED_PUSH, "bound_frac": EXPLAINED_PUSH}
    central: dict[str, Option] = {
        "mu_strategy": "adaptive",
        "bound_mult_init_method": "mu-based",
        "constr_mult_init_max": 0.0,
        "first_hessian_perturbation": EXPLAINED_RAISE,
        "perturb_inc_fact_first": RAISED_BY,  # IPOPT's default of 100 may overshoot tenfold
    }
    return _near(chosen) | PLAIN_STEPS | central | _nearness(chosen) | pushed


def _long_explained(chosen: SolverOptions) -> dict[str, Option]:
    """The same with more unknowns than ``LONG``, for which MUMPS needs less memory."""
    own = linear_solver()
    return {name: value for name, value in _explained(chosen).items() if name not in own} | MUMPS


def _warm(chosen: SolverOptions) -> dict[str, Option]:
    """A start with the multipliers of a motion nearby, off its bounds."""
    return _cold(chosen) | {
        **linear_solver(),
        "mu_strategy": "monotone",
        "mu_init": LAST_MU * chosen.tolerance,  # higher ones cost three or more iterations
        "nlp_scaling_method": "none",  # costs an evaluation and changes almost nothing
        **PLAIN_STEPS,
        "warm_start_init_point": "yes",
        "warm_start_mult_bound_push": LEAST_MULTIPLIER,
        "accept_every_trial_step": "yes",  # the line search halves good steps; a bad start falls back to cold
        **dict.fromkeys(("warm_start_bound_push", "warm_start_bound_frac"), AS_IT_IS),
        **dict.fromkeys(("warm_start_slack_bound_push", "warm_start_slack_bound_frac"), SLACK_PUSH),
    }


def _neighboring(chosen: SolverOptions) -> dict[str, Option]:
    """A neighbor's motion. Other joint limits are reached than in it, and truncate steps without a correction."""
    return _warm(chosen) | CORRECTED | _ending(NEIGHBOR_COMPLEMENTARITY * chosen.tolerance)


def _central(chosen: SolverOptions) -> dict[str, Option]:
    """A point on the central path, with consistent slacks and multipliers."""
    pushed = ("warm_start_mult_bound_push", "warm_start_slack_bound_push", "warm_start_slack_bound_frac")
    return _warm(chosen) | {
        **dict.fromkeys(pushed, CENTRAL),
        "first_hessian_perturbation": FIRST_RAISE,
        "perturb_inc_fact_first": RAISED_BY,
    }


def _followed(chosen: SolverOptions) -> dict[str, Option]:
    """An edit of a motion on the central path of this barrier."""
    return _central(chosen) | _ending(EDIT_COMPLEMENTARITY * chosen.tolerance)


def _hasty(chosen: SolverOptions) -> dict[str, Option]:
    """An edit that is on display only briefly: physical, and nearly optimal."""
    return _central(chosen) | {"tol": HASTY_TOLERANCE} | _ending(EDIT_COMPLEMENTARITY * HASTY_TOLERANCE)


def _from_halfway(chosen: SolverOptions) -> dict[str, Option]:
    """Another motion's point on the central path of a high barrier, from which large changes are possible."""
    return _central(chosen) | {"mu_init": HALFWAY_MU}


def _ending(complementarity: float) -> dict[str, Option]:
    """Options to begin with the barrier at which slacks times multipliers meet a tolerance."""
    return {"compl_inf_tol": complementarity, "mu_init": LAST_MU * complementarity}


def finer(chosen: SolverOptions) -> dict[str, Option]:
    """IPOPT's options for continuing from an optimum with a scaled objective."""
    tolerance = EXACT * chosen.tolerance
    return _near(chosen) | {
        "tol": tolerance,
        "compl_inf_tol": tolerance,
        "mu_init": chosen.tolerance,
        "max_iter": EXACT_ITERATIONS,
        "warm_start_init_point": "yes",
        "warm_start_bound_push": AS_IT_IS,
        "warm_start_bound_frac": AS_IT_IS,
        "warm_start_slack_bound_push": AS_IT_IS,
        "warm_start_slack_bound_frac": AS_IT_IS,
        "warm_start_mult_bound_push": AS_IT_IS,
    }


COLD = Recipe(_cold)
GAIT = Recipe(_gait, push=PUSH)
HALF_GAIT = Recipe(_half_gait, push=PUSH)
DRAWN = Recipe(_drawn, straight=STRAIGHT, gap=None)
LONG_DRAWN = Recipe(_long_drawn, straight=STRAIGHT, gap=None)
WINDOW = Recipe(_window)
NEAR = Recipe(_near)
EXPLAINED = Recipe(_explained, straight=STRAIGHT, gap=None)
LONG_EXPLAINED = Recipe(_long_explained, straight=STRAIGHT, gap=None)
WARM = Recipe(_warm, push=PUSH, accepts_all=True, gap=WARM_GAP)
NEIGHBORING = Recipe(_neighboring, push=PUSH, grace=GRACE, gap=WARM_GAP)
FOLLOWED = Recipe(_followed, push=CENTRAL, accepts_all=True, grace=GRACE, gap=WARM_GAP)
PROBED = replace(NEIGHBORING, falls_within=PROBES)
FROM_HALFWAY = Recipe(_from_halfway, push=CENTRAL, accepts_all=True, grace=GRACE, gap=WARM_GAP)
HASTY = Recipe(_hasty, push=CENTRAL, accepts_all=True, gap=None)


def first_recipe(problem: Problem) -> Recipe:
    """Recipe for a problem's initial guess."""
    timeline = problem.transcription.timeline
    return HALF_GAIT if timeline.mirror else GAIT if timeline.cycle else restart_recipe(problem)


def explained_recipe(problem: Problem) -> Recipe:
    """Recipe for a start with forces from inverse dynamics."""
    return LONG_EXPLAINED if problem.size > LONG else EXPLAINED


def restart_recipe(problem: Problem) -> Recipe:
    """Recipe for starts other than the initial guess."""
    if not problem.transcription.job.is_drawn:
        return COLD
    return LONG_DRAWN if problem.size > LONG else DRAWN
