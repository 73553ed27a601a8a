"""What is no motion graph, or cannot become one or a walk through one, and how that is told."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.presets.arm import planar_arm
from solver.library.graph.bridges import build_connected
from solver.library.graph.build_graph import build_graph
from solver.library.graph.graph_file import load_graph, save_graph
from solver.library.graph.motion_graph import MotionGraph
from solver.library.graph.walks.departures import DepartureTable
from solver.library.graph.walks.random_walk import random_route
from solver.library.posed import posed
from solver.library.resampled import resampled
from solver.mechanics.tree import Tree
from solver.motion.pieces import piece
from solver.motion.world_motion import WorldMotion


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(schema_version=9), "has version 9, expected 2; build it again"),
        (lambda data: data.pop("edges"), "'edges' is missing"),
        (lambda data: data["edges"][0].update(source=99), "expected a motion from 0 to"),
        (lambda data: data["edges"][0].update(leaves=-1), "expected a frame from 0 to"),
        (lambda data: data["edges"][0].update(shift=[0.0, 0.0, 1.0]), "level ground, found a rise of 1 m"),
        (lambda data: data.update(motions=[]), "expected at least one motion"),
        (lambda data: data.update(overlap=0), "overlap"),
        (lambda data: data.update(step=-0.1), "step"),
        (lambda data: data["motions"][0].update(position=[[1]]), r"motions\[0\]\.position: expected N x"),
        (lambda data: data["motions"][0]["position"][0][0].__setitem__(0, float("nan")), "expected numbers"),
        (lambda data: data["motions"][0]["orientation"][0].__setitem__(0, [0, 0, 0, 0]), "unit quaternions"),
        (lambda data: data["motions"][0].update(kept=[True]), r"motions\[0\]\.kept: expected"),
        (lambda data: data["motions"][0].update(touching=3), r"motions\[0\]\.touching"),
        (lambda data: data["motions"][0].update(cycle=None), "lead nowhere|expected a frame|ends with"),
    ],
)
def test_a_damaged_graph_is_refused(
    graph: MotionGraph, tmp_path: Path, change: Callable[[dict[str, object]], object], told: str
) -> None:
    file = tmp_path / "graph.json"
    save_graph(graph, file)
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))
    with pytest.raises(InputError, match=told):
        load_graph(file)


def test_another_document_is_no_graph(clips: dict[str, Clip], tmp_path: Path) -> None:
    clips["slow"].job.save(tmp_path / "job.json")
    with pytest.raises(InputError, match=r"job\.json' is no motion graph"):
        load_graph(tmp_path / "job.json")


def test_motions_shorter_than_an_overlap_lead_nowhere(motions: dict[str, WorldMotion]) -> None:
    short = {name: piece(motion, 0, 3) for name, motion in motions.items()}
    with pytest.raises(InputError, match="no motion continues endlessly"):
        build_graph(short)
    graph, failed = build_connected({"turn 0": motions["turn 0"], "short": short["slow"]})
    assert not failed
    assert [(dropped.name, dropped.share) for dropped in graph.dropped] == [("short", 1.0)]
    assert graph.dropped[0].reason == "it has 3 frames; to be entered and left again takes 10"


def test_a_walk_that_does_not_fit_into_memory_is_refused(ways: DepartureTable) -> None:
    with pytest.raises(InputError, match=r"a walk of 1e\+08 s has .* frames of .* bodies; at most"):
        random_route(ways, 1e8)


def test_a_walk_of_no_length_is_refused(ways: DepartureTable) -> None:
    with pytest.raises(InputError, match=r"a walk of 0\.1 s has too few frames at 20 per second; expected 3"):
        random_route(ways, 0.1)


def test_motions_of_another_rate_are_resampled_and_told(motions: dict[str, WorldMotion]) -> None:
    fine = resampled(motions["slow"], motions["slow"].step / 3)
    assert fine.n_frames == 3 * motions["slow"].n_frames
    assert np.allclose(fine.position[::3], motions["slow"].position, atol=1e-4)
    graph = build_graph({"fine": fine, "turn 0": motions["turn 0"], "turn 0.4": motions["turn 0.4"]})
    assert {motion.n_frames for motion in graph.motions} == {20, 24}
    assert graph.paces == pytest.approx((1.0, 1.0, 1.0))
    assert build_graph({"fine": fine, "turn 0": motions["turn 0"]}).step == fine.step
    with pytest.raises(InputError, match=r"motions\['fine'\]: 1.2 s have too few frames at 2 per second"):
        build_graph({"fine": fine}, fps=2.0)


def test_motions_of_other_bodies_are_refused(motions: dict[str, WorldMotion]) -> None:
    arm = planar_arm()
    still = posed(arm, np.zeros((9, Tree(arm).n)), np.zeros((9, 0), bool), motions["slow"].step)
    with pytest.raises(InputError, match="expected motions of 'Chip'"):
        build_graph({"slow": motions["slow"], "arm": still})
    with pytest.raises(InputError, match="found none"):
        build_graph({})
