"""How IPOPT is told to go on from each kind of start."""

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

GAIT_MU = 0.1  # highest barrier of a cycle
HALF_MULTIPLIER = 0.1  # of each bound of a mirrored half cycle to begin with; IPOPT's own is 1
NEAR_MU, NEAR_PUSH = 1e-3, 3e-3  # barrier and push from the bounds of a start without multipliers
DRAWN_MU = 0.1  # highest barrier of a drawn motion, which a higher one would push away from where it is drawn
# of the tolerance; a barrier that falls early lets long motions crawl along their bounds
DRAWN_LEAST_MU = 0.1
LONG = 40_000  # unknowns of a drawn motion, as those of a person in 18 s
EXPLAINED_PUSH = 5e-2  # of a start with forces that explain it
EXPLAINED_RAISE = 1.0  # first raise of its Hessian, whose inertia is wrong by more than an edit's
STRAIGHT = 8  # iterations without constraints' curvature, from an explained or a drawn motion
LEAST_MU = 1e-3  # of the tolerance: below, a hundred iterations may go by without any change of the motion
AS_IT_IS = 1e-9  # IPOPT's push from the bounds of a start that is off them already, and evaluated but once
LEAST_MULTIPLIER = 1e-2  # of a bound in a warm start
CENTRAL = 1e-6  # from bounds, and multiplier of one, at least, of a start on the central path
# raise of a Hessian of the wrong inertia, and factor until it is right: IPOPT's own 1e-4 and 100 take more tries
FIRST_RAISE, RAISED_BY = 1e-2, 10.0
# where matrices are well scaled as they are and their solutions exact enough; for flips they are not
PLAIN_STEPS: dict[str, Option] = UNSCALED | {"fast_step_computation": "yes"}
EXACT, EXACT_ITERATIONS = 1e-2, 30  # of the tolerance; when an optimum is made exact
HASTY_TOLERANCE = 1e-4  # tolerance of an optimum while somebody drags
HALFWAY_MU = 1e-3  # barrier from whose point motions that differ much are reached in fewer iterations
PROBES, FALLEN = 6, 0.25  # iterations, and share of the violation left by then, where motions differ little
GRACE = 20  # iterations; a start afresh takes more
LAST_MU = 1 / 11  # of the tolerance: where IPOPT stops to lower the barrier


@dataclass(frozen=True)
class Recipe:
    """A kind of start, and what is done with it.

    Attributes:
        options: IPOPT's, of those that a job chooses.
        push: off its bounds, by which the start is moved beforehand; 0: as IPOPT does it. See interior_start.py.
        straight: iterations without the constraints' curvature to begin with.
        accepts_all: whether IPOPT accepts every step, so that the next iterate is known before its derivatives.
        grace: iterations beyond the limit of a run that nearly meets the constraints by then.
        falls_within: iterations in which the violation must fall to ``FALLEN`` of the first, else the run ends; 0: any.
        gap: of an optimum that counts as exact, of the tolerance; None: one that need not be, as it is looked at for a
            moment, or is as near to what was drawn as anybody sees.
    """

    options: Callable[[SolverOptions], dict[str, Option]]
    push: float = 0.0
    straight: int = 0
    accepts_all: bool = False
    grace: int = 0
    falls_within: int = 0
    gap: float | None = GAP

    def at_least(self, tolerance: float) -> "Recipe":
        """The same for an optimum of which a few digits are enough."""

        def options(chosen: SolverOptions) -> dict[str, Option]:
            return self.options(replace(chosen, tolerance=max(tolerance, chosen.tolerance)))

        return replace(self, options=options)


def _cold(chosen: SolverOptions) -> dict[str, Option]:
    """A cold start; adaptive mu halves the iterations of the monotone default."""
    return {
        "print_level": 0,
        "sb": "yes",
        **MUMPS,  # flips end in a motion more often
        "mu_strategy": "adaptive",
        "mu_min": LEAST_MU * chosen.tolerance,
        "tol": chosen.tolerance,
        "constr_viol_tol": FEASIBLE,
        "acceptable_iter": 0,  # stop at the tolerance or not at all
        "max_iter": chosen.max_iterations,
        "max_wall_time": chosen.time_limit,
    }


def _gait(chosen: SolverOptions) -> dict[str, Option]:
    """A cycle's first guess: it walks already, and a high barrier leads away to other optima."""
    return (
        _cold(chosen) | linear_solver() | {"mu_max": GAIT_MU, "bound_push": AS_IT_IS, "bound_frac": AS_IT_IS}
    )


def _half_gait(chosen: SolverOptions) -> dict[str, Option]:
    """Half a mirrored cycle: lighter on its bounds, which takes fewer iterations there."""
    return _gait(chosen) | PLAIN_STEPS | {"bound_mult_init_val": HALF_MULTIPLIER}


def _drawn(chosen: SolverOptions) -> dict[str, Option]:
    """A motion that begins as it was drawn, and need not end in the last digits of its nearness."""
    return _long_drawn(chosen) | linear_solver() | PLAIN_STEPS


