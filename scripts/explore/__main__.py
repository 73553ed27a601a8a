"""Find variations of gallery tasks, the ways between them, and fronts, judge them, and compare them with references.

make explore, or python -m scripts.explore [NAME ...] [--out DIR]; leaves DIR/explore.json with variations and the
front of a jump, DIR/explore/more.json with each reference, the ways between motions and the other fronts, and, for the
judge, DIR/explore/*.motion.json. Exit code 1 if a motion is not physical.
"""

import argparse
import importlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.environment import ROOT
from scripts.explore.fronts import FRONTS, jump_told
from scripts.explore.kept import kept
from scripts.explore.references import least_distance, references
from scripts.explore.sliders import slider_told
from solver.explore.variations import Variation, variations
from solver.job.job import Job

TASKS = ("walk", "throw_underhand", "trot", "jump", "backflip")
COUNT, SLACK = 4, 0.25
FRONT = "front"  # of the jump


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.explore", description=__doc__.splitlines()[0])
    names = (*TASKS, FRONT, *FRONTS)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; all if none is named"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help="variations of each task")
    parser.add_argument("--without-references", action="store_true", help="variations alone")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.names) - set(names):
        parser.error(f"nothing is called {', '.join(sorted(unknown))}")
    folder = asked.out / "explore"
    folder.mkdir(parents=True, exist_ok=True)
    told: dict[str, Any] = {"variations": {}, FRONT: None}
    more: dict[str, Any] = {"references": {}, "slider": {}, "fronts": {}}
    faults: list[str] = []
    for name in asked.names or names:
        if name == FRONT:
            told[FRONT], bad = jump_told(folder)
            figures = told[FRONT]
        elif name in FRONTS:
            figures, bad = FRONTS[name](folder)
            more["fronts"][name] = figures
        else:
            figures, others, bad = _vary(
                name, folder, count=asked.count, is_compared=not asked.without_references
            )
            told["variations"][name] = figures
            for kind, found in others.items():
                more[kind][name] = found
            figures = figures | others
        faults += bad
        print(f"{name}: {json.dumps(figures)}", flush=True)
        _write(asked.out / "explore.json", told)
        _write(folder / "more.json", more)
    for fault in faults:
        print(f"not physical: {fault}")
    return int(bool(faults))


def _write(file: Path, told: dict[str, Any]) -> None:
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _vary(
    task: str, folder: Path, *, count: int, is_compared: bool
) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """Variations of a task; what each reference comes to and the ways between the motions; what is not physical."""
    job: Job = importlib.import_module(f"examples.{task}").job()
    began, faults = time.process_time(), []
    made = variations(job, count, slack=SLACK)
    seconds = time.process_time() - began
    for k, variation in enumerate(made, 1):
        faults += kept(variation.clip, folder, f"{task}_{k}", _words(variation))
    clips = [variation.clip for variation in made]
    others = {}
    if is_compared and len(clips) == count:
        others = references(job, clips[0], seconds, count=count, slack=SLACK)
    ways, bad = slider_told(task, clips, folder)
    figures = {
        "n": len(made),
        "seconds": seconds,
        "least_distance_m": least_distance(clips),
        "reference_distance_m": max((each["least_distance_m"] for each in others.values()), default=None),
        "cost_ratio": max((variation.cost for variation in made), default=None),
    }
    return figures, {"references": others, "slider": ways}, faults + bad


def _words(variation: Variation) -> str:
    words = f"{variation.cost:.2f} times the best"
    if variation.differs is not None:
        where = variation.differs
        words += (
            f", {100 * variation.distance:.1f} cm away, most in '{where.body}', {100 * where.distance:.0f} cm "
            f"at {where.seconds:.2f} s"
        )
    return words


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
