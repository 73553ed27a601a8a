"""A human walks.

People's usual walk: 1.3 m/s, 1.1 s per stride, heel first, toe last, both feet down a fifth of the time. The second
half of the cycle mirrors the first, so only half of it is solved.

Result: an upright gait with a heel strike, a straight knee in mid-stance, a toe that pushes off and arms that swing
against the legs; the force has two peaks per step.

Not right yet: the knee bends late in the swing, and the arms, nearly straight, swing more than people's.
"""

from examples.feet import step
from solver.fitting.presets.human import human
from solver.job.constraints.clearance import Clearance
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job

SPEED, STRIDE = 1.3, 1.1  # m/s, s


def job() -> Job:
    """Steps of left and right, half a cycle apart; toes clear the ground."""
    steps = [step(side, start, heel=0.4, toe=0.62) for side, start in (("L", 0.0), ("R", 0.5))]
    return Job(
        "walk",
        human(),
        AnimationTiming(STRIDE, 32 / STRIDE),
        Cycle((SPEED * STRIDE, 0.0, 0.0), mirrored=True),
        (*steps[0], *steps[1]),
        (Clearance("toe.L", 0.03), Clearance("toe.R", 0.03)),
    )