def _long_drawn(chosen: SolverOptions) -> dict[str, Option]:
    """The same for more unknowns than ``LONG``: MUMPS needs a quarter less memory, and a third more time."""
    return _cold(chosen) | _nearness(chosen)


def _nearness(chosen: SolverOptions) -> dict[str, Option]:
    """Of the barrier, where it is nearness to what is not physical that chooses among what is."""
    return {
        "mu_max": DRAWN_MU,
        "mu_min": DRAWN_LEAST_MU * chosen.tolerance,
        "compl_inf_tol": chosen.tolerance,
    }


def _near(chosen: SolverOptions) -> dict[str, Option]:
    """A start like the solution whose multipliers are not known."""
    return _cold(chosen) | {
        **linear_solver(),
        "mu_strategy": "monotone",
        "mu_init": NEAR_MU,
        "bound_push": NEAR_PUSH,
        "bound_frac": NEAR_PUSH,
    }


def _explained(chosen: SolverOptions) -> dict[str, Option]:
    """A motion with the forces that explain it best: many are none at all, on their bounds.

    Multipliers of bounds begin on the central path, where they are small as bounds are far. Those of rows begin at 0:
    the best ones would cost a factorization of another matrix, and count for nothing while rows are taken as straight.
    """
    pushed = {"bound_push": EXPLAINED_PUSH, "bound_frac": EXPLAINED_PUSH}
    central: dict[str, Option] = {
        "mu_strategy": "adaptive",
        "bound_mult_init_method": "mu-based",
        "constr_mult_init_max": 0.0,
        "first_hessian_perturbation": EXPLAINED_RAISE,
        "perturb_inc_fact_first": RAISED_BY,  # IPOPT's own 100 may raise it ten times as high as it needs
    }
    return _near(chosen) | PLAIN_STEPS | central | _nearness(chosen) | pushed


def _warm(chosen: SolverOptions) -> dict[str, Option]:
    """A start near the solution: it may stay near its bounds, where it begins."""
    return _cold(chosen) | {
        **linear_solver(),
        "mu_strategy": "monotone",
        "mu_init": LAST_MU * chosen.tolerance,  # higher ones are left again after three iterations or more
        "nlp_scaling_method": "none",  # it costs an evaluation and changes next to nothing
        **PLAIN_STEPS,
        "warm_start_init_point": "yes",
        "warm_start_mult_bound_push": LEAST_MULTIPLIER,
        "accept_every_trial_step": "yes",  # the line search halves good steps; a bad start falls back to cold
        **dict.fromkeys(("warm_start_bound_push", "warm_start_bound_frac"), AS_IT_IS),
        **dict.fromkeys(("warm_start_slack_bound_push", "warm_start_slack_bound_frac"), SLACK_PUSH),
    }


def _followed(chosen: SolverOptions) -> dict[str, Option]:
    """An edit of a motion on the central path of this barrier, where slacks and multipliers belong together."""
    pushed = ("warm_start_mult_bound_push", "warm_start_slack_bound_push", "warm_start_slack_bound_frac")
    return _warm(chosen) | {
        **dict.fromkeys(pushed, CENTRAL),
        "first_hessian_perturbation": FIRST_RAISE,
        "perturb_inc_fact_first": RAISED_BY,
    }


def _hasty(chosen: SolverOptions) -> dict[str, Option]:
    """An edit that is looked at for a moment: physical, and nearly an optimum."""
    return _followed(chosen) | {"tol": HASTY_TOLERANCE, "mu_init": LAST_MU * HASTY_TOLERANCE}


def _from_halfway(chosen: SolverOptions) -> dict[str, Option]:
    """Another motion's point on the central path of a high barrier, from which much may still change."""
    return _followed(chosen) | {"mu_init": HALFWAY_MU}


def finer(chosen: SolverOptions) -> dict[str, Option]:
    """IPOPT's options to go on from an optimum whose objective is weighed more from there."""
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
NEAR = Recipe(_near)
EXPLAINED = Recipe(_explained, straight=STRAIGHT, gap=None)
WARM = Recipe(_warm, push=PUSH, accepts_all=True, gap=WARM_GAP)
NEIGHBORING = replace(WARM, grace=GRACE)
FOLLOWED = Recipe(_followed, push=CENTRAL, accepts_all=True, grace=GRACE, gap=WARM_GAP)
PROBED = replace(NEIGHBORING, falls_within=PROBES)
FROM_HALFWAY = Recipe(_from_halfway, push=CENTRAL, accepts_all=True, grace=GRACE, gap=WARM_GAP)
HASTY = Recipe(_hasty, push=CENTRAL, accepts_all=True, gap=None)


def suited(problem: Problem) -> Recipe:
    """For a problem's first guess."""
    timeline = problem.transcription.timeline
    return HALF_GAIT if timeline.mirror else GAIT if timeline.cycle else again(problem)


def again(problem: Problem) -> Recipe:
    """For other starts than the first guess."""
    if not problem.transcription.job.is_drawn:
        return COLD
    return LONG_DRAWN if problem.size > LONG else DRAWN
