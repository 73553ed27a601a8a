"""A human limps.

McIntosh 2011, section 5.2: the walk, and a right foot that bears 0.6 of the body's weight at most. The bound
holds at every frame; the timings are given, a shorter time on the right foot among them.
Left to themselves both arms are flung up over the sore foot; so they are told to swing against the legs.

Seen: over the right foot the force stays flat at 0.6 body weights: the body is thrown up from the left leg,
falls slowly over the right one and is caught by the left leg, whose knee is drawn up high.

Not right yet: the left foot hangs in the air for long, and the timings are given rather than found.
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
