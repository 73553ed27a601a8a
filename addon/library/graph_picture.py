"""A motion graph as a picture: motions around a circle, and lines with widths by the number of edges.

Arrays only.
"""

from collections import Counter

import numpy as np

from ...solver.arrays import Array
from ...solver.library.graph.motion_graph import MotionGraph
from ..result.preview_picture import SIZE as LARGEST
from ..result.preview_picture import picture_of

SIZE, FINE = 512, 2  # pixels, and oversampling of lines
RADIUS = 0.5 - 0.5 * LARGEST / SIZE  # of the circle, relative to the picture
SAMPLES = 400  # per line
WIDEST = 5.0  # pixels, of the line with the most edges
LINE = 0.8, 0.8, 0.8, 0.45  # RGBA
LEFT_OUT = 0.3  # opacity of motions that are not in the graph


def picture_of_graph(graph: MotionGraph) -> Array:
    """RGBA (SIZE, SIZE, 4), bottom row first, premultiplied, with transparent background."""
    count = len(graph.motions)
    angle = np.pi / 2 - 2 * np.pi * np.arange(count) / count  # clockwise from the top
    places = SIZE * (0.5 + RADIUS * np.column_stack([np.cos(angle), np.sin(angle)]))
    picture = np.zeros((SIZE, SIZE, 4))
    picture[..., :3], picture[..., 3] = LINE[:3], LINE[3] * _lines(graph, places)
    smaller = int(np.ceil(LARGEST * count / (2 * np.pi * RADIUS * SIZE)))  # so that neighbors stay apart
    for k, place in enumerate(places):
        small = picture_of(graph.motions[k])
        edge = LARGEST // smaller
        small = (
            small[: edge * smaller, : edge * smaller].reshape(edge, smaller, edge, smaller, 4).mean((1, 3))
        )
        small[..., 3] *= 1.0 if graph.included[k].any() else LEFT_OUT
        left, bottom = np.clip(np.rint(place - edge / 2).astype(int), 0, SIZE - edge)
        _put(picture[bottom : bottom + edge, left : left + edge], small)
    picture[..., :3] *= picture[..., 3:]
    return picture


def targets_of(graph: MotionGraph) -> dict[str, tuple[tuple[str, int], ...]]:
    """Targets of each motion's edges with their counts, the most first."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for k, name in enumerate(graph.names):
        counts = Counter(edge.target for edge in graph.edges if edge.source == k and edge.target != k)
        found[name] = tuple((graph.names[target], many) for target, many in counts.most_common())
    return found


def _lines(graph: MotionGraph, places: Array) -> Array:
    """Coverage (SIZE, SIZE) of each pixel by lines, which are bent toward the middle."""
    ways = Counter(
        (min(e.source, e.target), max(e.source, e.target)) for e in graph.edges if e.source != e.target
    )
    cover, most = np.zeros((SIZE * FINE, SIZE * FINE)), max(ways.values(), default=1)
    along = np.linspace(0, 1, SAMPLES)[:, None]
    for (a, b), many in ways.items():
        line = (1 - along) ** 2 * places[a] + along * (1 - along) * SIZE + along**2 * places[b]
        across = np.gradient(line, axis=0)[:, ::-1] * [-1, 1]
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
        half = max(FINE * WIDEST * many / most, 1.0) / 2
        for off in np.arange(-half, half + 0.5, 0.7):
            column, row = np.rint(FINE * line + off * across).astype(int).clip(0, SIZE * FINE - 1).T
            cover[row, column] = 1.0
    return np.asarray(cover.reshape(SIZE, FINE, SIZE, FINE).mean((1, 3)))


def _put(below: Array, above: Array) -> None:
    """Composites a picture (H, W, 4) over another one, in place."""
    share = above[..., 3:]
    opacity = share + below[..., 3:] * (1 - share)
    mixed = above[..., :3] * share + below[..., :3] * below[..., 3:] * (1 - share)
    below[..., :3] = mixed / np.maximum(opacity, 1e-9)
    below[..., 3:] = opacity
