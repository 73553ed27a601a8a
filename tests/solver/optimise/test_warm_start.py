"""A neighbour's motion is a better start than a guess, whatever differs between the two jobs."""

import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from examples import trot
from examples import walk as human_walk
from examples.chip_spaces import his_36
from solver.animate import animate, make_clip
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.messages import Message, Progress, Status
from solver.optimise.exact import WARM_GAP, is_exact
from solver.optimise.fallback import FIRST, WARM_START
from solver.optimise.ipopt import Result
from solver.optimise.recipe import NEIGHBORING
from solver.optimise.resample import resample
from solver.optimise.search import SMALL, Search, is_solved
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.start import Start
from solver.problem.formulate import formulate

Make = Callable[..., Job]


def solved(job: Job, start: Start | None = None, told: list[Message] | None = None) -> Solution:
    return solve(job, send=(told if told is not None else []).append, cancelled=lambda: False, start=start)


@pytest.fixture(scope="module")
def base(walk: Make) -> Solution:
    return solved(walk())


def test_the_same_job_is_solved_at_once(base: Solution) -> None:
    again = solved(base.problem.transcription.job, Start.of_solution(base))
    assert again.solved
    assert again.strategy == WARM_START
    assert again.iterations <= 8
    assert again.problem.value(again.x) == pytest.approx(base.problem.value(base.x), rel=1e-3)


@pytest.mark.parametrize(("speed", "at_most"), [(1.2, 6), (1.5, 7), (1.7, 20)])
def test_multipliers_make_a_neighbour_cheap(speed: float, at_most: int, walk: Make, base: Solution) -> None:
    warm = solved(walk(speed=speed), Start.of_solution(base))
    cold = solved(walk(speed=speed))
    assert warm.solved
    assert warm.strategy == WARM_START
    assert warm.iterations <= at_most
    assert warm.problem.value(warm.x) < 1.05 * cold.problem.value(cold.x)


@pytest.mark.parametrize("faster", [0.9, 1.15])
def test_a_persons_neighbour_takes_few_iterations_and_is_exact_at_once(faster: float) -> None:
    """Half of a mirrored cycle; without the correction of steps it takes 10 and 11, three of them to be exact."""
    usual = human_walk.job()
    assert usual.cycle is not None
    way = tuple(faster * each for each in usual.cycle.translation)
    found = solved(
        replace(usual, cycle=replace(usual.cycle, translation=way)), Start.of_solution(solved(usual))
    )
    assert found.strategy == WARM_START
    assert found.iterations <= 6
    assert found.multipliers is not None
    assert is_exact(found.problem, found.x, found.multipliers, gap=WARM_GAP * SolverOptions().tolerance)


@pytest.mark.parametrize("longer", [-1, 1])
def test_a_neighbour_with_other_contacts_shares_its_multipliers(longer: int) -> None:
    """Forelegs that touch for a frame less or more; without multipliers it takes 20 and 22 iterations."""
    usual = trot.job()
    start = Start.of_solution(solved(usual))
    timings = tuple(
        replace(each, phases=((each.phases[0][0], trot.DUTY + longer / trot.FRAMES),))
        if each.contact.startswith("fore")
        else each
        for each in usual.contact_timings
    )
    found = solved(replace(usual, contact_timings=timings), start)
    assert found.problem.structure != start.structure
    assert found.strategy == WARM_START
    assert found.iterations <= 10


def test_a_motion_that_differs_much_is_reached_from_halfway() -> None:
    """Chip steps backward, then to the side."""
    stepping = his_36()[-1]
    jobs = (stepping.sample(point).job for point in (stepping.points()[4], stepping.points()[3]))
    back, aside = (replace(job, timing=replace(job.timing, fps=10.0)) for job in jobs)  # half as many frames
    start = Start.of_solution(solved(back))
    assert start.halfway is not None
    near, far = solved(aside, replace(start, halfway=None)), solved(aside, start)
    assert far.strategy == WARM_START
    assert far.iterations < 0.75 * near.iterations
    assert far.problem.value(far.x) == pytest.approx(near.problem.value(near.x), rel=0.01)


def test_a_start_that_is_nearly_there_may_finish(walk: Make, base: Solution) -> None:
    start, seen = Start.of_solution(base), list[Progress]()

    def told(message: Message) -> None:
        if isinstance(message, Progress):
            seen.append(message)

    def run(iterations: int) -> Result:
        seen.clear()
        search = Search(formulate(walk(speed=1.7)), told, lambda: False)
        x = resample(start, search.problem.transcription)
        return search.run(
            "", search.problem, x, iterations=iterations, multipliers=start.multipliers, recipe=NEIGHBORING
        )

    needed = run(40).iterations
    close = next(each.iteration for each in seen if each.violation < SMALL)
    assert 2 < close < needed  # else neither run below is cut short
    assert is_solved(run(close))
    stopped = run(close - 1)
    assert not is_solved(stopped)
    assert stopped.iterations == close - 1


def test_multipliers_are_kept_only_where_they_mean_the_same(walk: Make, base: Solution) -> None:
    start = Start.of_solution(base)
    assert start.multipliers_for(formulate(walk(speed=1.5))) is start.multipliers
    assert start.multipliers_for(formulate(walk(24))) is None
    assert start.multipliers_for(formulate(walk(duty=0.7))) is None


