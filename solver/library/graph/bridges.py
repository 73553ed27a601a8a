"""Physical transitions between motions that no edge connects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ...errors import InputError
from ...messages import Sink, Status
from ...motion.world_motion import WorldMotion
from ..edges.edge import LIMITS, Verdict
from ..transition.crossing import why_nowhere
from ..transition.join import transition
from .build_graph import MOST, OVERLAP, build_graph
from .motion_graph import MotionGraph
from .windows import windows


@dataclass(frozen=True)
class Failed:
    """A bridge that was not found.

    Attributes:
        source: name of the source motion.
        target: name of the target motion.
        reason: for the failure.
    """

    source: str
    target: str
    reason: str


def build_connected(
    motions: Mapping[str, WorldMotion],
    *,
    fps: float | None = None,
    overlap: float = OVERLAP,
    max_cost: float = MOST,
    limits: Verdict = LIMITS,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[MotionGraph, tuple[Failed, ...]]:
    """The motion graph of motions, with physical transitions to and from those that it would otherwise drop.

    A bridge is a motion like the others: frames of its source, a solved transition, frames of its target. Its edges to
    both cost nothing, because they share frames.

    For arguments see ``build_graph``; between transitions, ``cancelled`` may stop it.

    Raises:
        InputError: see ``build_graph``.
    """
    connected, failed, tried = dict(motions), [], set()
    graph = build_graph(connected, fps=fps, overlap=overlap, max_cost=max_cost, limits=limits)
    while not cancelled():
        lost = [name for name in motions if name not in tried and _is_lost(graph, name)]
        if not lost:
            break
        name, near = _nearest(graph, lost)
        tried.add(name)
        for source, target in ((near, name), (name, near)):
            send(Status(f"Bridge from '{source}' to '{target}'"))
            try:
                bridge = _bridge(graph, source, target, cancelled)
            except InputError as error:
                failed.append(Failed(source, target, str(error)))
                continue
            if bridge is None:
                failed.append(Failed(source, target, "no physical transition was found"))
            else:
                connected[f"{source} to {target}"] = bridge
        graph = build_graph(connected, fps=fps, overlap=overlap, max_cost=max_cost, limits=limits)
    dropped = tuple(each for each in graph.dropped if each.name in motions)  # bridges have loose ends
    return replace(graph, dropped=dropped), tuple(failed)


def _is_lost(graph: MotionGraph, name: str) -> bool:
    """Whether no frame of a motion is in the graph although it is long enough for a bridge."""
    index = graph.names.index(name)
    motion = graph.motions[index]
    is_long = motion.cycle is not None or motion.n_frames > graph.overlap
    return is_long and not graph.included[index].any()


def _nearest(graph: MotionGraph, lost: list[str]) -> tuple[str, str]:
    """The lost motion nearest to one in the graph, and the latter."""
    pairs = windows(graph.motions, graph.overlap)
    index = [graph.names.index(name) for name in lost]
    lost_windows = np.flatnonzero(np.isin(pairs.motion, index))
    others = np.flatnonzero(
        np.isin(pairs.motion, [k for k, flags in enumerate(graph.included) if flags.any()])
    )
    cost = pairs.costs(lost_windows)[:, others]
    i, j = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return graph.names[pairs.motion[lost_windows[i]]], graph.names[pairs.motion[others[j]]]


def _bridge(
    graph: MotionGraph, source: str, target: str, cancelled: Callable[[], bool]
) -> WorldMotion | None:
    """A transition with as many frames of both motions as its edges to them share.

    Raises:
        InputError: one of them is too short.
    """
    a, b = (graph.motions[graph.names.index(name)] for name in (source, target))
    beside = graph.overlap
    why = why_nowhere(a, b, before=beside, beyond=beside, names=(f"'{source}'", f"'{target}'"))
    if why:
        raise InputError(why)
    bridge = transition(a, b, before=beside, beyond=beside, name=f"{source} to {target}", cancelled=cancelled)
    if not bridge.clip.provenance.solved:
        return None
    return bridge.joined(a, b, before=beside + 1, beyond=beside + 1)
