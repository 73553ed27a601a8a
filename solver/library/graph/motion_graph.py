"""Motions and the ways over between them, of which every one leads on."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Flags
from ...motion.world_motion import WorldMotion
from ..edges.edge import Edge


@dataclass(frozen=True)
class DroppedMotion:
    """A motion of which nothing, or not all, is in the graph.

    Attributes:
        name: of the motion.
        share: of its frames that is left out.
        reason: why.
    """

    name: str
    share: float
    reason: str


@dataclass(frozen=True, eq=False)
class MotionGraph:
    """The largest part of a graph in which every frame leads to every other.

    Attributes:
        names: of the motions.
        motions: of one character and one step; those that are left out, too.
        edges: ways over, in the order of the motions and frames that they leave.
        kept: of each motion, (N,) which frames are in the graph.
        overlap: frames that the motions of an edge share.
        paces: of each motion, how much faster it is than it was before it was brought to the graph's frame rate.
        dropped: what is left out.
        refused: edges whose blends lack too much.

    Raises:
        ValueError: an edge is not judged.
    """

    names: tuple[str, ...]
    motions: tuple[WorldMotion, ...]
    edges: tuple[Edge, ...]
    kept: tuple[Flags, ...]
    overlap: int
    paces: tuple[float, ...]
    dropped: tuple[DroppedMotion, ...]
    refused: int = 0

    def __post_init__(self) -> None:
        if any(edge.verdict is None for edge in self.edges):
            raise ValueError("an edge of a motion graph is not judged")

    @property
    def step(self) -> float:
        """Between frames [s]."""
        return self.motions[0].step

    @property
    def share(self) -> float:
        """Of all frames that is in the graph."""
        return float(np.mean(np.concatenate(self.kept)))
