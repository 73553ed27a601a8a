"""A dog trots.

2.2 m/s, a stride of 0.5 s: each foreleg moves with the diagonal hind leg, with a short flight between the pairs; the
second half of the cycle mirrors the first.

Result: diagonal legs move together, with a short flight between the pairs; paws are lifted and folded, and the back
stays level.

Not right yet: a forepaw swings out to the side, and the head does not move.
"""

from solver.fitting.presets.quadruped import quadruped
from solver.job.constraints.clearance import Clearance
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job

SPEED, STRIDE, FRAMES, DUTY = 2.2, 0.5, 24, 0.44  # m/s, s
STARTS = {"fore.L": 0.0, "hind.R": 0.0, "fore.R": 0.5, "hind.L": 0.5}


def job() -> Job:
    """Two legs at a time."""
    return Job(
        "trot",
        quadruped(),
        AnimationTiming(STRIDE, FRAMES / STRIDE),
        Cycle((SPEED * STRIDE, 0.0, 0.0), mirrored=True),
        tuple(ContactTiming(paw, ((start, DUTY),)) for paw, start in STARTS.items()),
        tuple(Clearance(paw, 0.06) for paw in STARTS),
    )