def test_a_clip_is_a_start_too(walk: Make, base: Solution) -> None:
    clip = animate(walk(speed=1.4), start=Start.of_clip(make_clip(base)))
    assert clip.provenance.solved
    assert clip.provenance.strategy == WARM_START


def test_a_clip_holds_its_own_motion(base: Solution) -> None:
    start = Start.of_clip(make_clip(base))
    assert start.x == pytest.approx(base.x, abs=1e-9)
    assert resample(start, base.problem.transcription) == pytest.approx(base.x, abs=1e-9)


@pytest.mark.parametrize("n_frames", [10, 32, 40])
def test_other_frames_are_interpolated_in_phase(n_frames: int, walk: Make, base: Solution) -> None:
    problem = formulate(walk(n_frames))
    x = resample(Start.of_solution(base), problem.transcription)
    assert np.isfinite(x).all()
    place = problem.transcription.variables.q
    coarse, fine = base.x[base.problem.transcription.variables.q], x[place]
    both = np.gcd(20, n_frames)
    assert fine[:: n_frames // both] == pytest.approx(coarse[:: 20 // both], abs=1e-9)
    steps = np.diff(np.vstack([fine, fine[:1]]), axis=0)[:, problem.transcription.tree.rotation]
    coarse_steps = np.diff(np.vstack([coarse, coarse[:1]]), axis=0)[:, problem.transcription.tree.rotation]
    assert np.abs(steps).max() < 1.5 * np.abs(coarse_steps).max() * 20 / n_frames + 0.1  # no jump at the seam


def test_the_way_is_scaled_to_the_new_cycle(walk: Make, base: Solution) -> None:
    problem = formulate(walk(yaw=0.5, speed=2.0))
    x = resample(Start.of_solution(base), problem.transcription)
    root = x[problem.transcription.variables.q][:, :2]
    old = base.x[base.problem.transcription.variables.q][:, :2]
    assert root[0] == pytest.approx(old[0])
    placement = problem.transcription.timeline.placement
    step_out = (placement.turn[-1] @ [*root[0], 0.0] + placement.shift[-1])[:2] - root[-1]
    assert np.linalg.norm(step_out) == pytest.approx(2.0 / 20, rel=0.25)


def test_half_a_cycle_from_a_whole_one(walk: Make, base: Solution) -> None:
    mirrored = replace(walk(), cycle=Cycle((1.3, 0.0, 0.0), mirrored=True))
    found = solved(mirrored, Start.of_solution(base))
    assert found.solved
    assert found.strategy == WARM_START


def test_what_the_neighbour_does_not_know_is_guessed(walk: Make, base: Solution) -> None:
    """Longer stances: some forces have nothing to come from."""
    found = solved(walk(duty=0.7), Start.of_solution(base))
    assert found.solved


def test_a_bad_start_falls_back_to_the_first_guess(walk: Make, base: Solution) -> None:
    told: list[Message] = []
    rng = np.random.default_rng(0)
    start = Start.of_solution(base)
    broken = replace(start, x=start.x + rng.normal(0, 0.7, start.x.shape))
    found = solved(walk(speed=1.5), broken, told)
    assert found.solved
    assert found.strategy in (WARM_START, FIRST)  # some luck is possible
    texts = [m.text for m in told if isinstance(m, Status)]
    assert texts[1] == "Starting from a similar motion"
    assert (found.strategy == FIRST) == any(text.startswith("Solving the motion") for text in texts)


def test_open_clips_start_from_each_other(flight: Make) -> None:
    base = solved(flight())
    other = solved(replace(flight(), options=SolverOptions(tolerance=1e-8)), Start.of_solution(base))
    assert other.strategy == WARM_START
    slower = replace(flight(), timing=AnimationTiming(1.0, 20.0), gravity=(0.0, 0.0, -5.0))
    assert solved(slower, Start.of_solution(base)).solved


@pytest.mark.parametrize(("mirrored", "yaw"), [(False, 0.0), (False, 0.4), (True, 0.0)])
def test_another_way_alone_is_carried_as_anything_else_is(mirrored: bool, yaw: float, walk: Make) -> None:
    old, new = (replace(walk(yaw=yaw), cycle=Cycle((speed, 0.0, 0.0), yaw, mirrored)) for speed in (1.3, 1.5))
    problem, transcription = formulate(old), formulate(new).transcription
    x = np.random.default_rng(3).normal(0.0, 0.3, problem.size)
    start = Start(problem.transcription, x)
    frames = problem.transcription.timeline.n_frames * (1 + mirrored)
    any_other = replace(start, times=np.arange(frames) / frames)
    np.testing.assert_allclose(resample(start, transcription), resample(any_other, transcription), atol=1e-12)


def test_a_start_travels_without_the_problem_that_others_may_share(base: Solution) -> None:
    start = Start.of_solution(base)
    assert start.like is base.problem
    there = pickle.loads(pickle.dumps(start))
    assert there.like is None
    assert there.structure == start.structure
