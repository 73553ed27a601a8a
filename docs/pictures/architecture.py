"""Draw the packages of add-on and solver and their imports, from the source, as docs/developer/architecture.svg.

.venv/bin/python -m docs.pictures.architecture
"""

import re
from collections.abc import Mapping
from html import escape

from scripts.environment import ROOT
from tests.support.imports import files, room_graph

PICTURES = ("architecture.svg",)
VALUES = ("Character", "Job", "Motion", "Problem", "Solution", "Clip")  # values that packages pass on
WIDTH, HEIGHT, ROW, GAP = 92, 34, 62, 44  # of a room, from row to row, between rooms [pixels]
SIDE, BORDER, MARGIN = (
    470,
    130,
    46,
)  # widths of the add-on and the solver, of what is between them, their heads
HEAD = (
    "<style>text{font:13px sans-serif;text-anchor:middle;fill:#222}.value{font-size:10px;font-style:italic}"
    "rect{rx:5px;fill:#eef2f7;stroke:#7a8aa0}.holds{fill:#fde9c8}.side{fill:#fff;stroke:#ccc}"
    "line{stroke:#9aa7b8}path{stroke:#c25b12;stroke-width:2;fill:none;marker-end:url(#tip)}</style>"
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
    '<polygon points="0,0 8,4 0,8" fill="#c25b12"/></marker>'
)


def draw() -> str:
    """The picture as SVG: the add-on on the left, the solver on the right, each package above those it imports."""
    sides = [room_graph("addon"), room_graph("solver")]
    tall = MARGIN + ROW * (1 + max(max(_heights(rooms).values()) for rooms in sides))
    words = [*_side(sides[0], "addon/ in Blender", 0, tall, {}), *_between(tall)]
    words += _side(sides[1], "solver/ in its own process", SIDE + BORDER, tall, _homes())
    size = f'viewBox="0 0 {2 * SIDE + BORDER} {tall}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{HEAD}\n' + "\n".join(words) + "\n</svg>\n"


def _heights(rooms: Mapping[str, set[str]]) -> dict[str, int]:
    """Level of each package: one above the highest package that it imports."""
    heights: dict[str, int] = {}
    while len(heights) < len(rooms):
        ready = [room for room in rooms if room not in heights and rooms[room] <= heights.keys()]
        heights |= {room: 1 + max((heights[below] for below in rooms[room]), default=-1) for room in ready}
    return heights


def _homes() -> dict[str, str]:
    """Package of the solver that defines each value."""
    return {
        path.relative_to(ROOT).parts[1]: value
        for value in VALUES
        for path in files("solver")
        if path.stem == value.lower()
        and re.search(rf"^class {value}\b", path.read_text(encoding="utf-8"), re.M)
    }


def _side(
    rooms: Mapping[str, set[str]], title: str, left: int, tall: int, values: Mapping[str, str]
) -> list[str]:
    heights, middles = _heights(rooms), dict[str, tuple[float, float]]()
    for height in sorted(set(heights.values())):
        row = sorted(room for room in rooms if heights[room] == height)
        row.sort(key=lambda room: sum(middles[o][0] for o in rooms[room]) / max(1, len(rooms[room])))
        first = left + SIDE / 2 - (len(row) - 1) * (WIDTH + GAP) / 2
        middles |= {
            room: (first + i * (WIDTH + GAP), tall - ROW * (height + 0.5)) for i, room in enumerate(row)
        }
    lines = [_line(middles[room], middles[below]) for room in rooms for below in sorted(rooms[room])]
    boxes = [box for room, middle in middles.items() for box in _box(room, middle, values.get(room, ""))]
    frame = f'<rect class="side" x="{left + 1}" y="1" width="{SIDE - 2}" height="{tall - 2}"/>'
    return [frame, f'<text x="{left + SIDE / 2}" y="22">{title}</text>', *lines, *boxes]


def _line(above: tuple[float, float], below: tuple[float, float]) -> str:
    start, end = above[1] + HEIGHT / 2, below[1] - HEIGHT / 2
    return f'<line x1="{above[0]:g}" y1="{start:g}" x2="{below[0]:g}" y2="{end:g}"/>'


def _box(room: str, middle: tuple[float, float], value: str) -> list[str]:
    x, y = middle
    place = f'x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}"'
    name = f'<text x="{x:g}" y="{y if value else y + 5:g}">{escape(room)}</text>'
    below = f'<text class="value" x="{x:g}" y="{y + 13:g}">{value}</text>'
    return [f'<rect {place} class="holds"/>', name, below] if value else [f"<rect {place}/>", name]


def _between(tall: int) -> list[str]:
    """Messages between the two processes."""
    here, there, middle, y = SIDE + 6, SIDE + BORDER - 6, SIDE + BORDER / 2, tall / 2
    words = ((-12, "request, job"), (44, "progress, clip"))
    arrows = f'<path d="M{here} {y}H{there}"/><path d="M{there} {y + 24}H{here}"/>'
    return [arrows, *(f'<text x="{middle:g}" y="{y + down:g}">{each}</text>' for down, each in words)]


if __name__ == "__main__":
    (ROOT / "docs/developer" / PICTURES[0]).write_text(draw(), encoding="utf-8")
