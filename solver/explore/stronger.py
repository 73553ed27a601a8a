"""Muscles stronger than the character's if necessary.

Agrawal & van de Panne (2015, section 4.2) strengthen muscles for motions beyond their character and choose how much.
Here, strength has a linear price: muscles stay exactly unchanged as long as the motion is feasible and additional
strength would save less than it costs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from ..character import Character
from ..clip.clip import Clip
from ..job.job import Job
from ..job.objectives.effort import Effort
from ..job.objectives.torque_change import TorqueChange
from ..messages import Sink
from ..number_range import above, check_numbers
from ..optimise.solution import Solution
from ..optimise.solve import solve
from ..optimise.start import Start
from .envelope import PROBE, slope_of_cost
from .forest import Solver

CLOSE, LEAST = 0.1, 0.01  # relative and absolute accuracy of the share
RELATIVE = (Effort, TorqueChange)  # objectives relative to strength


@dataclass(frozen=True)
class StrongerMuscles:
    """Permission to strengthen all muscles of a character equally.

    Attributes:
        price: cost of muscles twice as strong.
        maximum: maximum increase of strength, as a fraction.
    """

    price: float = field(default=1.0, metadata=above(0, 1e6, unit="per share"))
    maximum: float = field(default=2.0, metadata=above(0, 1e3))


def with_strength(job: Job, share: float) -> Job:
    """The job for a character with stronger muscles; the objectives of torques stay the same.

    A share of -0.5 makes muscles half as strong.
    """
    if not share:
        return job
    joints = tuple(
        replace(joint, torque_limits=tuple((1 + share) * limit for limit in joint.torque_limits))
        for joint in job.character.joints
    )
    counted = tuple(
        replace(each, weight=each.weight * (1 + share) ** 2) if isinstance(each, RELATIVE) else each
        for each in job.objectives
    )
    return replace(job, character=replace(job.character, joints=joints), objectives=counted)


def strength_of(character: Character, natural: Character) -> float:
    """Increase of a character's strength over another's of the same joints, as a fraction; 0 without muscles."""
    limits = [
        (strong, own)
        for joint, other in zip(character.joints, natural.joints, strict=True)
        for strong, own in zip(joint.torque_limits, other.torque_limits, strict=True)
        if own
    ]
    return max((strong / own - 1 for strong, own in limits), default=0.0)


def solver_with(strengthening: StrongerMuscles | None) -> Solver:
    """Solver that may strengthen muscles at a price; None: the plain solver."""
    return solve if strengthening is None else partial(solve_strengthened, strengthening=strengthening)


def cost_of(clip: Clip, natural: Character, strengthening: StrongerMuscles | None) -> float:
    """Weighted sum of a motion's objectives, and the price of its strength."""
    dearer = 0.0 if strengthening is None else strengthening.price * strength_of(clip.job.character, natural)
    return clip.provenance.objective + dearer


def solve_strengthened(
    job: Job,
    *,
    strengthening: StrongerMuscles,
    send: Sink,
    cancelled: Callable[[], bool],
    start: Start | None = None,
    start_alone: bool = False,
) -> Solution:
    """The motion of a job that minimizes its cost plus the price of strength.

    The minimal cost is a decreasing convex function of strength. Its derivative, from the multipliers of each motion,
    tells on which side the optimum lies, which is found by bisection.

    Args:
        job: for the original character.
        strengthening: price of strength.
        send: receives progress.
        cancelled: called at each iteration.
        start: a neighbor's motion.
        start_alone: whether to try no other strategy for the original character.

    Raises:
        InputError: the job or the price is invalid.
    """
    check_numbers(strengthening, "muscles")
    natural = solve(job, send=send, cancelled=cancelled, start=start, start_alone=start_alone)
    if natural.solved and _is_enough(natural, job, 0.0, strengthening.price):
        return natural
    begin = Start.of_solution(natural) if natural.solved else start
    best = _found(with_strength(job, strengthening.maximum), begin, send, cancelled)
    too_little, enough = 0.0, strengthening.maximum
    while best.solved and not cancelled() and enough - too_little > max(CLOSE * enough, LEAST):
        share = (too_little + enough) / 2
        found = _found(with_strength(job, share), Start.of_solution(best), send, cancelled)
        if found.solved and _is_enough(found, job, share, strengthening.price):
            best, enough = found, share
        else:
            too_little = share
    return best if best.solved else natural


def _found(job: Job, start: Start | None, send: Sink, cancelled: Callable[[], bool]) -> Solution:
    """Solves from a similar motion if there is one; otherwise, or if that fails, by all strategies."""
    if start is not None:
        found = solve(job, send=send, cancelled=cancelled, start=start, start_alone=True)
        if found.solved or cancelled():
            return found
    return solve(job, send=send, cancelled=cancelled)


def _is_enough(solution: Solution, job: Job, share: float, price: float) -> bool:
    """Whether additional strength would save less than its price."""
    return slope_of_cost(solution, with_strength(job, share + PROBE)) >= -price
