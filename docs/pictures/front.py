"""Draw the front of natural and supernatural jumps, from the results of `make explore` in out/explore/more.json.

.venv/bin/python -m docs.pictures.front [--out DIR] [--folder DIR]
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.environment import ROOT
from solver.explore.supernatural import NATURAL

PICTURES = ("front.svg",)
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 60, 20, 30, 50  # pixels
NATURE, BEYOND = "#2a7ab0", "#d0622a"
ROUND = 0.2  # spacing of the grid's lines [m] and in cost
Measured = tuple[float, float, float]  # level [m], cost, and help [N s] of a point


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.pictures.front", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "out", metavar="DIR", help="folder that contains explore/"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "docs/measurements/explore", metavar="DIR")
    options = parser.parse_args(arguments)
    results = json.loads((options.out / "explore" / "more.json").read_text("utf-8"))
    points = [tuple(point) for point in results["fronts"]["supernatural"]["points_m_cost_Ns"]]
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / PICTURES[0]).write_text(drawn(points), encoding="utf-8")
    return 0


def drawn(points: Sequence[Measured]) -> str:
    """The front as SVG: natural points in blue, those with help in orange with their newton seconds."""
    levels, costs = [point[0] for point in points], [point[1] for point in points]
    low, high, most = min(levels), max(levels), max(costs)

    def at(level: float, cost: float) -> tuple[float, float]:
        x = LEFT + (level - low) / (high - low) * (WIDTH - LEFT - RIGHT)
        return x, HEIGHT - BOTTOM - cost / most * (HEIGHT - TOP - BOTTOM)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for k in range(int(low / ROUND) + 1, int(high / ROUND) + 1):
        x, y = at(k * ROUND, 0)
        lines.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{k * ROUND:.1f} m</text>')
    for k in range(int(most) + 1):
        x, y = at(low, k)
        lines.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{k}</text>')
    ends = [at(level, cost) for level, cost, _ in points]
    lines.append(
        f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in ends)}" fill="none" stroke="#888"/>'
    )
    for (_, _, impulse), (x, y) in zip(points, ends, strict=True):
        color = NATURE if impulse < NATURAL else BEYOND
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>')
        if impulse >= NATURAL:
            lines.append(
                f'<text x="{x - 8:.1f}" y="{y - 6:.1f}" text-anchor="end" fill="{BEYOND}">{impulse:.3g} N s</text>'
            )
    lines += [
        f'<text x="{LEFT}" y="{TOP - 12}" fill="{NATURE}">natural: no help</text>',
        f'<text x="{LEFT + 130}" y="{TOP - 12}" fill="{BEYOND}">supernatural: least help</text>',
        f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 8}" text-anchor="middle">height of the center of mass</text>',
        f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})" text-anchor="middle">cost</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
