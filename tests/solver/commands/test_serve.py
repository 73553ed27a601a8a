"""A solver that stays does orders from its stdin and names each in its answers."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.commands.request import CompareRequest, EchoRequest, LiveRequest, SolveRequest
from solver.commands.serve import Cancel, Order, Perform
from solver.job.constraints.stay import Stay
from solver.job.job import AnimationTiming, SolverOptions
from solver.job.timings import CmaEs, FreeLength
from solver.messages import (
    EXIT_BAD_INPUT,
    EXIT_CANCELLED,
    EXIT_NO_SOLUTION,
    EXIT_SOLVED,
    Compared,
    Done,
    Error,
    Iterate,
    Progress,
    Status,
    addressed,
)
from tests.support.command import COMMAND, LIMIT, ROOT, Begun
from tests.support.hop import hop


class Served:
    """A solver that stays, and what it has said of each order."""

    def __init__(self, *options):
        """With options that are about the process, it is none of the tests' own."""
        self.process = (
            subprocess.Popen(
                [*COMMAND, "serve", *options], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            if options
            else Begun("serve")
        )
        self._lines, self._about = queue.SimpleQueue(), defaultdict(list)  # messages of each order
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self._lines.put(addressed(line.decode()))

    def order(self, order):
        self.write(json.dumps(Order(order).to_json()))

    def write(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def said(self):
        return self._lines.get(timeout=LIMIT)

    def ended(self, id):
        """Give what is said of an order up to its last word; others' words wait until they are asked for."""
        about_it = self._about[id]
        while not about_it or not isinstance(about_it[-1], Done):
            about, message = self.said()
            self._about[about].append(message)
        return self._about.pop(id)


@pytest.fixture
def served():
    started = []

    def start(*options):
        started.append(Served(*options))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.wait()
        each.process.stdin.close()
        each.process.stdout.close()


@pytest.fixture
def solving(tmp_path, flight):
    """Give an order to solve a job in a folder of its own."""

    def order(id, job=None, supersedes=""):
        folder = tmp_path / id
        folder.mkdir()
        (job or flight()).save(folder / "job.json")
        return Perform(id, str(folder), SolveRequest("job.json", "out"), supersedes)

    return order


@pytest.fixture
def endless(walk):
    """Give a job that is not solved before it is cancelled."""
    return replace(walk(), timing=AnimationTiming(1.0, 400.0), options=SolverOptions(max_iterations=100_000))


def test_orders_are_done_one_after_another(served, solving, tmp_path):
    solver = served()
    for id in ("1", "2"):
        solver.order(solving(id))
    for id in ("1", "2"):
        messages = solver.ended(id)
        assert messages[-1].exit_code == EXIT_SOLVED
        assert any(isinstance(message, Progress) for message in messages)
        assert Clip.load(tmp_path / id / messages[-1].clip).provenance.solved
    solver.process.stdin.close()
    assert solver.process.wait(LIMIT) == 0
    assert solver.said() == ("", Done(0))


def test_what_a_plain_solve_needs_is_loaded_before_any_order_and_nothing_heavy(tmp_path):
    """To load scipy.optimize takes as long as to find a walk, and all of cyipopt would load it."""
    hop().save(tmp_path / "job.json")
    order = Order(Perform("1", str(tmp_path), SolveRequest("job.json", "out")))
    command = (sys.executable, "-X", "importtime", *COMMAND[1:], "serve")
    with (tmp_path / "imports.txt").open("w+") as imports:
        with subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=imports
        ) as solver:
            solver.stdin.write(json.dumps(order.to_json()).encode() + b"\n")
            solver.stdin.flush()
            messages = (addressed(line.decode())[1] for line in solver.stdout)
            done = next(message for message in messages if isinstance(message, Done))
            solver.stdin.close()
        imports.seek(0)
        loaded = [line.split("|")[-1].strip() for line in imports if line.startswith("import time:")]
    assert done.exit_code == EXIT_SOLVED
    assert loaded[-1] == "solver.analysis.missing_force"  # before the order is taken
    heavy = (
        "sympy",
        "cma",
        "scipy.optimize",
        "scipy.interpolate",
        "scipy.stats",
        "scipy.spatial",
        "http.client",
    )
    assert not set(heavy) & set(loaded)


def test_what_has_begun_is_cancelled_and_the_next_goes_on(served, solving, endless):
    solver = served()
    solver.order(solving("1", endless))
    while not isinstance(solver.said()[1], Progress):
        pass
    solver.order(Cancel("1"))
    solver.order(solving("2"))
    assert solver.ended("1")[-1].exit_code == EXIT_CANCELLED
    assert solver.ended("2")[-1].exit_code == EXIT_SOLVED


def test_what_is_superseded_makes_way_whether_it_has_begun_or_not(served, solving, endless):
    solver = served()
    solver.order(solving("1", endless))
    solver.order(solving("2", endless))
    solver.order(solving("3", supersedes="2"))
    assert solver.ended("2") == [Done(EXIT_CANCELLED)]
    solver.order(solving("4", supersedes="1"))
    assert solver.ended("1")[-1].exit_code == EXIT_CANCELLED
    assert solver.ended("3")[-1].exit_code == EXIT_SOLVED
    assert solver.ended("4")[-1].exit_code == EXIT_SOLVED


def test_edits_follow_each_other_and_the_newest_supersedes(served, solving, walk, tmp_path):
    """Each goes on from the last one's motion; the first is solved as any job."""
    solver = served()

    def edit(id, speed, supersedes=""):
        order = solving(id, walk(10, speed=speed), supersedes)
        solver.order(replace(order, command=LiveRequest("job.json", "out")))

    edit("1", 1.3)
    assert solver.ended("1")[-1].exit_code == EXIT_SOLVED
    edit("2", 1.31)
    edit("3", 1.32, supersedes="2")
    edit("4", 1.33, supersedes="3")
    passed = {id: solver.ended(id) for id in ("2", "3", "4")}
    for id in ("2", "3"):
        assert passed[id][-1] == Done(EXIT_CANCELLED)
        assert len(passed[id]) == 1 or any(isinstance(message, Iterate) for message in passed[id])
    assert any(isinstance(message, Iterate) for message in passed["4"])
    clip = Clip.load(tmp_path / "4" / passed["4"][-1].clip)
    assert (clip.provenance.solved, clip.provenance.strategy) == (True, "live edit")


def test_a_solve_that_shares_the_last_ones_problem_finds_what_a_fresh_one_does(
    served, solving, walk, tmp_path
):
    solver = served()
    for id, speed in (("1", 1.3), ("2", 1.4)):
        solver.order(solving(id, walk(10, speed=speed)))
        *_, done = solver.ended(id)
        assert done.exit_code == EXIT_SOLVED
    shared, fresh = Clip.load(tmp_path / "2" / done.clip), animate(walk(10, speed=1.4))
    np.testing.assert_array_equal(shared.q, fresh.q)


@pytest.mark.parametrize(
    ("edit", "strategy"),
    [
        (
            lambda job: replace(job, constraints=(Stay("torso", (-9.0, -9.0, 0.0), (9.0, 9.0, 9.0)),)),
            "live edit",
        ),
        (lambda job: replace(job, cycle=replace(job.cycle, translation=(1.4, 0.0, 0.0))), "live edit"),
        (lambda job: replace(job, timing=AnimationTiming(0.95, 10 / 0.95)), "live edit"),
        (lambda job: replace(job, timing=AnimationTiming(1.2, 10.0)), "warm start"),  # 12 frames
    ],
    ids=["place", "speed", "length", "more frames"],
)
def test_the_first_edit_of_a_solved_motion_goes_on_from_it(served, solving, walk, tmp_path, edit, strategy):
    solver = served()
    solver.order(solving("1", walk(10)))
    assert solver.ended("1")[-1].exit_code == EXIT_SOLVED
    solver.order(replace(solving("2", edit(walk(10))), command=LiveRequest("job.json", "out")))
    clip = Clip.load(tmp_path / "2" / solver.ended("2")[-1].clip)
    assert (clip.provenance.solved, clip.provenance.strategy) == (True, strategy)


def test_the_motion_of_an_edit_is_compared_with_a_solve_from_scratch(served, solving, walk):
    solver = served()

    def compare(id):
        solver.order(replace(solving(id, walk()), command=CompareRequest(time_limit=60.0)))
        return solver.ended(id)

    error, done = compare("1")
    assert done == Done(EXIT_BAD_INPUT)
    assert "no edit" in error.text
    for k, speed in enumerate((1.3, 1.31)):
        solver.order(replace(solving(f"edit{k}", walk(speed=speed)), command=LiveRequest("job.json", "out")))
        assert solver.ended(f"edit{k}")[-1].exit_code == EXIT_SOLVED
    *_, compared, done = compare("2")
    assert done == Done(EXIT_SOLVED)
    assert compared.is_same
    assert compared.saved == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize(
    ("this", "other", "saved", "is_same"),
    [
        (2.0, 1.5, 0.25, False),
        (1.5, 2.0, -0.25, False),
        (1.0, 1.00009, -0.00009, True),
        (-1.0, -1.2, 0.2 / 1.2, False),
        (0.0, 0.0, 0.0, True),
    ],
)
def test_a_comparison_says_what_the_other_motion_saves(this, other, saved, is_same):
    compared = Compared.costs(this, other)
    assert compared.saved == pytest.approx(saved, rel=1e-3)
    assert compared.is_same == is_same


def test_an_edit_without_a_motion_tells_why_and_leaves_no_clip(served, solving, walk):
    solver = served()
    beyond = replace(walk(10), constraints=(Stay("torso", (-9.0, -9.0, 5.0), (9.0, 9.0, 6.0)),))
    for id, job in (("1", walk(10)), ("2", beyond)):
        solver.order(replace(solving(id, job), command=LiveRequest("job.json", "out")))
    assert solver.ended("1")[-1].exit_code == EXIT_SOLVED
    *_, error, done = solver.ended("2")
    assert done == Done(EXIT_NO_SOLUTION)
    assert error.text.startswith("no motion follows the edit: 'torso' misses its target")


def test_free_timings_are_searched_once_and_edits_keep_them(served, solving, walk, tmp_path):
    solver = served()

    def edit(id, speed):
        job = walk(10, speed=speed)
        free = replace(job.timing, free=FreeLength(0.9, 1.2))
        free = replace(job, timing=free, timing_search=CmaEs(population=4, generations=1))
        solver.order(replace(solving(id, free), command=LiveRequest("job.json", "out")))
        *_, done = solver.ended(id)
        assert done.exit_code == EXIT_SOLVED
        return Clip.load(tmp_path / id / done.clip)

    found, edited = edit("1", 1.3), edit("2", 1.31)
    assert found.provenance.timings is not None
    assert edited.provenance.strategy == "live edit"
    assert edited.job.timing == found.job.timing
    assert edited.job.cycle.translation[0] == pytest.approx(1.31 * found.job.timing.length)
    solver.order(replace(solving("3"), command=CompareRequest(time_limit=60.0)))
    *_, compared, done = solver.ended("3")
    assert done == Done(EXIT_SOLVED)
    assert compared.saved == pytest.approx(0.0, abs=1e-2)  # another length, hardly better


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "an order is not JSON"),
        ("[]", "order: expected"),
        ('{"order": {"kind": "dance"}}', "order.order"),
        ('{"order": {"kind": "cancel"}}', "the field 'id' is missing"),
    ],
)
def test_a_bad_order_is_told_and_the_next_is_done(served, tmp_path, line, told):
    solver = served()
    solver.write(line)
    about, error = solver.said()
    assert about == ""
    assert isinstance(error, Error)
    assert told in error.text
    solver.order(Perform("1", str(tmp_path), EchoRequest("still there")))
    assert solver.ended("1")[0] == Status("still there")


