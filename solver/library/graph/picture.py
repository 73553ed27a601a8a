"""A drawing of a motion graph: motions on a circle, with the number of edges between them."""

import math
from collections import Counter
from html import escape

from .motion_graph import MotionGraph

SIZE, RADIUS, MARGIN = 900, 300, 200  # pixels; the margin is for names
DOT = 6.0, 18.0  # pixels, of the shortest and the longest motion
WIDEST = 8.0  # pixels, of the line of the most edges
INSIDE, OUTSIDE, WAY = "#2a78c8", "#b0b0b0", "#555555"


def picture(graph: MotionGraph) -> str:
    """An SVG file: dot sizes show the length of motions, line widths the number of edges; dropped ones are gray."""
    longest = max(motion.seconds for motion in graph.motions)
    edge_counts = Counter(
        tuple(sorted((edge.source, edge.target))) for edge in graph.edges if edge.source != edge.target
    )
    most = max(edge_counts.values(), default=1)
    lines = [
        _line(_place(graph, a), _place(graph, b), WIDEST * count / most)
        for (a, b), count in sorted(edge_counts.items())
    ]
    dots = [
        _dot(graph, k, DOT[0] + (DOT[1] - DOT[0]) * motion.seconds / longest)
        for k, motion in enumerate(graph.motions)
    ]
    width = SIZE + 2 * MARGIN
    header = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} 0 {width} {SIZE}" font-family="sans-serif">'
    ground = f'<rect x="{-MARGIN}" width="{width}" height="{SIZE}" fill="white"/>'
    return "\n".join([header, ground, *lines, *dots, "</svg>"]) + "\n"


def _place(graph: MotionGraph, motion: int, radius: float = RADIUS) -> tuple[float, float]:
    angle = 2 * math.pi * motion / len(graph.motions) - math.pi / 2
    return SIZE / 2 + radius * math.cos(angle), SIZE / 2 + radius * math.sin(angle)


def _line(start: tuple[float, float], end: tuple[float, float], width: float) -> str:
    """A line bent towards the middle, to distinguish it from its neighbors."""
    (a, b), (c, d), middle = start, end, SIZE / 2
    return (
        f'<path d="M{a:.1f} {b:.1f} Q{middle} {middle} {c:.1f} {d:.1f}" fill="none" stroke="{WAY}" '
        f'stroke-opacity="0.5" stroke-width="{width:.2f}"/>'
    )


def _dot(graph: MotionGraph, motion: int, size: float) -> str:
    x, y = _place(graph, motion)
    at, level = _place(graph, motion, RADIUS + DOT[1] + 8)
    side = "start" if at > SIZE / 2 + 1 else "end" if at < SIZE / 2 - 1 else "middle"
    color = INSIDE if graph.included[motion].any() else OUTSIDE
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{color}"/>'
        f'<text x="{at:.1f}" y="{level + 5:.1f}" text-anchor="{side}" font-size="15">'
        f"{escape(graph.names[motion])}</text>"
    )
