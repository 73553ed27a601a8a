"""A space's samples are solved, whatever happens to some of them."""

import os
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

import numpy as np
import pytest

from examples import lamp
from solver.character import Character
from solver.errors import InputError
from solver.fitting.presets.particle import particle
from solver.formats.motion_json import to_motion_json
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming
from solver.job.objectives.effort import Effort
from solver.job.timings import FreeLength, Gradient
from solver.messages import Tally
from solver.scheduling.scheduler import Scheduler
from solver.scheduling.workers import ExecutorWorkers, LocalWorkers
from solver.space import Formula, ParameterSpace, Range, generate
from solver.space.continuation import Continuation
from solver.space.task import Answer, SampleTask, cancelled, failed
from solver.space.work import WORKER, work
from solver.store.clip_store import ClipStore
from solver.store.sample_table import SOLVED, SampleTable
from tests.judge.load import load_judge


def rows(store, space):
    with ClipStore(store, create=False) as opened:
        return list(SampleTable(opened, space.name).rows())


@pytest.fixture
def file(tmp_path):
    return tmp_path / "clips.sqlite"


@pytest.fixture
def told_at_once(monkeypatch):
    """All that happens is written and told, however quick the machine is."""
    monkeypatch.setattr(import_module("solver.space.generate"), "WRITE_PERIOD", 0.0)
    monkeypatch.setattr(import_module("solver.space.sample_counter"), "PERIOD", 0.0)


def test_walks_are_solved_from_their_neighbours_and_pass_the_judge(walks, file):
    told = []
    tally = generate(walks, file, workers=LocalWorkers(2), send=told.append)
    assert (tally.total, tally.solved, tally.waiting, tally.running) == (6, 6, 0, 0)
    done = rows(file, walks)
    assert all(row.state == "solved" for row in done)
    assert sum(row.strategy == "warm start" for row in done) >= 4
    names = {row.name for row in done}
    assert all(row.start in names for row in done if row.strategy == "warm start")
    tallies = [message for message in told if isinstance(message, Tally)]
    assert tallies[-1] == tally
    assert all(a.solved <= b.solved for a, b in pairwise(tallies))
    judge = load_judge()
    with ClipStore(file) as store:
        assert set(store.names()) == names
        for name in store.names():
            assert store.about(name)["report"]["linear_residual"] < 1e-6
            verdict = judge.judge(to_motion_json(store.get(name)))
            assert verdict["lin_res"]["rms_bw"] <= 1e-5
            assert verdict["ang_res"]["rms_bw"] <= 1e-3


def test_infeasible_samples_are_results_with_their_reason(flights, file):
    """A jet of 30 N lifts 2 kg over short ways only."""
    space = flights(3.0, jet=30.0)
    tally = generate(space, file, workers=LocalWorkers(1))
    assert (tally.solved, tally.infeasible) == (1, 3)
    infeasible = [row for row in rows(file, space) if row.state == "infeasible"]
    assert all("N, it has 30) to move along the world's" in row.reason for row in infeasible)
    with ClipStore(file) as store:
        assert store.names() == ("flight x=0 z=0",)
        for row in infeasible:
            attempt = store.attempt(row.name)
            assert (row.has_attempt, attempt.name, attempt.provenance.solved) == (True, row.name, False)
            assert attempt.provenance.violations
        with pytest.raises(InputError, match="there is no attempt at 'flight x=0 z=0'"):
            store.attempt("flight x=0 z=0")


def test_what_is_infeasible_is_tried_again_from_neighbours_solved_since(impatient, file, told_at_once):
    told = []
    tally = generate(impatient, file, workers=LocalWorkers(1), send=told.append)
    assert (tally.solved, tally.infeasible, tally.again) == (6, 0, 0)
    tallies = [message for message in told if isinstance(message, Tally)]
    waited = [one for one in tallies if one.again]
    assert waited
    assert all(one.infeasible == 1 and one.seconds_left for one in waited)
    (again,) = [row for row in rows(file, impatient) if row.tries > 1]
    assert (again.name, again.state, again.strategy) == (
        "walk speed=1.1 patience=little",
        "solved",
        "warm start",
    )
    assert (again.tries, again.reason, again.has_attempt) == (2, "", False)
    assert again.start in {row.name for row in rows(file, impatient)}


