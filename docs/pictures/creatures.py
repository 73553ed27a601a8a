"""Draw the grid of creatures and actions, from the results of `make creatures` in out/creatures.json.

.venv/bin/python -m docs.pictures.creatures [--out DIR] [--folder DIR]
"""

import argparse
import json
import sys
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from scripts.environment import ROOT
from scripts.gallery.judgement import FAULTS

PICTURES = ("grid.svg",)
CELL, LEFT, TOP, KEY = 14, 44, 80, 40  # pixels
NONE, KINEMATIC, PHYSICAL, WRONG, STUCK = "#f0f0f0", "#9cc8e8", "#2a7ab0", "#d0622a", "#e8b060"
MEANINGS = {
    PHYSICAL: "physical, too",
    KINEMATIC: "passes",
    STUCK: "passes, not physical",
    WRONG: "fails",
    NONE: "not made for it",
}


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.pictures.creatures", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR", help="of creatures.json")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs/measurements/creatures", metavar="DIR")
    options = parser.parse_args(arguments)
    fields = json.loads((options.out / "creatures.json").read_text("utf-8"))["fields"]
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / PICTURES[0]).write_text(drawn(fields), encoding="utf-8")
    return 0


def drawn(fields: Sequence[dict[str, Any]]) -> str:
    """The grid as SVG: a row for each creature, a column for each action; reasons appear under the pointer."""
    seeds = sorted({field["creature"] for field in fields})
    actions = list(dict.fromkeys(field["action"] for field in fields))
    by_place = {(field["creature"], field["action"]): field for field in fields}
    width = max(LEFT + CELL * len(actions) + 10, LEFT + 150 * len(MEANINGS))
    height = TOP + CELL * len(seeds) + KEY
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="10">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for column, action in enumerate(actions):
        x = LEFT + CELL * (column + 0.7)
        lines.append(f'<text transform="translate({x:.1f} {TOP - 6}) rotate(-60)">{escape(action)}</text>')
    for row, seed in enumerate(seeds):
        y = TOP + CELL * row
        lines.append(f'<text x="{LEFT - 8}" y="{y + CELL - 4}" text-anchor="end">{seed}</text>')
        for column, action in enumerate(actions):
            field = by_place.get((seed, action))
            lines.append(
                f'<rect x="{LEFT + CELL * column}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" '
                f'fill="{_color(field)}"><title>{escape(_reason(seed, action, field))}</title></rect>'
            )
    for k, (color, meaning) in enumerate(MEANINGS.items()):
        x, y = LEFT + 150 * k, TOP + CELL * len(seeds) + 14
        lines.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{color}"/>')
        lines.append(f'<text x="{x + CELL + 6}" y="{y + 11}">{meaning}</text>')
    return "\n".join([*lines, "</svg>\n"])


def _color(field: dict[str, Any] | None) -> str:
    if field is None:
        return NONE
    if field["faults"]:
        return WRONG
    if not field["judgement"]:
        return KINEMATIC
    return STUCK if any(fault in field["judgement"] for fault in FAULTS) else PHYSICAL


def _reason(seed: int, action: str, field: dict[str, Any] | None) -> str:
    if field is None:
        return f"{seed} {action}: {MEANINGS[NONE]}"
    return f"{seed} {action}: {'; '.join(field['faults']) or field['judgement'] or MEANINGS[KINEMATIC]}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
