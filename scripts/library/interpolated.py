"""Do motions halfway between two others connect a graph, as McIntosh (2011, section 4.3) adds them? Beside bridges."""

import itertools
from dataclasses import astuple, replace
from typing import Any

import numpy as np

from solver.clip.clip import Clip
from solver.job.cycle import Cycle
from solver.library.edges.edge import Edge
from solver.library.edges.judge_edges import judged
from solver.library.graph.bridges import build_connected
from solver.library.graph.build_graph import OVERLAP, build_graph
from solver.library.graph.motion_graph import MotionGraph
from solver.library.posed import posed
from solver.library.resampled import resampled
from solver.motion.world_motion import WorldMotion

MOST = (0.08, 0.15)  # m that an edge may cost
ALIKE = 0.9  # share of contacts that agree


def interpolation(clips: list[Clip]) -> dict[str, Any]:
    """Graphs of clips alone, with all motions halfway between two of them, and with bridges.

    Args:
        clips: cycles of one character.
    """
    known = {clip.name: clip.motion for clip in clips if clip.motion.cycle is not None}
    between = {
        f"{a} and {b}": found
        for a, b in itertools.combinations(known, 2)
        if (found := halfway(known[a], known[b])) is not None
    }
    told: dict[str, Any] = {"clips": len(known), "halfway": len(between), "halfway_lack": _lacks(between)}
    for most in MOST:
        alone, more = build_graph(known, most=most), build_graph(known | between, most=most)
        bridged, _ = build_connected(known, most=most)
        told[f"at {most:g} m"] = {
            "alone": _row(alone, known), "interpolated": _row(more, known), "bridged": _row(bridged, known),
        }  # fmt: skip
    return told


def halfway(a: WorldMotion, b: WorldMotion) -> WorldMotion | None:
    """The cycle of the mean of coordinates and of transforms; None where contacts are too different."""
    assert a.cycle is not None
    assert b.cycle is not None
    count = round((a.n_frames + b.n_frames) / 2)
    own, other = (resampled(each, each.seconds / count) for each in (a, b))
    if (own.contact_active == other.contact_active).mean() < ALIKE:
        return None
    q, p = (replace(each, cycle=None, heading=()).coordinates for each in (own, other))
    translation = np.add(a.cycle.translation, b.cycle.translation) / 2
    cycle = Cycle((float(translation[0]), float(translation[1]), 0.0), (a.cycle.yaw + b.cycle.yaw) / 2)
    touching = own.contact_active.astype(bool) & other.contact_active.astype(bool)
    return posed(a.character, (q + p) / 2, touching, (a.seconds + b.seconds) / (2 * count), cycle=cycle)


def _lacks(motions: dict[str, WorldMotion]) -> dict[str, list[float]]:
    """Force, moment and slide of every window of motions: median and nine of ten."""
    rows = []
    for motion in motions.values():
        edges = [Edge(0, i, 0, i, Cycle(), 0.0) for i in range(motion.n_frames)]
        rows += [
            astuple(each.verdict)
            for each in judged([motion], edges, round(OVERLAP / motion.step))
            if each.verdict
        ]
    return dict(
        zip(("median", "nine of ten"), np.percentile(rows, [50, 90], axis=0).round(4).tolist(), strict=True)
    )


def _row(graph: MotionGraph, known: dict[str, WorldMotion]) -> dict[str, float]:
    kept = np.concatenate(graph.kept[: len(known)])
    frames = sum(motion.n_frames for motion in graph.motions)
    return {"frames": frames, "edges": len(graph.edges), "kept_share": float(kept.mean())}
