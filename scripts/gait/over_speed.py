"""Solve walks and runs over speed and print their figures beside people's.

python -m scripts.gait.over_speed [--walks V ...] [--runs V ...] [--objectives NAME]

Timings are free; nothing tells the solver what people do. Exit code 1 if one has no motion.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scripts.gait.figures import GaitFigures, gait_figures
from scripts.gait.free_gaits import SPRINGY, UNHURRIED, free_run, free_walk
from scripts.gait.people import RUN, WALK, Band, walking_frequency
from solver.animate import animate
from solver.problem.job import DEFAULT_OBJECTIVES

OBJECTIVES = {"default": DEFAULT_OBJECTIVES, "unhurried": UNHURRIED, "springy": SPRINGY}
WALKS, RUNS = (0.7, 1.0, 1.3, 1.8), (2.5, 3.0, 3.5, 4.0)  # m/s


@dataclass(frozen=True)
class Row:
    """A figure of the table.

    Attributes:
        key: of people's band.
        name: for the reader.
        scale: from the figure's unit to the shown one.
    """

    key: str
    name: str
    scale: float = 1.0


ROWS = (
    Row("stride_frequency", "stride frequency [Hz]"),
    Row("duty", "duty factor"),
    Row("first_hump", "vertical force, first hump [BW]"),
    Row("valley", "vertical force, valley [BW]"),
    Row("second_hump", "vertical force, last hump [BW]"),
    Row("pelvis_excursion", "pelvis up and down [cm]", 100.0),
    Row("knee_peak", "knee flexion in swing [deg]"),
    Row("ankle_range", "ankle range [deg]"),
    Row("braking", "fore-aft force, braking [BW]"),
)


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.gait.over_speed", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--walks", type=float, nargs="*", default=WALKS, metavar="V", help="speeds [m/s]")
    parser.add_argument("--runs", type=float, nargs="*", default=RUNS, metavar="V", help="speeds [m/s]")
    parser.add_argument(
        "--objectives", choices=OBJECTIVES, help="of all; without: the default for walks, springy for runs"
    )
    asked = parser.parse_args(arguments)
    failed = []
    for gait, speeds, job in (("walk", asked.walks, free_walk), ("run", asked.runs, free_run)):
        found = []
        for speed in speeds:
            wanted = job(speed)
            clip = animate(replace(wanted, objectives=OBJECTIVES.get(asked.objectives, wanted.objectives)))
            if clip.provenance.solved:
                found.append(gait_figures(clip))
            else:
                failed.append(f"{clip.name}: {clip.provenance.why_unsolved}")
        print(over_speed_table(gait, found), flush=True)
    print(*failed, sep="\n", end="\n" if failed else "")
    return int(bool(failed))


def over_speed_table(gait: str, found: Sequence[GaitFigures]) -> str:
    """Markdown: a column a speed; what leaves people's band says by how much."""
    lines = [
        "| " + " | ".join([gait, *(f"{figures.speed:.1f} m/s" for figures in found)]) + " |",
        "|---" * (1 + len(found)) + "|",
    ]
    for row in ROWS:
        cells = [_cell(row, _value(row, figures), _band(gait, row, figures)) for figures in found]
        if any(cells):
            lines.append("| " + " | ".join([row.name, *cells]) + " |")
    return "\n".join(lines) + "\n"


def _value(row: Row, figures: GaitFigures) -> float:
    of = (figures, figures.feet[0].forces, *figures.limbs.values())
    return float(next(getattr(each, row.key) for each in of if hasattr(each, row.key)))


def _band(gait: str, row: Row, figures: GaitFigures) -> Band | None:
    if gait == "walk" and row.key == "stride_frequency":
        return walking_frequency(figures.speed)
    return (WALK if gait == "walk" else RUN).get(row.key)


def _cell(row: Row, value: float, band: Band | None) -> str:
    if math.isnan(value):
        return "none" if band else ""
    shown = f"{row.scale * value:.2f}"
    if band is None:
        return ""
    if band.holds(value):
        return shown
    edge = band.low if value < band.low else band.high
    return f"**{shown}** ({row.scale * (value - edge):+.2f})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