def test_bad_input_names_what_is_wrong_and_the_next_is_done(served, tmp_path):
    solver = served()
    solver.order(Perform("1", str(tmp_path / "nowhere"), EchoRequest("?")))
    error, done = solver.ended("1")
    assert f"'{tmp_path / 'nowhere'}' cannot be used: No such file or directory" in error.text
    assert done == Done(EXIT_BAD_INPUT)
    solver.order(Perform("2", str(tmp_path), SolveRequest("job.json", "out")))
    assert "the job file 'job.json' cannot be read" in solver.ended("2")[0].text
    solver.order(Perform("3", str(tmp_path), EchoRequest("still there")))
    assert solver.ended("3")[0] == Status("still there")


def test_it_ends_when_nothing_is_ordered_for_a_while(served):
    solver = served("--idle", "0.1")
    assert solver.process.wait(LIMIT) == 0


def test_the_end_of_whoever_ordered_ends_it(served, solving, endless):
    solver = served()
    solver.order(solving("1", endless))
    while not isinstance(solver.said()[1], Progress):
        pass
    solver.process.stdin.close()
    assert solver.process.wait(LIMIT) == 0


def test_a_killed_one_leaves_no_lines_half_said(served, solving, endless):
    solver = served()
    solver.order(solving("1", endless))
    while not isinstance(solver.said()[1], Progress):
        pass
    os.kill(solver.process.pid, signal.SIGKILL)
    assert solver.process.wait(LIMIT) == -signal.SIGKILL
