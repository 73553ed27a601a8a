"""A motion that turned by a moment from nowhere is not believed, whatever its constraints say."""

from dataclasses import replace

import numpy as np

from solver.animate import make_clip
from solver.fitting.presets.hopper import hopper
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.effort import Effort
from solver.optimise.blind_spots import blind_spots
from solver.optimise.fallback import FIRST, Fallback
from solver.optimise.ipopt import OK, Result
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
    solution = solve(HOP, send=lambda _: None, cancelled=lambda: False)
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
    assert solution.multipliers is not None
    optimum = Result(x, solution.multipliers, status=OK, iterations=solution.iterations, callback_seconds=0.0)
    assert Fallback(optimum, x, FIRST).status == "The motion is optimal."
    refuted = Fallback(optimum, x, FIRST, (told,), is_certain=False)
    assert refuted.status == "The optimum that was found did not pass the check."


def test_an_optimum_that_the_check_refutes_is_not_called_optimal() -> None:
    solution = solve(HOP, send=lambda _: None, cancelled=lambda: False)
    assert make_clip(solution).provenance.status == "The motion is optimal."
    x, variables = solution.x.copy(), solution.problem.transcription.variables
    up = solution.problem.transcription.tree.names.index("root.tz")
    x[variables.q[:6, up]] += 0.05 * np.arange(6)  # the ground pushes feet that rise
    made = make_clip(replace(solution, x=x)).provenance
    assert (made.solved, made.status) == (False, "The optimum that was found did not pass the check.")
    assert [each.kind for each in made.violations] == [Kind.GIVEN_ENERGY]
