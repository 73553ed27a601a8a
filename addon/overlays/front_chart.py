"""Chart of a front in the corner of the 3D view, in pixels. Pure geometry."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from ...solver.arrays import Array
from ..explore.front_points import Dot
from .drawing import TOP, Colour, Drawing, discs, fan, together
from .strip_bars import Label

LEFT, BOTTOM, WIDTH, HEIGHT = 24.0, 64.0, 240.0, 150.0  # of the chart [points]
INSIDE = 22.0  # margin for text inside its edges [points]
DOT, CHOSEN_DOT, LINE, REACH = 4.5, 6.5, 1.5, 12.0  # [points]
LETTER = 11.0  # points
BACK: Colour = (0.0, 0.0, 0.0, 0.45)
WAY: Colour = (1.0, 1.0, 1.0, 0.35)
NATURAL: Colour = (0.25, 0.62, 0.90, 1.0)
HELPED: Colour = (0.92, 0.50, 0.22, 1.0)
CHOSEN: Colour = (1.0, 1.0, 1.0, 1.0)


def chart_drawing(dots: Sequence[Dot], scale: float) -> Drawing:
    """Background, dots of the motions, and lines between them in the order of the quantity.

    Args:
        dots: in any order; at least one.
        scale: pixels per point.
    """
    places, order = _places(dots, scale), np.argsort([dot.level for dot in dots], kind="stable")
    corners = _rectangle(LEFT, BOTTOM, LEFT + WIDTH, BOTTOM + HEIGHT) * scale
    way = [_stroke(places[a], places[b], LINE * scale) for a, b in pairwise(order)]
    radii = np.array([CHOSEN_DOT if dot.is_chosen else DOT for dot in dots]) * scale
    rims = discs(places, radii + scale, np.array([CHOSEN if dot.is_chosen else BACK for dot in dots]))
    colours = np.array([HELPED if dot.has_help else NATURAL for dot in dots])
    return together(
        [
            fan(corners, BACK),
            *(fan(stroke, WAY) for stroke in way),
            rims,
            discs(places, radii, colours, layer=TOP),
        ]
    )


def chart_labels(dots: Sequence[Dot], quantity: str, effort: str, scale: float) -> Iterator[Label]:
    """Range of the quantity, and the ratio of the highest to the lowest effort.

    Args:
        dots: at least one.
        quantity: name of the quantity.
        effort: translated word for effort.
        scale: pixels per point.
    """
    size, left = LETTER * scale, (LEFT + 6) * scale
    low, high = min(dot.level for dot in dots), max(dot.level for dot in dots)
    yield Label(f"{quantity} {low:.3g} – {high:.3g}", left, (BOTTOM + 6) * scale, size)
    costs = [dot.cost for dot in dots]
    yield Label(
        f"{effort} × {max(costs) / max(min(costs), 1e-9):.2f}", left, (BOTTOM + HEIGHT - 15) * scale, size
    )


def dot_under(dots: Sequence[Dot], x: float, y: float, scale: float) -> int:
    """Number, from 1, of the dot under the mouse at pixel (x, y) of the view; 0 if none."""
    if not dots:
        return 0
    away = np.linalg.norm(_places(dots, scale)[:, :2] - (x, y), axis=1)
    nearest = int(np.argmin(away))
    return nearest + 1 if away[nearest] <= REACH * scale else 0


def _places(dots: Sequence[Dot], scale: float) -> Array:
    """Positions (D, 3) of dots [pixels]."""
    across = LEFT + INSIDE + (WIDTH - 2 * INSIDE) * _share([dot.level for dot in dots])
    up = BOTTOM + INSIDE + (HEIGHT - 2 * INSIDE) * _share([dot.cost for dot in dots])
    return np.asarray(np.stack([across, up, np.zeros(len(dots))], 1) * scale)


def _share(values: Sequence[float]) -> Array:
    """Values (D,) scaled from 0, lowest, to 1, highest; 0.5 if all are equal."""
    low, high = min(values), max(values)
    return np.full(len(values), 0.5) if high == low else (np.array(values) - low) / (high - low)


def _rectangle(left: float, bottom: float, right: float, top: float) -> Array:
    return np.array([(left, bottom, 0), (right, bottom, 0), (right, top, 0), (left, top, 0)], float)


def _stroke(start: Array, end: Array, width: float) -> Array:
    """Corners (4, 3) of a straight line with a width."""
    along = end - start
    side = np.array([-along[1], along[0], 0.0]) * width / 2 / max(float(np.linalg.norm(along)), 1e-9)
    return np.array([start - side, end - side, end + side, start + side])
