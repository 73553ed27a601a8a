"""Walks that are steered by speed and heading, and what leads to a speed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse.csgraph import dijkstra

from solver.arrays import Array
from solver.clip.clip import Clip
from solver.library.graph.frame_graph import frame_graph
from solver.library.graph.graph_file import save_graph
from solver.library.graph.motion_graph import MotionGraph
from solver.library.graph.player import Player
from solver.library.graph.tape import make_tape
from solver.library.graph.walks.departures import DepartureTable
from solver.library.graph.walks.route import walk
from solver.library.graph.walks.steered import Steering, steered_route
from solver.library.graph.walks.toward_speed import SpeedGoals
from tests.support.command import errors, run

SLOW = 0.6  # m/s, of one motion alone


@pytest.fixture(scope="module")
def roundabout(graph: MotionGraph) -> DepartureTable:
    """The graph, in which only a sharp turn leads to what is slow."""
    slow, sharp = graph.names.index("slow"), graph.names.index("turn 0.8")
    kept = tuple(each for each in graph.edges if each.target != slow or each.source in {slow, sharp})
    assert any(each.source == sharp and each.target == slow for each in kept)
    found = replace(graph, edges=kept)
    return DepartureTable(found, make_tape(found))


def velocity(places: Array, step: float, frames: int) -> complex:
    """Of the last frames [m/s]."""
    return complex(*(places[-1] - places[-1 - frames]) / (frames * step))


def test_times_to_a_speed_are_those_of_the_shortest_ways(roundabout: DepartureTable) -> None:
    graph, slow = roundabout.graph, roundabout.graph.names.index("slow")
    toward = SpeedGoals(roundabout, near=0.1).toward(SLOW)
    assert np.flatnonzero(toward.fits).tolist() == [slow]
    back = frame_graph(graph.motions, graph.edges, graph.overlap).T.tocsr()
    until = dijkstra(back, indices=np.flatnonzero(roundabout.motion == slow), min_only=True)
    landing = roundabout.tape.landing[: len(graph.edges)]
    assert toward.seconds[:-1] == pytest.approx(until[landing] * graph.step, abs=1e-9)
    assert toward.seconds[-1] == np.inf


def test_a_player_reaches_a_speed_over_motions_that_go_elsewhere(roundabout: DepartureTable) -> None:
    player = Player(roundabout, goals=SpeedGoals(roundabout, near=0.1))
    ahead = np.array([player.step()[0][0, :2] for _ in range(60)])
    assert abs(velocity(ahead, roundabout.graph.step, 20)) == pytest.approx(1.3, abs=0.1)
    player.steer(SLOW, 0.0)
    places = np.array([player.step()[0][0, :2] for _ in range(200)])
    assert abs(velocity(places, roundabout.graph.step, 48)) == pytest.approx(SLOW, abs=0.05)


def test_a_steered_walk_goes_where_it_is_told_from_the_origin_on(ways: DepartureTable) -> None:
    steering = [Steering(6.0, 1.3, -1.0), Steering(0.0, 1.3, 1.0)]
    places = walk(ways.graph, ways.tape, steered_route(ways, 14.0, steering)).motion.position[:, 0, :2]
    assert np.linalg.norm(places[0]) < 0.1
    step = ways.graph.step
    assert np.angle(velocity(places[: round(6 / step)], step, 40)) == pytest.approx(1.0, abs=0.5)
    assert np.angle(velocity(places, step, 40)) == pytest.approx(-1.0, abs=0.5)


def test_a_walk_is_steered_from_the_command_line(graph: MotionGraph, tmp_path: Path) -> None:
    save_graph(graph, tmp_path / "graph.json")
    order = (
        "walk",
        tmp_path / "graph.json",
        "--out",
        tmp_path,
        "--steer",
        0,
        1,
        0,
        "--steer",
        2,
        1,
        1.5,
        "--clip",
    )
    assert run(*order, "--seconds", 5)[0] == 0
    assert Clip.load(tmp_path / "clip.npz").motion.seconds == pytest.approx(5.0, abs=0.5)
    for more, told in (((), "found neither"), (("--through", 1, 1), "--steer needs --seconds")):
        code, messages = run(*order, *more)
        assert code == 2
        assert told in str(errors(messages)[0])
