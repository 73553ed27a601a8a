"""What the panel says while a motion is solved: words for people, whatever the solver's figures are."""

import math
import re
from dataclasses import replace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.solve import earlier, session
from bl_ext.user_default.spacetime_animator.addon.solve.drawn_duration import (
    LEFT,
    REFINING,
    DrawnWork,
    expected_left,
    expected_seconds,
)
from bl_ext.user_default.spacetime_animator.addon.solve.eta import (
    eta,
    eta_of_search,
    fraction,
    in_words,
    nearness,
    progress,
)
from bl_ext.user_default.spacetime_animator.solver.messages import Generation, Progress

SIXTY = DrawnWork(60, 60, freedoms=45, contacts=4)


@pytest.fixture(autouse=True)
def nothing_was_solved_before():
    earlier.forget()


JARGON = re.compile(r"unknown|constraint|iteration|generation|violation|\de[-+]\d")


def solving(*violations, is_softened=False):
    return [Progress(k, 1.0, v, 0.1 * k, 1.0, is_softened) for k, v in enumerate(violations)]


def test_a_motion_becomes_physical_in_words():
    told = [nearness(10.0**-digits) for digits in (-2, 1, 3, 7)]
    assert told == ["far from physical", "approaching a physical motion", "nearly physical", "physical"]


def test_steps_are_told_with_what_has_come_of_them():
    assert progress([]) == ""
    assert progress(solving(3.0, 0.5, 5.6e-5)) == "Iteration 2, 0 s: nearly physical"


def test_softened_constraints_hold_and_yet_nothing_is_called_physical():
    history = solving(*[1e-9] * 8, is_softened=True)
    assert "physical" not in progress(history) + eta(history, time_limit=60.0).lower()
    assert eta(solving(1e-9), time_limit=60.0) == "Physical motion found, improving it"


def test_a_solve_that_has_just_begun_frightens_nobody_with_its_limit():
    growing = [Progress(k, 1.0, 1.0 + k, 0.7 * k, 1.0) for k in range(12)]
    told = [eta(growing[: k + 1], time_limit=300.0) for k in range(12)]
    assert told[:8] == ["Estimating time left"] * 8  # 4.9 s
    assert set(told[8:]) == {"Up to 5 minutes"}


def test_what_one_like_it_took_is_told_until_it_has_taken_longer_or_there_is_a_better_measure():
    growing = [Progress(k, 1.0, 1.0 + k, 3.0 * k, 1.0) for k in range(9)]
    told = [eta(growing[:k], time_limit=300.0, earlier=11.0) for k in range(10)]
    assert told[:5] == ["A similar solve took 10 seconds"] * 5
    assert set(told[5:]) == {"Up to 5 minutes"}
    shrinking = [Progress(k, 1.0, 10.0**-k, 2.0 * k, 1.0) for k in range(5)]
    assert eta(shrinking, time_limit=300.0, earlier=11.0) == "About 4 seconds left"
    softened = [Progress(0, 1.0, 1.0, 0.5, 1.0, True)]
    assert eta(softened, time_limit=300.0, earlier=11.0) == "Estimating time left"


def drawn(*gradients):
    """Iterations of half a second."""
    return [Progress(k, 1.0, 1e-9, 0.5 * (k + 1), gradient) for k, gradient in enumerate(gradients)]


def test_a_drawn_motion_is_foretold_by_its_frames_and_then_by_its_own_iterations():
    """60 frames on feet need about 31 of them."""
    assert eta([], time_limit=300.0, drawn=SIXTY) == "Preparing"  # it waits in line
    assert eta([], time_limit=300.0, earlier=30.0, drawn=SIXTY) == "About 30 seconds left"
    assert eta([], time_limit=300.0, earlier=2.0, drawn=SIXTY) == "Less than 3 seconds left"
    seen = drawn(30.0, 30.0, *[10.0] * 6, *[0.01] * 20)
    told = [eta(seen[:count], time_limit=300.0, earlier=30.0, drawn=SIXTY) for count in (1, 2, 8, 24)]
    expected = ["About 30 seconds left", "About 10 seconds left", "About 8 seconds left"]
    assert told == [*expected, "Less than 3 seconds left"]
    assert fraction(seen[:8], 4.0, earlier=99.0, drawn=SIXTY) == pytest.approx(4 / 11.75, abs=0.01)
    softened = [Progress(0, 1.0, 1.0, 0.5, 1.0, True)]
    assert eta(softened, time_limit=300.0, earlier=30.0, drawn=SIXTY) != "About 30 seconds left"


def test_a_drawn_motion_that_comes_no_nearer_is_told_to_take_longer():
    """Whatever was told at first: the same time is left for as long as the gradient stays, and longer if it grows."""
    stuck = drawn(*[10.0] * 100)
    left = [expected_left(stuck[:count], SIXTY) for count in (10, 20, 40, 100)]
    assert min(left) > 5
    assert left[2] < left[3] < 12
    grown = expected_left([*stuck, *drawn(*[1e3] * 103)[100:]], SIXTY)
    assert grown == pytest.approx(100**0.25 * left[3], rel=0.05)
    once = expected_left([*stuck, *drawn(*[1e3] * 101)[100:]], SIXTY)  # a single step says little
    assert once == pytest.approx(left[3], rel=0.05)


