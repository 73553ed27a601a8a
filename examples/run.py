"""A human runs.

3.2 m/s on the balls of the feet: each foot is down for less than a third of the time, with a flight between. Elbows
stay bent, and the swinging leg is folded.

Result: it lands ahead of itself on the ball of the foot, brakes, pushes off behind with a force of at most 1.8 body
weights, and flies; the free leg folds and swings through.

Not right yet: the bent arms hardly swing, the trunk is bolt upright, and the foot lands rather far ahead with a
straight knee.
"""

from examples.feet import both, step
from solver.fitting.presets.human import human
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job

SPEED, STRIDE, FRAMES = 3.2, 0.72, 24  # m/s, s
ELBOW, KNEE = (-1.9, -1.2), (1.3, 2.3)  # rad
FOLDED = (0, 4)  # frames at which the right leg swings through


def job() -> Job:
    """Each foot pushes once; between the pushes nothing touches."""
    steps = [step(side, start, heel=0.0, rolls=0.0, toe=0.32) for side, start in (("L", 0.0), ("R", 0.5))]
    return Job(
        "run",
        human(),
        AnimationTiming(STRIDE, FRAMES / STRIDE),
        Cycle((SPEED * STRIDE, 0.0, 0.0), mirrored=True),
        (*steps[0], *steps[1]),
        (
            *(Clearance(toe, 0.08) for toe in both("toe")),
            Pin("shin.R.rx", *FOLDED, *KNEE),
            *(Pin(f"{arm}.rx", 0, FRAMES // 2 - 1, *ELBOW) for arm in both("forearm")),
        ),
    )
