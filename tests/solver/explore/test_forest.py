"""Motions that grow from each other: in which order, from whom, on which workers."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.errors import InputError
from solver.explore.forest import Branch, Grown, busiest, chains, grow
from solver.explore.front import family_front
from solver.explore.front_search import FrontSearch
from solver.explore.pareto import TradeOff
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.optimise.solve import solve

SPEEDS = (0.8, 0.9, 1.0)  # m/s


@pytest.fixture(scope="module")
def walks(walk: Callable[..., Job]) -> list[tuple[float, Job]]:
    job = walk(16)
    assert job.cycle is not None
    length = job.timing.length
    return [(v, replace(job, cycle=replace(job.cycle, translation=(v * length, 0.0, 0.0)))) for v in SPEEDS]


def test_rows_are_cut_into_chains_of_like_lengths() -> None:
    assert chains(5, 1) == [None, 0, 1, 2, 3]
    assert chains(6, 2) == [None, 0, 1, None, 3, 4]
    assert chains(2, 4) == [None, None]


def test_a_motion_whose_parent_has_none_grows_from_its_grandparent(walks: list[tuple[float, Job]]) -> None:
    far = replace(walks[0][1], cycle=Cycle((90.0, 0.0, 0.0)))
    far = replace(far, options=replace(far.options, max_iterations=3))
    jobs, asked = [walks[0][1], far, walks[1][1]], []
    branches = [Branch(jobs[0]), Branch(jobs[1], 0, is_alone=True), Branch(jobs[2], 1)]

    def moved(start: object, job: Job) -> object:
        asked.append((start, job))
        return start

    grown = list(grow(branches, moved=moved))
    assert [each.start is not None for each in grown] == [True, False, True]
    assert asked[-1] == (grown[0].start, jobs[2])


def test_a_start_goes_on_from_where_its_iterations_ended(walks: list[tuple[float, Job]]) -> None:
    [first] = grow([Branch(walks[0][1])])
    start = replace(first.start, multipliers=None)
    [whole] = grow([Branch(walks[2][1], start=start, is_alone=True)])
    options = replace(walks[2][1].options, max_iterations=round(0.7 * whole.clip.provenance.iterations))
    hurried = replace(walks[2][1], options=options)
    alone = solve(hurried, send=lambda _: None, cancelled=lambda: False, start=start, start_alone=True)
    assert not alone.solved
    [again] = grow([Branch(hurried, start=start, is_alone=True)])
    assert again.start is not None
    assert again.clip.provenance.objective == pytest.approx(whole.clip.provenance.objective, rel=1e-3)


def test_speed_costs_and_a_meter_has_its_price(walks: list[tuple[float, Job]]) -> None:
    found: list[TradeOff] = []
    front = family_front(walks, per_meter=True, search=FrontSearch(on_found=found.append))
    assert len(found) == len(SPEEDS)
    for point in found:
        assert point.cost == pytest.approx(
            point.clip.provenance.objective / np.linalg.norm(point.clip.job.cycle.translation)
        )
    assert {p.level for p in front.points} | {d.level for d in front.dropped} == set(SPEEDS)
    with pytest.raises(InputError, match="a cycle that travels"):
        family_front([(1.0, replace(walks[0][1], cycle=None))], per_meter=True)


def test_patterns_of_contacts_are_branches_of_one_front(walk: Callable[..., Job]) -> None:
    jobs = [(v, walk(16, speed=v, duty=duty)) for duty in (0.6, 0.45) for v in (0.9, 1.7)]
    found = family_front(jobs, per_meter=True)
    assert [point.level for point in found.points] == [0.9, 1.7]
    slow, fast = (point.clip.job.contact_timings[0].phases[0][1] for point in found.points)
    assert (slow, fast) == (0.6, 0.45)  # who is fast runs
    assert [(dropped.level, dropped.violations) for dropped in found.dropped] == [(0.9, ()), (1.7, ())]


def test_the_busiest_process_counts(walks: list[tuple[float, Job]]) -> None:
    [grown] = grow([Branch(walks[0][1])])
    spent = [replace(grown, seconds=s, process=p) for s, p in ((1.0, 1), (2.0, 2), (1.5, 1))]
    assert busiest(spent) == 2.5
    assert isinstance(grown, Grown)
    assert grown.seconds > 0
