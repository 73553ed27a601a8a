"""Selects the crossing whose blend is most physical."""

from collections.abc import Sequence

import numpy as np

from ...motion.world_motion import WorldMotion
from ..edges.edge import Edge
from ..edges.judge_edges import judged
from .crossing import Crossing

NEARNESS = 2.0  # body weights per meter of distance between frames


def best_explained(a: WorldMotion, b: WorldMotion, places: Sequence[Crossing]) -> Crossing:
    """The crossing with near frames and a small missing wrench of the blend (``judge_edges``).

    Args:
        a: source motion.
        b: target motion.
        places: candidates of one overlap; the first of equals is returned.
    """
    edges = [Edge(0, place.leaves, 1, place.enters, place.move, place.cost) for place in places]
    found = judged((a, b), edges, places[0].overlap)
    lacks = [np.hypot(edge.verdict.force, edge.verdict.moment) for edge in found if edge.verdict]
    return places[int(np.argmin(np.array(lacks) + NEARNESS * np.array([place.cost for place in places])))]
