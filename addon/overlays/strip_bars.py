"""Contacts on the timeline as bars with labels, in pixels. Pure geometry."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ..strips.lane import BOTH, GIVEN, POLISHED, SEARCHED, Lane
from ..strips.view import GAP, Strips, View
from .drawing import TOP, Colour, Drawing, faces
from .shown import Touches

COLOURS: dict[str, Colour] = {  # by timing; distinct from the stripe's colors
    GIVEN: (0.36, 0.54, 0.78, 0.85),
    POLISHED: (0.20, 0.66, 0.66, 0.85),
    SEARCHED: (0.62, 0.44, 0.80, 0.85),
    BOTH: (0.82, 0.42, 0.66, 0.85),
}
FAINT = 0.4  # factor on the opacity of uncertain bars
OVER_KEYS = 0.8  # factor on the opacity of bars over keys
BACK: Colour = (0.0, 0.0, 0.0, 0.30)  # behind the motion's frames
EDGE: Colour = (1.0, 1.0, 1.0, 0.55)  # draggable ends of bars
SOLVED: Colour = (1.0, 0.95, 0.75, 1.0)  # contacts of the solved motion
EDGE_WIDTH, LINE = 1.5, 2.5  # points
LETTER = 10.0  # points
LEGIBLE = 8.0  # points; lower lanes have no labels
MARGIN = 4.0  # points, left of labels
Rectangle = tuple[float, float, float, float, Colour]  # left, bottom, right, top


@dataclass(frozen=True)
class Label:
    """Text with its position and size in pixels."""

    text: str
    left: float
    base: float
    size: float


def strip_bars(strips: Strips, touches: Touches, view: View) -> Drawing:
    """All lanes: backgrounds, a bar for each phase, and thin lines for contacts of the solved motion."""
    solved = dict(touches)
    rectangles: list[Rectangle] = []
    for number, lane in enumerate(strips.lanes):
        base, gap = view.base(number, len(strips.lanes)), GAP * view.height
        start, end = view.across(strips.first), view.across(strips.first + lane.steps)
        rectangles.append((start, base + 0.5, end, base + view.height - 0.5, BACK))
        rectangles += _bars(lane, strips.first, view, base + gap, base + view.height - gap)
        line = base + gap, base + gap + min(LINE * view.scale, 0.3 * view.height)
        for first, last in solved.get(lane.name, ()):
            rectangles.append((view.across(first), line[0], view.across(last), line[1], SOLVED))
    return _filled([each for each in rectangles if each[2] > 0 and each[0] < view.width])


def frame_line(frame: float, count: int, view: View) -> Drawing:
    """Line at the current frame across a number of lanes."""
    across, half = view.across(frame), EDGE_WIDTH * view.scale / 2
    top = view.bottom + count * view.height
    return _filled([(across - half, view.bottom, across + half, top, EDGE)])


def labels(strips: Strips, words: Mapping[str, str], view: View) -> Iterator[Label]:
    """Labels at the left edge: each contact's name, and its kind of timing unless fixed."""
    if view.height < LEGIBLE * view.scale:
        return
    size = min(LETTER * view.scale, 0.8 * view.height)
    for number, lane in enumerate(strips.lanes):
        text = lane.name if lane.timing == GIVEN else f"{lane.name}: {words[lane.timing]}"
        base = view.base(number, len(strips.lanes)) + (view.height - 0.7 * size) / 2
        yield Label(text, MARGIN * view.scale, base, size)


def _bars(lane: Lane, first: float, view: View, bottom: float, top: float) -> Iterator[Rectangle]:
    edge = EDGE_WIDTH * view.scale
    for piece in lane.pieces:
        left, right = view.across(first + piece.start), view.across(first + piece.end)
        red, green, blue, opacity = COLOURS[lane.timing]
        opacity *= 1.0 if lane.phases[piece.phase].is_sure else FAINT
        opacity *= 1.0 if view.keys is None else OVER_KEYS
        yield left, bottom, right, top, (red, green, blue, opacity)
        if piece.begins:
            yield left, bottom, min(left + edge, right), top, EDGE
        if piece.ends:
            yield max(right - edge, left), bottom, right, top, EDGE


def _filled(rectangles: list[Rectangle]) -> Drawing:
    """Rectangles as two triangles each, later ones on top."""
    if not rectangles:
        return Drawing()
    ends = np.array([each[:4] for each in rectangles])
    points = np.zeros((len(ends), 4, 3))
    points[..., 0], points[..., 1] = ends[:, [0, 2, 2, 0]], ends[:, [1, 1, 3, 3]]
    triangles = np.array([(0, 1, 2), (0, 2, 3)]) + 4 * np.arange(len(ends))[:, None, None]
    colours = np.repeat([each[4] for each in rectangles], 4, axis=0)
    return faces(points.reshape(-1, 3), colours, triangles, TOP)