def test_a_run_that_is_stopped_before_the_second_tries_is_resumed_with_them(impatient, file):
    """All but one are solved; that one has been tried from nothing."""
    generate(impatient, file, workers=LocalWorkers(1))
    (again,) = [row.name for row in rows(file, impatient) if row.tries > 1]
    with ClipStore(file) as store:
        store.delete(again)
        change = "UPDATE samples SET state = 'infeasible', tries = 1, start = '' WHERE name = ?"
        store.file.change(change, (again,))
    for stopped, counts in ((True, (5, 1, 0, 1)), (False, (6, 0, 0, 0))):
        tally = generate(
            impatient, file, workers=LocalWorkers(1), resume=True, cancelled=lambda stopped=stopped: stopped
        )
        assert (tally.solved, tally.infeasible, tally.cancelled, tally.again) == counts


def test_samples_with_free_timings_start_from_their_neighbours_too(file):
    pins = [Pin("root.tx", 0, 1, 0.0, 0.0), Pin("root.tz", 0, 1, 0.0, 0.0), Pin("root.tz", -2, -1, 1.0, 1.0)]
    free = AnimationTiming(1.0, 8, free=FreeLength(0.5, 2.0))
    ends = [Formula(f"constraints[3].{end}", "value") for end in ("lower", "upper")]
    space = ParameterSpace("flight", objectives=(Effort(),))
    space = space.add_dimension([[particle(1000.0), free, Gradient(), *pins]], "who")
    space = space.add_dimension(Range(1.0, 3.0, 1.0), "x", always=[Pin("root.tx", -2, -1, 0.0, 0.0), *ends])
    assert generate(space, file, workers=LocalWorkers(1)).solved == 3
    assert [row.start for row in rows(file, space)] == ["flight x=2", "", "flight x=2"]


def test_clips_of_several_characters_are_judged_from_the_store_alone(file):
    """Each clip carries its own character: some 600 bytes of it, 2 % of a walk's clip."""
    start = [Pin("root.tx", 0, 1, 0.0, 0.0), Pin("root.tz", 0, 1, 0.0, 0.0), Pin("root.tz", -2, -1, 0.0, 0.0)]
    end = [Pin("root.tx", -2, -1, 1.0, 1.0)]
    space = ParameterSpace("flight", objectives=(Effort(),))
    space = space.add_dimension([beast("Mouse", 0.02), beast("Horse", 500.0)], "who")
    space = space.add_dimension([[AnimationTiming(1.0, 8), *start, *end]], "how")
    assert generate(space, file, workers=LocalWorkers(1)).solved == 2
    judge = load_judge()
    with ClipStore(file) as store:
        for name, mass in (("Mouse", 0.02), ("Horse", 500.0)):
            (found,) = store.find(parameters={"who": name})
            clip = store.get(found)
            assert (clip.job.character.name, clip.job.character.mass) == (name, mass)
            assert store.about(found)["character"] == name
            assert clip.report.linear_residual < 1e-6
            assert judge.judge(to_motion_json(clip))["lin_res"]["rms_bw"] <= 1e-5


def beast(name: str, mass: float) -> Character:
    """A particle of that mass and a jet of 100 times its weight."""
    whole = particle(981.0 * mass)
    return replace(whole, name=name, bodies=(replace(whole.bodies[0], mass=mass),))


def test_any_executor_will_do(flights, file):
    with ThreadPoolExecutor(2) as executor:
        generate(flights(1.5), file, workers=ExecutorWorkers(executor, 2))
    assert [(row.state, row.reason) for row in rows(file, flights(1.5))] == [("solved", "")] * 9


