"""Bad and impossible jobs get one sentence each that names what, when and by how much; never silence."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from solver.animate import animate, make_clip
from solver.errors import InputError
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, SolverOptions
from solver.messages import Message, Progress, Status
from solver.optimise.elastic import Elastic
from solver.optimise.fallback import SOFT
from solver.optimise.infeasibility_bounds import impossible
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.problem.guess.first_guess import first_guess
from solver.wording.violations import sentence
from tests.support.bad_jobs import JOBS, OWN_NAME, stand, told_of, walk
from tests.support.errors_page import PLACE

HOPELESS = ("too fast", "weak jet", "rooted to the spot")
MOST_ITERATIONS = 600  # that a failure may take; the optimiser alone goes on to its limit of 1000 or more


@cache
def tried(name: str) -> tuple[Solution, list[Message]]:
    """What is found instead, and what is said meanwhile; several tests look at it."""
    told: list[Message] = []
    return solve(JOBS[name].job(), send=told.append, cancelled=lambda: False), told


@pytest.mark.parametrize("name", JOBS)
def test_sentence(name: str) -> None:
    bad = JOBS[name]
    try:
        said = told_of(tried(name)[0])
    except InputError as error:
        said = (str(error),)
    assert said, "silence"
    assert len(said) <= 6
    for words in bad.expected:
        assert words in said[0]
    assert all("nan" not in text and "e+" not in text for text in said)


def test_the_document_lists_them() -> None:
    text = PLACE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?!job|---)(.+?) \| (.+?) \|$", text, re.M)
    assert [asked for asked, _ in rows] == [bad.asked for bad in JOBS.values()]
    for (_, said), bad in zip(rows, JOBS.values(), strict=True):
        assert bad.expected[0] in said


@pytest.mark.parametrize("name", HOPELESS)
def test_failure_comes_soon_and_keeps_physics(name: str) -> None:
    solution, told = tried(name)
    clip = make_clip(solution)
    assert not clip.provenance.solved
    assert clip.provenance.strategy == SOFT
    assert clip.provenance.iterations < MOST_ITERATIONS
    assert clip.provenance.violations
    assert clip.report.linear_residual < 1e-3  # the attempt gives where it was asked to, physics last
    steps = [m.iteration for m in told if isinstance(m, Progress)]
    assert steps == list(range(len(steps)))  # they count on from strategy to strategy
    assert any("conflicting constraints" in m.text for m in told if isinstance(m, Status))


@pytest.mark.parametrize("name", ["weak jet", "too low a leap", "rooted to the spot"])
def test_every_conflict_knows_its_frames(name: str) -> None:
    clip = make_clip(tried(name)[0])
    assert clip.provenance.infeasible
    for violation in clip.provenance.violations:
        moment = violation.place.moment
        assert moment is not None
        assert moment.frame in violation.frames
        assert set(violation.frames) <= set(range(clip.n_frames))


@pytest.mark.parametrize("name", ["rooted to the spot", "weak jet", "held too high"])
def test_no_diagnosis_is_told_by_the_solvers_names(name: str) -> None:
    told = told_of(tried(name)[0])
    assert told
    assert not [text for text in told if OWN_NAME.search(text)]


@pytest.mark.parametrize(
    "job",
    [
        walk(),
        walk(2.0),
        walk(constraints=(Clearance("L_foot", 0.6),)),
        walk(gravity=(-0.8, 0.3, -9.78)),
        replace(walk(), cycle=Cycle((1.3, 0.0, 0.0), 0.5)),
        replace(walk(), cycle=Cycle((1.3, 0.0, 0.0), mirrored=True)),
        walk(3.0, contact_timings=(ContactTiming("L_foot", ((0.0, 0.35),)), ContactTiming("R_foot", ((0.5, 0.35),)))),
        stand(Pin("root.tz", 8, 10, 0.9, 0.9)),
        JOBS["weak jet"].job(),
    ],
)  # fmt: skip
def test_foresight_is_silent_about_what_may_be(job: object) -> None:
    assert impossible(formulate(job)) == ()  # type: ignore[arg-type]


def test_what_can_be_done_is_not_called_a_conflict() -> None:
    """The softened walk holds everything, so nothing is told."""
    problem = formulate(walk())
    solution = solve(walk(), send=lambda _: None, cancelled=lambda: False)
    elastic = Elastic(problem)
    y = elastic.start(solution.x)
    assert elastic.slack(y) == pytest.approx(0.0, abs=1e-6)
    assert solution.conflicts == ()


def test_softened_problem_is_always_feasible_and_its_derivatives_are_exact() -> None:
    problem = formulate(replace(walk(), timing=AnimationTiming(0.4, 10.0)))
    elastic, rng = Elastic(problem), np.random.default_rng(0)
    y = elastic.start(first_guess(problem.transcription))
    g = elastic.constraints(y)
    assert (g >= elastic.g_lower - 1e-9).all()
    assert (g <= elastic.g_upper + 1e-9).all()
    direction, h = rng.normal(size=elastic.size), 1e-6
    dense = np.zeros((len(elastic.g_lower), elastic.size))
    dense[elastic.jacobian_pattern] = elastic.jacobian(y)
    change = (elastic.constraints(y + h * direction) - elastic.constraints(y - h * direction)) / (2 * h)
    assert dense @ direction == pytest.approx(change, abs=1e-4)
    slope = (elastic.value(y + h * direction) - elastic.value(y - h * direction)) / (2 * h)
    assert elastic.gradient(y) @ direction == pytest.approx(slope, rel=1e-5)


def test_time_limit_holds_over_all_strategies() -> None:
    told: list[Message] = []
    limit = 0.2  # s, of some that it would take
    job = replace(JOBS["rooted to the spot"].job(), options=SolverOptions(time_limit=limit))
    clip = animate(job, send=told.append)
    assert not clip.provenance.solved
    late = [m for m in told if isinstance(m, Progress) and m.seconds > limit]
    assert len(late) <= sum(
        isinstance(m, Status) for m in told
    )  # each strategy ends with the step that it is at
    assert clip.provenance.violations
    assert "conflict" not in clip.provenance.status  # nobody knows yet


def test_cancel_ends_all_strategies() -> None:
    told: list[Message] = []
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(len(told))
        return any("Solving with half" in m.text for m in told if isinstance(m, Status))

    solution = solve(JOBS["too fast"].job(), send=told.append, cancelled=cancelled)
    assert solution.cancelled
    assert not solution.solved
    texts = [m.text for m in told if isinstance(m, Status)]
    assert "Solving with half" in texts[-1]


@pytest.mark.parametrize("name", JOBS)
def test_every_row_knows_the_place_that_it_tells(name):
    try:
        problem = formulate(JOBS[name].job())
    except InputError:
        return  # told before there are rows
    bodies = {body.name for body in problem.transcription.job.character.bodies}
    found = problem.violations(np.random.default_rng(3).normal(0.2, 0.5, problem.size), count=10**6)
    assert found
    for violation in found:
        told, moment = re.search(r"\bframe (\d+) \(", str(sentence(violation))), violation.place.moment
        assert (moment and moment.frame) == (int(told[1]) if told else None), violation
        assert violation.place.body in bodies | {""}
