"""From a mirrored cycle, which has even sides, to the whole cycle of a character with its own."""

import math
from collections.abc import Callable

from ..job.sides import unevenness
from ..mechanics.mirror import Unevenness
from ..messages import Iterate, Message, Progress, Remark, Sink
from ..problem.half_cycle import full_unknowns
from .solution import Solution
from .solve import continued, solve
from .start import Start

TOLD = 2e-4  # m, rad, and of the whole mass; smaller differences of the sides are not reported


def with_own_sides(solution: Solution, *, send: Sink, cancelled: Callable[[], bool]) -> Solution:
    """A solution for the character's own sides if they differ visibly from the even ones, else the same.

    Solves the whole cycle from the mirrored one. Unsolved motions stay as they are.

    Args:
        solution: of a job.
        send: takes progress, and a remark about sides that differ more than a little.
        cancelled: called at each iteration; True stops and keeps the best so far.
    """
    transcription = solution.problem.transcription
    uneven = unevenness(transcription.asked)
    if uneven is None or not (uneven.is_visible and solution.solved):
        return solution
    whole = transcription.own_sides
    if uneven.is_above(TOLD):
        send(Remark(_about(uneven)))
    start = Start(whole, full_unknowns(transcription, solution.x, transcription.full_cycle))

    def forward(message: Message) -> None:
        if isinstance(message, Progress):
            send(continued(message, solution))
        elif not isinstance(message, Iterate):  # it looks the same, and has other frames than the job
            send(message)

    found = solve(whole.job, send=forward, cancelled=cancelled, start=start)
    return found.after(solution)


def _about(uneven: Unevenness) -> str:
    """How far the sides of a character are from each other, and how the cycle was solved nevertheless."""
    amounts = (
        f"{1000 * uneven.distance:.2g} mm (at '{uneven.part}') and {math.degrees(uneven.angle):.2g} degrees"
    )
    return f"Left and right differ by up to {amounts}: solved with their mean, then fitted to each side"
