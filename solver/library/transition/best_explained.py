"""Of several places for a transition, the one whose blend forces explain best."""

from collections.abc import Sequence

import numpy as np

from ...motion.world_motion import WorldMotion
from ..edges.edge import Edge
from ..edges.judge_edges import judged
from .crossing import Crossing

NEARNESS = 2.0  # body weights that a meter between the frames of both counts for


def best_explained(a: WorldMotion, b: WorldMotion, places: Sequence[Crossing]) -> Crossing:
    """The place whose frames are near and where the ground gives most of the wrench that the blend asks for.

    What it does not give is the verdict on an edge (``judge_edges``): inverse dynamics of all bodies at once.

    Args:
        a: that is left.
        b: that is entered.
        places: of one overlap; the first of equals counts.
    """
    edges = [Edge(0, place.leaves, 1, place.enters, place.move, place.cost) for place in places]
    found = judged((a, b), edges, places[0].overlap)
    lacks = [np.hypot(edge.verdict.force, edge.verdict.moment) for edge in found if edge.verdict]
    return places[int(np.argmin(np.array(lacks) + NEARNESS * np.array([place.cost for place in places])))]
