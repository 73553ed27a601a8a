"""A human limps.

McIntosh 2011, section 5.2: the walk, with a right foot that bears at most 0.6 of the body weight at every frame. The
timings are given, including a shorter time on the right foot. Otherwise both arms would be flung up over the sore
foot, so a goal makes them swing against the legs.

Result: over the right foot the force stays flat at 0.6 body weights: the left leg throws the body up, it falls slowly
over the right one and is caught by the left leg, whose knee is drawn up high.

Not right yet: the left foot stays in the air for long, and the timings are given rather than found.
"""

from examples.arms import swing_against_legs
from examples.feet import step
from solver.fitting.presets.human import human
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job

SPEED, STRIDE = 0.9, 1.2  # m/s, s
SHARE = 0.6  # of the body's weight


def job() -> Job:
    """No mirror: the halves differ."""
    person = human()
    bears = ExpressionConstraint(
        "contact('heel.R').force.z + contact('toe.R').force.z",
        upper=SHARE * person.mass * 9.81,
        name="sore foot",
    )
    return Job(
        "limp",
        person,
        AnimationTiming(STRIDE, 32 / STRIDE),
        Cycle((SPEED * STRIDE, 0.0, 0.0)),
        (*step("L", 0.0, heel=0.55, toe=0.75), *step("R", 0.55, heel=0.35, toe=0.6)),
        (bears, Clearance("toe.L", 0.03), Clearance("toe.R", 0.03), *swing_against_legs()),
    )
