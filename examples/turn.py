"""A human turns while it walks.

1.1 m/s along a circle, 45 degrees to the left in every stride (McIntosh 2011, fig. 5.2). There is no mirroring, since
the inner and the outer leg have different work. Otherwise both arms would swing forward at once, which takes no more
effort, so a goal makes them swing against the legs.

Result: the walk bends to the left: the body leans into the curve, the feet land along it, and the arms swing against
the legs.

Not right yet: the head does not look into the curve.
"""

import math

from examples.arms import swing_against_legs
from examples.feet import step
from solver.fitting.presets.human import human
from solver.job.constraints.clearance import Clearance
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job

SPEED, STRIDE, TURN = 1.1, 1.1, math.radians(45)  # m/s, s, rad a stride


def job() -> Job:
    """The transform of the cycle is a rigid motion along the circle's chord."""
    chord = 2 * SPEED * STRIDE / TURN * math.sin(TURN / 2)
    along = (chord * math.cos(TURN / 2), chord * math.sin(TURN / 2), 0.0)
    steps = [step(side, start, heel=0.4, toe=0.62) for side, start in (("L", 0.0), ("R", 0.5))]
    return Job(
        "turn",
        human(),
        AnimationTiming(STRIDE, 32 / STRIDE),
        Cycle(along, TURN),
        (*steps[0], *steps[1]),
        (Clearance("toe.L", 0.03), Clearance("toe.R", 0.03), *swing_against_legs()),
    )
