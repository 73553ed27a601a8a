"""Finds the ways over between motions, and the part of them in which every one leads on."""

from collections.abc import Mapping, Sequence

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
from .motion_graph import Dropped, MotionGraph
from .windows import Windows, windows

OVERLAP = 0.25  # s, during which one motion fades into the other
MOST = 0.15  # m, that an edge may cost


def build_graph(
    motions: Mapping[str, WorldMotion],
    *,
    fps: float | None = None,
    overlap: float = OVERLAP,
    most: float = MOST,
    limits: Verdict = LIMITS,
) -> MotionGraph:
    """The motion graph of some motions.

    Args:
        motions: by name, of one character.
        fps: frames per second of the graph; None: as most motions have. Others are resampled.
        overlap: time during which motions fade into each other [s].
        most: that an edge may cost [m].
        limits: what its blend may lack; each edge is judged, before it is known what is connected.

    Raises:
        InputError: there is no motion, they differ in character, or nothing leads on for ever.
    """
    if not motions:
        raise InputError("expected at least one motion, found none")
    step = 1 / fps if fps else float(np.median([motion.step for motion in motions.values()]))
    names, own = tuple(motions), [resampled(motion, step) for motion in motions.values()]
    for name, motion in zip(names, own, strict=True):
        try:
            require_alike(own[0], motion)
        except InputError as error:
            raise InputError(error.words, field=f"motions['{name}']") from error
        if motion.cycle is not None and motion.cycle.translation[2]:
            raise InputError("a motion graph needs level ground", field=f"motions['{name}']")
    length = max(round(overlap / step), 1)
    pairs = windows(own, length)
    found = judged(own, _edges(pairs, own, most), length)
    edges = tuple(edge for edge in found if edge.verdict and edge.verdict.is_within(limits))
    kept = _kept(own, edges, length)
    if not any(flags.any() for flags in kept):
        raise InputError(
            f"no motion continues endlessly over edges of at most {most:g} m; allow more, or add a cycle"
        )
    reasons = _reasons(names, own, edges, kept, pairs, most)
    paces = tuple(
        before.seconds / after.seconds if after.cycle is not None else 1.0
        for before, after in zip(motions.values(), own, strict=True)
    )
    inside = tuple(edge for edge in edges if _is_inside(edge, kept, own, length))
    refused = len(found) - len(edges)
    return MotionGraph(names, tuple(own), inside, kept, length, paces, reasons, refused)


def _edges(pairs: Windows, motions: Sequence[WorldMotion], most: float) -> tuple[Edge, ...]:
    first, second, cost = pairs.minima(most)
    target = pairs.motion[second]
    open_ends = np.array([m.n_frames if m.cycle is None else np.iinfo(np.int64).max for m in motions])
    leads_on = pairs.frame[second] + pairs.length < open_ends[target]
    first, second, cost = first[leads_on], second[leads_on], cost[leads_on]
    turn, shift = pairs.moves(first, second)
    rows = zip(
        pairs.motion[first].tolist(), pairs.frame[first].tolist(), pairs.motion[second].tolist(),
        pairs.frame[second].tolist(), shift.tolist(), np.angle(turn).tolist(), cost.tolist(), strict=True,
    )  # fmt: skip
    found = [Edge(a, i, b, j, Cycle((s.real, s.imag, 0.0), yaw), c) for a, i, b, j, s, yaw, c in rows]
    return tuple(sorted(found, key=lambda edge: (edge.source, edge.leaves, edge.cost)))


def _kept(motions: Sequence[WorldMotion], edges: Sequence[Edge], length: int) -> tuple[Flags, ...]:
    """Of each motion, which frames belong to the largest part whose frames lead to each other."""
    graph = frame_graph(motions, edges, length)
    _, part = connected_components(graph, connection="strong")
    row, column = graph.nonzero()
    size = np.bincount(part)
    leads_on = np.zeros(len(size), bool)
    leads_on[part[row[part[row] == part[column]]]] = True
    largest = int(np.argmax(size * leads_on))
    is_in = (part == largest) & leads_on[largest]
    return tuple(np.split(is_in, first_frames(motions)[1:-1]))


def _is_inside(edge: Edge, kept: Sequence[Flags], motions: Sequence[WorldMotion], length: int) -> bool:
    ends = kept[edge.source][edge.leaves], kept[edge.target][landing(edge, motions[edge.target], length)]
    return all(map(bool, ends))


def _reasons(
    names: Sequence[str],
    motions: Sequence[WorldMotion],
    edges: Sequence[Edge],
    kept: Sequence[Flags],
    pairs: Windows,
    most: float,
) -> tuple[Dropped, ...]:
    """What is left out of each motion, and why."""
    found = []
    for k, (name, flags) in enumerate(zip(names, kept, strict=True)):
        if flags.all():
            continue
        share = float(1 - flags.mean())
        if flags.any():
            found.append(Dropped(name, share, "nothing leads there, or on from there"))
            continue
        into, out = (
            any(one == k and kept[other].any() for one, other in ends)
            for ends in (
                [(edge.target, edge.source) for edge in edges],
                [(edge.source, edge.target) for edge in edges],
            )
        )
        lacking = [word for word, is_there in (("into it", into), ("out of it", out)) if not is_there]
        reason = f"no edge {' or '.join(lacking)}" if lacking else "its edges do not lead there and back"
        found.append(Dropped(name, share, reason + _nearest(pairs, k, kept, most)))
    return tuple(found)


def _nearest(pairs: Windows, motion: int, kept: Sequence[Flags], most: float) -> str:
    """What the cheapest pair with a motion that is in the graph costs."""
    own = np.flatnonzero(pairs.motion == motion)
    others = np.isin(pairs.motion, [k for k, flags in enumerate(kept) if flags.any()])
    if not len(own) or not others.any():
        return ""
    least: Array = pairs.costs(own)[:, others]
    return f"; the nearest place costs {least.min():.2g} m, and {most:g} m is allowed"