def test_a_second_run_needs_resume_and_does_nothing_twice(flights, file):
    space = flights(3.0)
    generate(space, file, workers=LocalWorkers(1))
    before = rows(file, space)
    with pytest.raises(
        InputError, match=r"has the space 'flight', 4 of its 4 samples done; expected --resume"
    ):
        generate(space, file, workers=LocalWorkers(1))
    generate(space, file, workers=LocalWorkers(1), resume=True)
    assert rows(file, space) == before
    with pytest.raises(InputError, match="another space named 'flight'"):
        generate(flights(1.0), file, workers=LocalWorkers(1), resume=True)


def test_cancelling_keeps_what_is_done_and_resume_goes_on_from_it(flights, file, told_at_once):
    space, told, workers = flights(0.75), [], LocalWorkers(1)
    tally = generate(
        space, file, workers=workers, send=told.append,
        cancelled=lambda: any(isinstance(m, Tally) and m.solved > 3 for m in told),
    )  # fmt: skip
    assert 3 < tally.solved < 25
    assert tally.solved + tally.cancelled == 25
    kept = {row.name: row for row in rows(file, space) if row.state == "solved"}
    assert len(kept) == tally.solved
    tally = generate(space, file, workers=workers, resume=True)
    assert tally.solved == 25
    assert {row.name: row for row in rows(file, space) if row.name in kept} == kept
    assert sum(not row.start for row in rows(file, space)) == 1  # the resumed run starts from the old clips


def test_a_mistake_in_all_samples_is_told_before_anything_is_written(flights, file):
    bad = flights(1.0)
    bad = replace(bad, dimensions=bad.dimensions[1:])
    with pytest.raises(InputError, match="has no character"):
        generate(bad, file, workers=LocalWorkers(1))
    with ClipStore(file) as store:
        assert not SampleTable(store, bad.name).exists


def test_a_sample_that_makes_no_sense_fails_alone(flights, file):
    """The timing's formula asks for a negative frame rate at one value."""
    space = flights(3.0).add_dimension([8.0, -8.0], "rate", always=Formula("timing.fps", "value"))
    tally = generate(space, file, workers=LocalWorkers(1))
    assert (tally.solved, tally.failed) == (4, 4)
    reasons = {str(row.error) for row in rows(file, space) if row.state == "failed"}
    assert all(
        "job.timing.fps: expected more than 0 and at most 10000 frames per second" in reason
        for reason in reasons
    )


def test_a_sample_beyond_its_time_fails(walks, file):
    tally = generate(walks, file, workers=LocalWorkers(2), time_limit=1e-3)
    assert tally.failed == 6
    assert "took longer than 0.001 s" in rows(file, walks)[0].reason


def test_a_worker_that_dies_hurts_no_other_sample(walks, file, told_at_once):
    """Whoever is killed with it runs again."""
    killed = []

    def kill_one(message):
        if isinstance(message, Tally) and message.running == 2 and not killed:
            killed.append(next(iter(pools[-1]._processes)))
            os.kill(killed[0], signal.SIGKILL)

    pools = []

    class Watched(LocalWorkers):
        def open(self, loads):
            pools.append(super().open(loads))
            return pools[-1]

    tally = generate(walks, file, workers=Watched(2), send=kill_one)
    assert killed
    assert len(pools) == 2
    assert tally.solved == 6


def test_a_sample_that_kills_its_worker_fails_alone(flights):
    """Two tasks under way: one ends its process, the other answers."""
    space = flights(3.0)
    jobs = [space.sample(point).job for point in space.points()[:2]]
    scheduler = Scheduler(LocalWorkers(2), work, failed=failed, cancelled=cancelled, loads=WORKER)
    scheduler.begin(_deadly(SampleTask(0, jobs[0], None, "", 10.0)))
    scheduler.begin(SampleTask(1, jobs[1], None, "", 10.0))
    answers: list[Answer] = []
    while scheduler.is_busy:
        answers += scheduler.answers(1.0)
    scheduler.close()
    states = {answer.finished.index: answer.finished for answer in answers}
    assert states[0].state == "failed"
    assert "its process died" in states[0].reason
    assert states[1].state == "solved"


