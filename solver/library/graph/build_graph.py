"""Finds the edges between motions and the largest strongly connected part."""

from collections.abc import Mapping, Sequence
from statistics import median_low

import numpy as np
from scipy.sparse.csgraph import connected_components

from ...arrays import Array, Flags
from ...errors import InputError
from ...job.cycle import Cycle
from ...motion.world_motion import WorldMotion
from ..edges.edge import LIMITS, Edge, Verdict
from ..edges.judge_edges import judged
from ..resampled import resampled
from ..transition.crossing import require_alike
from .frame_graph import frame_graph
from .frames import first_frames, landing
from .motion_graph import DroppedMotion, MotionGraph
from .windows import Windows, windows

OVERLAP = 0.25  # s during which one motion fades into the other
MOST = 0.15  # m; maximum cost of an edge


def build_graph(
    motions: Mapping[str, WorldMotion],
    *,
    fps: float | None = None,
    overlap: float = OVERLAP,
    max_cost: float = MOST,
    limits: Verdict = LIMITS,
) -> MotionGraph:
    """The motion graph of motions.

    Args:
        motions: by name, of one character.
        fps: frames per second of the graph; None: the motions' median. Others are resampled.
        overlap: time during which motions fade into each other [s].
        max_cost: maximum cost of an edge [m].
        limits: of the errors of blends; every edge is judged, before connectivity is determined.

    Raises:
        InputError: there is no motion, the motions differ in character, or no part is strongly connected.
    """
    if not motions:
        raise InputError("expected at least one motion, found none")
    step = 1 / fps if fps else median_low(motion.step for motion in motions.values())
    names, resampled_motions = tuple(motions), list[WorldMotion]()
    for name, motion in motions.items():
        try:
            resampled_motions.append(resampled(motion, step))
            require_alike(resampled_motions[0], resampled_motions[-1])
        except InputError as error:
            raise InputError(error.words, field=f"motions['{name}']") from error
        if motion.cycle is not None and motion.cycle.translation[2]:
            raise InputError("a motion graph needs level ground", field=f"motions['{name}']")
    length = max(round(overlap / step), 1)
    pairs = windows(resampled_motions, length)
    found = judged(resampled_motions, _edges(pairs, resampled_motions, max_cost), length)
    edges, refused = (
        tuple(edge for edge in found if (edge.verdict is not None and edge.verdict.is_within(limits)) is fits)
        for fits in (True, False)
    )
    kept = _kept(resampled_motions, edges, length)
    if not any(flags.any() for flags in kept):
        raise InputError(
            f"no motion continues endlessly over edges of at most {max_cost:g} m; allow more, or add a cycle"
        )
    reasons = _reasons(names, resampled_motions, edges, refused, kept, pairs, max_cost)
    paces = tuple(
        before.seconds / after.seconds if after.cycle is not None else 1.0
        for before, after in zip(motions.values(), resampled_motions, strict=True)
    )
    inside = tuple(edge for edge in edges if _is_inside(edge, kept, resampled_motions, length))
    return MotionGraph(names, tuple(resampled_motions), inside, kept, length, paces, reasons, len(refused))


def _edges(pairs: Windows, motions: Sequence[WorldMotion], max_cost: float) -> tuple[Edge, ...]:
    first, second, cost = pairs.minima(max_cost)
    target = pairs.motion[second]
    open_ends = np.array([m.n_frames if m.cycle is None else np.iinfo(np.int64).max for m in motions])
    leads_on = pairs.frame[second] + pairs.length < open_ends[target]
    first, second, cost = first[leads_on], second[leads_on], cost[leads_on]
    turn, shift = pairs.moves(first, second)
    rows = zip(
        pairs.motion[first].tolist(), pairs.frame[first].tolist(), pairs.motion[second].tolist(),
        pairs.frame[second].tolist(), shift.tolist(), np.angle(turn).tolist(), cost.tolist(), strict=True,
    )  # fmt: skip
    edges = [Edge(a, i, b, j, Cycle((s.real, s.imag, 0.0), yaw), c) for a, i, b, j, s, yaw, c in rows]
    return tuple(sorted(edges, key=lambda edge: (edge.source, edge.leaves, edge.cost)))


def _kept(motions: Sequence[WorldMotion], edges: Sequence[Edge], length: int) -> tuple[Flags, ...]:
    """For each motion, the frames in the largest strongly connected part."""
    graph = frame_graph(motions, edges, length)
    _, part = connected_components(graph, connection="strong")
    row, column = graph.nonzero()
    size = np.bincount(part)
    leads_on = np.zeros(len(size), bool)
    leads_on[part[row[part[row] == part[column]]]] = True
    largest = int(np.argmax(size * leads_on))
    is_in = (part == largest) & leads_on[largest]
    return tuple(np.split(is_in, first_frames(motions)[1:-1]))


def _is_inside(edge: Edge, included: Sequence[Flags], motions: Sequence[WorldMotion], length: int) -> bool:
    ends = (
        included[edge.source][edge.leaves],
        included[edge.target][landing(edge, motions[edge.target], length)],
    )
    return all(map(bool, ends))


def _reasons(
    names: Sequence[str],
    motions: Sequence[WorldMotion],
    edges: Sequence[Edge],
    refused: Sequence[Edge],
    included: Sequence[Flags],
    pairs: Windows,
    max_cost: float,
) -> tuple[DroppedMotion, ...]:
    """The dropped part of each motion, with reasons."""
    dropped = []
    for k, (name, motion, flags) in enumerate(zip(names, motions, included, strict=True)):
        if flags.all():
            continue
        if flags.any():
            reason = "nothing leads there, or nothing leads on from there"
        elif motion.cycle is None and motion.n_frames < 2 * pairs.length:
            reason = f"it has {motion.n_frames} frames; to be entered and left again takes {2 * pairs.length}"
        else:
            reason = (
                _lacking(k, edges, included)
                + _refused(k, refused, included)
                + _nearest(pairs, k, included, max_cost)
            )
        dropped.append(DroppedMotion(name, float(1 - flags.mean()), reason))
    return tuple(dropped)


def _lacking(motion: int, edges: Sequence[Edge], included: Sequence[Flags]) -> str:
    """Direction in which a motion lacks edges to the graph, as a sentence."""
    into = any(edge.target == motion and included[edge.source].any() for edge in edges)
    out = any(edge.source == motion and included[edge.target].any() for edge in edges)
    lacking = [words for words, is_there in (("into it", into), ("out of it", out)) if not is_there]
    return f"no edge {' or '.join(lacking)}" if lacking else "its edges do not lead there and back"


def _refused(motion: int, refused: Sequence[Edge], included: Sequence[Flags]) -> str:
    """Number of edges to and from the graph that were refused for their blends, as a sentence."""
    ends = [{edge.source, edge.target} - {motion} for edge in refused if motion in (edge.source, edge.target)]
    count = sum(any(included[other].any() for other in each) for each in ends)
    return f"; refused as sliding or lacking too much: {count}" if count else ""


def _nearest(pairs: Windows, motion: int, included: Sequence[Flags], max_cost: float) -> str:
    """Cost of the cheapest pair with a motion in the graph, as a sentence."""
    of_motion = np.flatnonzero(pairs.motion == motion)
    others = np.isin(pairs.motion, [k for k, flags in enumerate(included) if flags.any()])
    if not len(of_motion) or not others.any():
        return ""
    least: Array = pairs.costs(of_motion)[:, others]
    return f"; the nearest place costs {least.min():.2g} m, and {max_cost:g} m is allowed"
