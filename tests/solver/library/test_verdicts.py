"""Every edge of a graph is judged by its blend."""

from dataclasses import replace

import numpy as np
import pytest

from solver.job.cycle import Cycle
from solver.library.edges.blends import blends
from solver.library.edges.edge import Edge, Verdict
from solver.library.edges.judge_edges import judged
from solver.library.following import following
from solver.library.graph.build_graph import build_graph
from solver.library.graph.motion_graph import MotionGraph
from solver.library.posed import posed
from solver.motion.motion import Motion
from solver.motion.world_motion import WorldMotion
from solver.optimise.explanation import explain


def lacks(edge: Edge) -> tuple[float, float, float]:
    """Force, moment and slide."""
    assert edge.verdict is not None
    return edge.verdict.force, edge.verdict.moment, edge.verdict.slide


def test_the_judge_misses_nothing_where_a_solved_motion_goes_on(graph: MotionGraph) -> None:
    edges = [
        Edge(k, i, k, i, Cycle(), 0.0)
        for k, motion in enumerate(graph.motions)
        for i in range(motion.n_frames)
    ]
    rows = np.array([lacks(edge) for edge in judged(graph.motions, edges, graph.overlap)])
    assert rows.max(0) == pytest.approx(0, abs=1e-4)


def test_a_verdict_grows_with_what_the_best_forces_leave(graph: MotionGraph) -> None:
    rows = []
    for edge in graph.edges[:: max(len(graph.edges) // 15, 1)]:
        (shown,) = blends(graph.motions, (edge,), graph.overlap, at=np.arange(-1, graph.overlap + 1))
        bare = Motion(graph.motions[0].character, graph.step, shown.position[0], shown.orientation[0])
        motion = posed(bare.character, bare.coordinates, shown.touching[0], graph.step)
        best = explain(following("edge", motion, closeness=1.0), motion)
        total = np.hypot(best.linear, best.angular)[1:-1]
        rows.append((np.hypot(*lacks(edge)[:2]), np.sqrt((total**2).mean())))
    ours, best = np.array(rows).T
    assert np.corrcoef(ours, best)[0, 1] > 0.9
    assert ours.max() > 0.1


def test_a_foot_slides_as_far_as_the_blend_moves_it(graph: MotionGraph) -> None:
    edge = max(graph.edges, key=lambda each: lacks(each)[2])
    (shown,) = blends(graph.motions, (edge,), graph.overlap)
    posed_so = Motion(graph.motions[0].character, graph.step, shown.position[0], shown.orientation[0])
    contacts = posed_so.character.contacts
    ways = [
        np.linalg.norm(
            np.diff(posed_so.carried(posed_so.character.body_index(each.body), each.point)[:, :2], axis=0),
            axis=1,
        )
        for each in contacts
    ]
    inside = [
        float((way * (touches[1:] & touches[:-1])).sum())
        for way, touches in zip(ways, shown.touching[0].T, strict=True)
    ]
    assert max(inside) <= lacks(edge)[2] < max(inside) + 0.1  # the frames beside the window count, too
    assert lacks(edge)[2] > 0.05


def test_what_the_judge_refuses_connects_nothing(motions: dict[str, WorldMotion]) -> None:
    lenient = build_graph(motions, max_cost=0.25, limits=Verdict(9.0, 9.0, 9.0))
    strict = build_graph(motions, max_cost=0.25, limits=Verdict(0.05, 0.2, 0.1))
    assert lenient.refused == 0
    assert strict.refused > 0
    assert len(strict.edges) + strict.refused <= len(lenient.edges)
    assert all(edge.verdict and edge.verdict.is_within(Verdict(0.05, 0.2, 0.1)) for edge in strict.edges)
    assert strict.share <= lenient.share
    with pytest.raises(ValueError, match="not judged"):
        replace(lenient, edges=(replace(lenient.edges[0], verdict=None),))
