"""A strongly connected motion graph."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Flags
from ...motion.world_motion import WorldMotion
from ..edges.edge import Edge


@dataclass(frozen=True)
class DroppedMotion:
    """A motion that is not, or not completely, in the graph.

    Attributes:
        name: of the motion.
        share: fraction of its frames that is left out.
        reason: for leaving it out.
    """

    name: str
    share: float
    reason: str


@dataclass(frozen=True, eq=False)
class MotionGraph:
    """The largest part of a graph in which every frame leads to every other.

    Attributes:
        names: of the motions.
        motions: of one character and one step, including dropped ones.
        edges: in the order of their source motions and frames.
        included: for each motion, (N,) which frames are in the graph.
        overlap: frames that the motions of an edge share.
        paces: for each motion, its speed relative to the original before resampling to the graph's frame rate.
        dropped: motions that are not completely in the graph.
        refused: number of edges refused for the errors of their blends.

    Raises:
        ValueError: an edge is not judged.
    """

    names: tuple[str, ...]
    motions: tuple[WorldMotion, ...]
    edges: tuple[Edge, ...]
    included: tuple[Flags, ...]
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
        """Fraction of all frames that is in the graph."""
        return float(np.mean(np.concatenate(self.included)))
