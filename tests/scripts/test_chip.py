"""McIntosh's spaces: as many samples as in his chapter 5, and a few of them solved, judged and told."""

import math
from dataclasses import replace

import pytest

from examples.chip_spaces import SORE, his_chip, walk_run_turn
from scripts.chip.__main__ import SETS, entry_of
from scripts.chip.generation import Generation, Unsolved, generate_all
from scripts.chip.verdict import Verdict, judge_store
from solver.mechanics.tree import Tree
from solver.space import Point, Points
from solver.store.clip_store import ClipStore
from solver.store.sample_table import INFEASIBLE


def only(*values):
    return Points((Point(values),))


def test_as_many_as_he_has():
    assert Tree(his_chip()).n == 22
    counts = {name: [len(space.points()) for space in spaces] for name, spaces in SETS.items()}
    assert counts == {"set36": [24, 4, 8], "set72": [48, 8, 16], "tight": [20]}
    runs = [p for p in walk_run_turn().points() if walk_run_turn().named(p)[1]["speed"] == 3.0]
    assert len(runs) == 7


def test_turns_go_along_their_circle():
    """A walk of 1 m/s that turns at 2 rad/s goes round a circle of half a metre."""
    space = walk_run_turn()
    (point,) = replace(space, sampling=only("Chip", "walk", 2.0)).points()
    job = space.sample(point).job
    turned, chord = job.cycle.yaw, math.hypot(*job.cycle.translation)
    assert turned == pytest.approx(2.0 * job.timing.length)
    assert chord / (2 * math.sin(turned / 2)) == pytest.approx(0.5)


def test_a_limp_is_solved_judged_and_told(tmp_path):
    """Straight ahead, by the command itself."""
    walk = replace(walk_run_turn(is_limping=True), sampling=only("Chip", "walk", 0.0, "limping"))
    made = generate_all([walk], tmp_path / "clips.sqlite", workers=1)
    told = entry_of(made, judge_store(tmp_path / "clips.sqlite"))
    assert (told["solved"], told["infeasible"], told["failed"], told["workers"]) == (1, 0, 0, 1)
    assert told["processor_seconds"] > 0.1
    assert told["seconds"] > 0.1
    with ClipStore(tmp_path / "clips.sqlite") as store:
        clip = store.get("WalkRunTurn-Cyclic speed=walk turn=0 injury=limping")
    sore = clip.motion.contact_forces[:, 1, 2]
    assert sore.max() <= SORE * 9.81 * his_chip().mass + 0.1
    assert told["judge"]["clips"] == 1
    assert told["judge"]["refused"] == ()


def test_what_has_no_motion_is_counted_with_its_reason():
    tight = Unsolved("tight", INFEASIBLE, "'L_foot' pushes 222 N beyond its friction", 1.0)
    told = entry_of(Generation(2.0, 3.0, 2, {"run": 7, "spin": 4}, (tight,)), Verdict(0, 0.0, 0.0, ()))
    assert (told["seconds"], told["solved"], told["infeasible"], told["workers"]) == (2.0, 11, 1, 2)
    assert told["unsolved"][0]["reason"] == tight.reason
