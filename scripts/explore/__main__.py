"""Find variations of gallery tasks, motions between them, and fronts; judge them and compare with references.

make explore, or python -m scripts.explore [NAME ...] [--out DIR]; writes DIR/explore.json with variations and the front
of a jump, DIR/explore/more.json with references, motions between variations, other bodies and the other fronts, and,
for the judge, DIR/explore/*.motion.json. Exit code 1 if a motion is not physical.
"""

import argparse
import importlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.environment import ROOT, ensure_peers
from scripts.explore.bodies import BODIES, shape_figures
from scripts.explore.fronts import FRONTS, jump_figures
from scripts.explore.save_and_judge import save_and_judge
from scripts.explore.sliders import slider_figures
from scripts.failure import SetupFailure
from solver.clip.clip import Clip
from solver.explore.variation import Variation
from solver.explore.variations import variations
from solver.job.job import Job
from tests.peers.references import least_distance, references

COUNT, SLACK = 4, 0.25
MANY = {"jump_8": ("jump", 8)}  # examples with the number of variations, without comparison
TASKS = ("walk", "throw_underhand", "trot", "jump", "backflip")
FRONT = "front"  # of the jump


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    options = _asked(arguments)
    folder = options.out / "explore"
    folder.mkdir(parents=True, exist_ok=True)
    if not options.without_references:
        _prepare_peers()
    results: dict[str, Any] = {"variations": {}, FRONT: None}
    more: dict[str, Any] = {"references": {}, "slider": {}, "shapes": {}, "fronts": {}}
    faults: list[str] = []
    for name in options.names:
        if name == FRONT:
            results[FRONT], bad = jump_figures(folder)
            figures = results[FRONT]
        elif name in FRONTS:
            figures, bad = FRONTS[name](folder)
            more["fronts"][name] = figures
        elif name in BODIES:
            figures, bad = shape_figures(name, options.count, SLACK, folder)
            more["shapes"][name] = figures
        elif name in MANY:
            _, figures, bad = _vary(name, *MANY[name], folder)
            results["variations"][name] = figures
        else:
            clips, figures, bad = _vary(name, name, options.count, folder)
            results["variations"][name] = figures
            if not options.without_references:
                others, worse = _compare(name, clips, figures, folder)
                for kind, found in others.items():
                    more[kind][name] = found
                figures, bad = figures | others, bad + worse
        faults += bad
        print(f"{name}: {json.dumps(figures)}", flush=True)
        _write(options.out / "explore.json", results)
        _write(folder / "more.json", more)
    for fault in faults:
        print(f"not physical: {fault}")
    return int(bool(faults))


def _write(file: Path, results: dict[str, Any]) -> None:
    file.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def _vary(name: str, example: str, count: int, folder: Path) -> tuple[list[Clip], dict[str, Any], list[str]]:
    """Variations of an example, their figures, and faults."""
    job: Job = importlib.import_module(f"examples.{example}").job()
    began, faults = time.process_time(), []
    made = variations(job, count, slack=SLACK)
    seconds = time.process_time() - began
    for k, variation in enumerate(made, 1):
        faults += save_and_judge(variation.clip, folder, f"{name}_{k}", _words(variation))
    clips = [variation.clip for variation in made]
    figures = {
        "n": len(made),
        "seconds": seconds,
        "least_distance_m": least_distance(clips),
        "reference_distance_m": None,
        "cost_ratio": max((variation.cost for variation in made), default=None),
    }
    return clips, figures, faults


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.explore", description=__doc__.splitlines()[0])
    names = (*TASKS, *MANY, *BODIES, FRONT, *FRONTS)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"tasks from {', '.join(names)}; default: all"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    parser.add_argument(
        "--count", type=int, default=COUNT, metavar="N", help="number of variations of each task"
    )
    parser.add_argument("--without-references", action="store_true", help="only variations")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(names):
        parser.error(f"nothing is called {', '.join(sorted(unknown))}")
    options.names = options.names or list(names)
    return options


def _prepare_peers() -> None:
    """Install the peers of variations and fronts; if that is impossible, the rest is measured without comparison."""
    try:
        ensure_peers("explore", "pymoo", "ribs")
    except SetupFailure as failure:
        print(f"without NSGA-II and quality diversity: {failure}")


def _compare(
    name: str, clips: list[Clip], figures: dict[str, Any], folder: Path
) -> tuple[dict[str, Any], list[str]]:
    """References and motions between the variations, and faults; adds the best reference to the figures."""
    ways, faults = slider_figures(name, clips, folder)
    others = {}
    if clips:
        job = clips[0].job
        others = references(job, clips[0], figures["seconds"], count=len(clips), slack=SLACK)
    figures["reference_distance_m"] = max(
        (each["least_distance_m"] for each in others.values()), default=None
    )
    return {"references": others, "slider": ways}, faults


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
