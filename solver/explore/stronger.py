"""Muscles that are stronger than the character's where these are not enough, and as they are where they are.

Agrawal & van de Panne (2015, section 4.2) strengthen muscles for what is beyond their character and choose how much.
Here each share of strength has a linear price: muscles stay as they are, exactly, as long as the motion is possible and
a share more would save less than it costs.
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

CLOSE, LEAST = 0.1, 0.01  # of a share, and a share, to which the search is exact
RELATIVE = (Effort, TorqueChange)  # objectives that count torques by strength


@dataclass(frozen=True)
class StrongerMuscles:
    """All muscles of a character, stronger by one share.

    Attributes:
        price: cost of muscles twice as strong.
        most: highest share by which they may be stronger.
    """

    price: float = field(default=1.0, metadata=above(0, 1e6, unit="per share"))
    most: float = field(default=2.0, metadata=above(0, 1e3))


def with_strength(job: Job, share: float) -> Job:
    """The job of a character whose muscles are stronger; effort counts the same torques as before.

    Args:
        job: whose character is changed.
        share: by which they are stronger; -0.5 for muscles half as strong.
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
    """Share by which a character's muscles are stronger than another's of the same joints; 0 where it has none."""
    limits = [
        (strong, own)
        for joint, other in zip(character.joints, natural.joints, strict=True)
        for strong, own in zip(joint.torque_limits, other.torque_limits, strict=True)
        if own
    ]
    return max((strong / own - 1 for strong, own in limits), default=0.0)


def solver_with(given: StrongerMuscles | None) -> Solver:
    """What finds motions of characters that may be as strong as their price allows; None: as they are."""
    return solve if given is None else partial(solve_strengthened, given=given)


def cost_of(clip: Clip, natural: Character, given: StrongerMuscles | None) -> float:
    """Weighted sum of a motion's objectives, and the price of its strength."""
    dearer = 0.0 if given is None else given.price * strength_of(clip.job.character, natural)
    return clip.provenance.objective + dearer


def solve_strengthened(
    job: Job,
    *,
    given: StrongerMuscles,
    send: Sink,
    cancelled: Callable[[], bool],
    start: Start | None = None,
    start_alone: bool = False,
) -> Solution:
    """The motion of a job whose cost and price of strength together are least; of the job itself where that needs none.

    The least cost falls with strength, and slower and slower: its slope, known from the multipliers of each motion,
    says on which side of the best share it lies, and so the search halves where that may be.

    Args:
        job: of the character as it is.
        given: what strength costs.
        send: receives progress.
        cancelled: asked at each iteration.
        start: a neighbor's motion.
        start_alone: whether the character as it is tries nothing else.

    Raises:
        InputError: the job or the price makes no sense.
    """
    check_numbers(given, "muscles")
    natural = solve(job, send=send, cancelled=cancelled, start=start, start_alone=start_alone)
    if natural.solved and _is_enough(natural, job, 0.0, given.price):
        return natural
    begin = Start.of_solution(natural) if natural.solved else start
    best = _found(with_strength(job, given.most), begin, send, cancelled)
    too_little, enough = 0.0, given.most
    while best.solved and not cancelled() and enough - too_little > max(CLOSE * enough, LEAST):
        share = (too_little + enough) / 2
        found = _found(with_strength(job, share), Start.of_solution(best), send, cancelled)
        if found.solved and _is_enough(found, job, share, given.price):
            best, enough = found, share
        else:
            too_little = share
    return best if best.solved else natural


def _found(job: Job, start: Start | None, send: Sink, cancelled: Callable[[], bool]) -> Solution:
    """From a motion like it; where that fails, or where there is none, from anywhere."""
    if start is not None:
        found = solve(job, send=send, cancelled=cancelled, start=start, start_alone=True)
        if found.solved or cancelled():
            return found
    return solve(job, send=send, cancelled=cancelled)


def _is_enough(found: Solution, job: Job, share: float, price: float) -> bool:
    """Whether a share more would save less than its price."""
    return slope_of_cost(found, with_strength(job, share + PROBE)) >= -price