def test_a_motion_of_many_frames_a_second_is_foretold_to_be_refined():
    """Found at 31 frames, refined to 121, iterations of which take four times as long."""
    size = {"freedoms": 45, "contacts": 4}
    assert DrawnWork.at(61, 60, **size) == DrawnWork(61, 61, **size)
    work = DrawnWork.at(121, 120, **size)
    assert work == DrawnWork(31, 121, **size)
    found = [Progress(k, 1.0, 1e-9, 0.2 * (k + 1), 1.0) for k in range(20)]
    refining = 0.2 * 121 / 31
    left = expected_left(found, work)
    assert left == pytest.approx(REFINING * refining + 0.2 * LEFT * (0.4 * 20) ** 0.25)
    refined = [Progress(20 + k, 1.0, 1e-9, 4 + refining * (k + 1), 1.0, is_refined=True) for k in range(5)]
    assert expected_left([*found, *refined], work) == pytest.approx((REFINING - 5) * refining)
    assert expected_left(found, DrawnWork(31, 31, **size)) < left


def test_a_motion_on_the_floor_is_foretold_to_take_longer_by_its_contacts():
    lying = replace(SIXTY, contacts=16)
    assert 2.5 < (expected_seconds(lying) - 0.2) / (expected_seconds(SIXTY) - 0.2) < 3.5
    seen = drawn(1.0, 1.0, 1.0)
    assert expected_left(seen, lying) > 1.3 * expected_left(seen, SIXTY)


def test_the_pace_of_drawn_motions_is_learned():
    """From iterations: neither a motion that needed many nor a solve beside another program makes the next one long."""
    work = earlier.Workload("solve", 14, 70.0, "", freedoms=45, fps=24.0, contacts=4)

    def solved(iterations, pace):
        history = [Progress(k, 1.0, 1e-9, 0.1 * (k + 1), 1.0) for k in range(iterations)]
        earlier.remember(work, pace * work.drawn.seconds(iterations, 0), history)

    usual = earlier.seconds_of_one_like(work)
    assert 1 < usual < 6
    solved(20, 2)
    longer = replace(work, frames=700.0)
    assert earlier.seconds_of_one_like(work) == pytest.approx(2 * usual)
    assert earlier.seconds_of_one_like(longer) > 2 * 20 * usual
    solved(400, 2)
    solved(20, 9)
    assert earlier.seconds_of_one_like(work) == pytest.approx(2 * usual)


def test_rounds_of_a_search_for_timings_tell_how_long_it_takes_at_most():
    third = Generation(3, 100, 16, 7, 9.8, (), 0.3, 24.0)
    assert eta_of_search(third) == "Up to 13 minutes"


@pytest.mark.once
@pytest.mark.usefixtures("human")
def test_nothing_is_foretold_once_the_solver_is_stopped_or_has_found_it():
    bpy.ops.spacetime.solve()
    solve, told = session.current(), set()
    while not solve.is_over:
        session.pump()
        told.add((solve.stage, solve.eta))
        if len(solve.history) == 3 and solve.stage != "Stopping":
            bpy.ops.spacetime.cancel()
    foretold = {stage for stage, eta in told if eta}
    assert "Solving the motion" in foretold
    assert not foretold & {"Stopping", "Checking the motion's physics", "Writing the motion"}, told


@pytest.mark.usefixtures("human")
@pytest.mark.once
def test_a_real_solve_speaks_plainly_and_keeps_its_figures():
    bpy.ops.spacetime.solve()
    solve, told = session.current(), set()
    while not solve.is_over:
        session.pump()
        told |= {solve.stage, solve.eta, solve.progress}
    assert solve.exit_code == 0, solve.outcome
    assert any("physical" in text for text in told)
    assert not [text for text in told if JARGON.search(text)]
    assert not [text for text in told if text.startswith("A similar solve")]
    assert re.search(r"\d+ frames, \d+ unknowns, \d+ constraints", solve.figures)
    took = earlier.seconds_of_one_like(earlier.Workload.of(solve.job, "solve"))
    assert took >= solve.history[-1].seconds
    job = solve.job
    for length, is_like in ((1.4, True), (1.6, False), (0.7, True), (0.6, False)):
        other = replace(job, timing=replace(job.timing, length=length * job.timing.length))
        assert math.isfinite(earlier.seconds_of_one_like(earlier.Workload.of(other, "solve"))) == is_like
    assert math.isnan(earlier.seconds_of_one_like(earlier.Workload.of(job, "guide")))
    bpy.ops.spacetime.solve()
    again = session.current()
    assert again.eta == f"A similar solve took {in_words(took)}"
    session.stop()


def test_what_is_done_is_told_by_its_own_speed_or_by_an_earlier_one():
    shrinking = solving(*(10.0**-k for k in range(5)))  # a digit per tenth of a second, two are left
    assert fraction(shrinking, 0.4) == pytest.approx(0.4 / 0.6, rel=1e-6)
    assert fraction([], 1.0, earlier=4.0) == pytest.approx(0.25)
    assert fraction([], 1.0) == 0.0
    assert fraction(solving(1.0, 2.0, 3.0, 4.0, 5.0, 6.0), 1.0, earlier=4.0) == pytest.approx(0.25)
    assert fraction([], 9.0, earlier=4.0) == pytest.approx(0.98), "what goes on is not over"
