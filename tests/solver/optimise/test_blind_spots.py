"""A motion that turned by a moment from nowhere is not believed, whatever its constraints say."""

import numpy as np

from solver.fitting.presets.hopper import hopper
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.effort import Effort
from solver.optimise.blind_spots import blind_spots
from solver.optimise.solve import solve
from solver.verify.violation import Kind

HOP = Job(
    "hop",
    hopper(),
    AnimationTiming(0.6, 20.0),
    Cycle((0.2, 0.0, 0.0)),
    (ContactTiming("heel", ((0.0, 0.5),)), ContactTiming("toe", ((0.0, 0.6),))),
    (),
    (Effort(),),
)


def test_solved_motion_is_sound_and_one_that_turns_from_nowhere_is_told() -> None:
    solution = solve(HOP, tell=lambda _: None, cancelled=lambda: False)
    assert solution.solved
    assert blind_spots(solution.problem, solution.x) == ()
    x, variables = solution.x.copy(), solution.problem.transcription.variables
    turn = solution.problem.transcription.tree.names.index("root.ry")
    x[variables.q[9, turn]] += np.pi  # in flight: nothing but this one pose
    (told,) = blind_spots(solution.problem, x)
    assert told.place.body == "upper"
    assert told.place.moment is not None
    assert abs(told.place.moment.frame - 9) <= 1
    assert told.kind is Kind.UNSEEN_TURN
    assert told.amount > 1.0