def test_a_sample_with_other_contacts_gets_its_neighbours_multipliers():
    """A lamp's leap whose heel lifts a frame earlier; without them it takes 16 iterations."""
    usual = lamp.job()
    frame = 1 / (lamp.LENGTH * lamp.FPS)
    (start, lasts), landing = lamp.STANCES
    earlier = ContactTiming("heel", ((start, lasts - frame), landing))
    other = replace(usual, contact_timings=(earlier, *usual.contact_timings[1:]))
    first = work(SampleTask(0, usual, None, "", 60.0))
    assert first.lead is not None
    second = work(SampleTask(1, other, (usual, first.lead), "0", 60.0))
    assert second.finished.state == SOLVED
    assert second.lead.structure != first.lead.structure
    assert second.finished.iterations <= 8


def test_continuation_grows_from_the_middle():
    places = np.linspace(0, 1, 5)[:, None]
    order = Continuation(places, waiting=np.ones(5, bool), solved=np.zeros(5, bool))
    assert order.next() == (2, None)
    order.solved(2)
    taken = [order.next(), order.next()]
    assert sorted(taken) == [(1, 2), (3, 2)]
    order.solved(3)
    assert order.next() == (4, 3)
    assert order.next() == (0, 2)
    assert not order.n_waiting


def test_an_infeasible_sample_is_tried_from_the_nearest_neighbours_first_and_thrice_at_most():
    places = np.array([0.0, 1.0, 2.0, 3.0, 4.0])[:, None]
    order = Continuation(places, waiting=np.zeros(5, bool), solved=np.array([1, 0, 0, 0, 0], bool))
    order.failed(2, 0)
    order.failed(3, 0)
    assert order.retries == []  # what they started from is all there is
    order.solved(4)
    assert (order.retries, order.retry_neighbor(2), order.retry_neighbor(3)) == ([3, 2], 4, 4)
    order.failed(2, 4)
    assert order.retries == [3]  # 4 is as far from 2 as 0 is, and neither leads there
    order.solved(3)
    assert (order.retries, order.retry_neighbor(2)) == ([2], 3)
    order.failed(2, 3)
    order.solved(1)
    assert order.retries == []


def test_a_resumed_run_knows_which_neighbours_led_nowhere():
    places, solved = np.array([0.0, 1.0, 2.0])[:, None], np.array([1, 0, 1], bool)
    for tries, again in ((1, [1]), (2, []), (3, [])):
        order = Continuation(places, waiting=np.zeros(3, bool), solved=solved)
        order.failed(1, 0, tries=tries)
        assert order.retries == again


def test_the_store_is_whole_afterwards(flights, file):
    generate(flights(1.5), file, workers=LocalWorkers(2))
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


class _Deadly:
    """A start that ends the process which unpacks it."""

    def __reduce__(self):
        return os._exit, (1,)


def _deadly(task: SampleTask) -> SampleTask:
    return replace(task, start=_Deadly())


def test_workers_may_be_a_number(walks, file):
    first = replace(walks, where="speed < 1.1 and turn < 0")
    assert generate(first, file, workers=1).solved == 1


@pytest.mark.parametrize(
    ("workers", "told"),
    [
        (0, "workers: expected a number of processes from 1, found 0"),
        (True, "workers: expected a number of processes from 1, found True"),
        ("two", "workers: expected a number of processes from 1, found 'two'"),
    ],
)
def test_workers_that_are_none(walks, file, workers, told):
    with pytest.raises(InputError, match=told):
        generate(walks, file, workers=workers)
    assert not file.exists()


def test_an_executor_needs_a_count(walks, file):
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(InputError, match=r"ExecutorWorkers\(executor, count\)"),
    ):
        generate(walks, file, workers=executor)
