"""What the panel says while a motion is solved: words for people, whatever the solver's figures are."""

import math
import re
from dataclasses import replace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.solve import earlier, session
from bl_ext.user_default.spacetime_animator.addon.solve.outlook import (
    in_words,
    nearness,
    outlook,
    outlook_of_search,
    progress,
)
from bl_ext.user_default.spacetime_animator.solver.messages import Generation, Progress


@pytest.fixture(autouse=True)
def nothing_was_solved_before():
    earlier.forget()


JARGON = re.compile(r"unknown|constraint|iteration|generation|violation|\de[-+]\d")


def solving(*violations, is_softened=False):
    return [Progress(k, 1.0, v, 0.1 * k, is_softened) for k, v in enumerate(violations)]


def test_a_motion_becomes_physical_in_words():
    told = [nearness(10.0**-digits) for digits in (-2, 1, 3, 7)]
    assert told == ["far from physical", "getting there", "nearly physical", "physical"]


def test_steps_are_told_with_what_has_come_of_them():
    assert progress([]) == ""
    assert progress(solving(3.0, 0.5, 5.6e-5)) == "Step 2, 0 s: nearly physical"


def test_softened_constraints_hold_and_yet_nothing_is_called_physical():
    history = solving(*[1e-9] * 8, is_softened=True)
    assert "physical" not in progress(history) + outlook(history, time_limit=60.0).lower()
    assert outlook(solving(1e-9), time_limit=60.0) == "Physical; now finding the best way"


def test_a_solve_that_has_just_begun_frightens_nobody_with_its_limit():
    growing = [Progress(k, 1.0, 1.0 + k, 0.7 * k) for k in range(12)]
    told = [outlook(growing[: k + 1], time_limit=300.0) for k in range(12)]
    assert told[:8] == ["Just begun"] * 8  # 4.9 s
    assert set(told[8:]) == {"Hard to tell; at most 5 minutes"}


def test_what_one_like_it_took_is_told_until_it_has_taken_longer_or_there_is_a_better_measure():
    growing = [Progress(k, 1.0, 1.0 + k, 3.0 * k) for k in range(9)]
    told = [outlook(growing[:k], time_limit=300.0, earlier=11.0) for k in range(10)]
    assert told[:5] == ["One like it took 10 seconds"] * 5
    assert set(told[5:]) == {"Hard to tell; at most 5 minutes"}
    shrinking = [Progress(k, 1.0, 10.0**-k, 2.0 * k) for k in range(5)]
    assert outlook(shrinking, time_limit=300.0, earlier=11.0) == "About 4 seconds left"
    softened = [Progress(0, 1.0, 1.0, 0.5, True)]
    assert outlook(softened, time_limit=300.0, earlier=11.0) == "Just begun"


def test_rounds_of_a_search_for_timings_tell_how_long_it_takes_at_most():
    third = Generation(3, 100, 16, 7, 9.8, (), 0.3, 24.0)
    assert outlook_of_search(third) == "Hard to tell; at most 13 minutes"


@pytest.mark.usefixtures("human")
def test_nothing_is_foretold_once_the_solver_is_stopped_or_has_found_it():
    bpy.ops.spacetime.solve()
    solve, told = session.current(), set()
    while not solve.is_over:
        session.pump()
        told.add((solve.stage, solve.outlook))
        if len(solve.history) == 3 and solve.stage != "Stopping":
            bpy.ops.spacetime.cancel()
    foretold = {stage for stage, outlook in told if outlook}
    assert "Looking for the motion" in foretold
    assert not foretold & {"Stopping", "Checking the motion's physics", "Writing the motion"}, told


@pytest.mark.usefixtures("human")
def test_a_real_solve_speaks_plainly_and_keeps_its_figures():
    bpy.ops.spacetime.solve()
    solve, told = session.current(), set()
    while not solve.is_over:
        session.pump()
        told |= {solve.stage, solve.outlook, solve.progress}
    assert solve.exit_code == 0, solve.outcome
    assert any("physical" in text for text in told)
    assert not [text for text in told if JARGON.search(text)]
    assert not [text for text in told if text.startswith("One like it")]
    assert re.search(r"\d+ frames, \d+ unknowns, \d+ constraints", solve.figures)
    took = earlier.seconds_of_one_like(earlier.Work.of(solve.job, "solve"))
    assert took >= solve.history[-1].seconds
    job = solve.job
    for length, is_like in ((1.4, True), (1.6, False), (0.7, True), (0.6, False)):
        other = replace(job, timing=replace(job.timing, length=length * job.timing.length))
        assert math.isfinite(earlier.seconds_of_one_like(earlier.Work.of(other, "solve"))) == is_like
    assert math.isnan(earlier.seconds_of_one_like(earlier.Work.of(job, "guide")))
    bpy.ops.spacetime.solve()
    again = session.current()
    assert again.outlook == f"One like it took {in_words(took)}"
    session.stop()
