"""Walks, and the motion graph that they make."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.clip.clip import Clip
from solver.job.job import Job
from solver.library.graph.build_graph import build_graph
from solver.library.graph.motion_graph import MotionGraph
from solver.library.graph.tape import make_tape
from solver.library.graph.walks.departures import DepartureTable
from solver.motion.world_motion import WorldMotion
from tests.support.solved_once import Solved

TURNS = (-0.8, -0.4, 0.0, 0.4, 0.8)


@pytest.fixture(scope="session")
def slow(walk: Callable[..., Job], solved: Solved) -> Clip:
    """A slow walk straight ahead, at the same frame rate as the others."""
    return solved(walk(24, speed=0.9, length=1.2))


@pytest.fixture(scope="session")
def clips(walk: Callable[..., Job], solved: Solved) -> dict[str, Clip]:
    """Walks straight ahead and around corners, and a slow one."""
    found = {f"turn {yaw:g}": solved(replace(walk(yaw=yaw), name=f"turn {yaw:g}")) for yaw in TURNS}
    return found | {"slow": solved(replace(walk(24, speed=0.6, length=1.2), name="slow"))}


@pytest.fixture(scope="session")
def motions(clips: dict[str, Clip]) -> dict[str, WorldMotion]:
    return {name: clip.motion for name, clip in clips.items()}


@pytest.fixture(scope="session")
def graph(motions: dict[str, WorldMotion]) -> MotionGraph:
    return build_graph(motions, max_cost=0.25)


@pytest.fixture(scope="session")
def ways(graph: MotionGraph) -> DepartureTable:
    return DepartureTable(graph, make_tape(graph))
