"""Find variations of gallery tasks, judge them, and compare them with restarts from noise in the same time.

make explore, or python -m scripts.explore [TASK ...] [--out DIR]; leaves DIR/explore.json and, for the judge,
DIR/explore/*.motion.json. Exit code 1 if a motion is not physical.
"""

import argparse
import importlib
import itertools
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from scripts.environment import ROOT
from scripts.gallery.judgement import FAULTS, judgement
from solver.animate import animate
from solver.clip.clip import Clip
from solver.explore.distance import images, mass_distance
from solver.explore.variations import Variation, variations
from solver.formats.motion_json import to_motion_json
from solver.job.job import Job

TASKS = ("walk", "throw_underhand", "trot", "jump")
COUNT, SLACK = 4, 0.25
NOISE = 0.3  # rad


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.explore", description=__doc__.splitlines()[0])
    parser.add_argument("tasks", nargs="*", default=TASKS, metavar="TASK", help="names of gallery pieces")
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    asked = parser.parse_args(arguments)
    folder = asked.out / "explore"
    folder.mkdir(parents=True, exist_ok=True)
    told: dict[str, Any] = {"variations": {}, "front": None}
    faults = []
    for task in asked.tasks:
        job: Job = importlib.import_module(f"examples.{task}").job()
        began = time.process_time()
        made = variations(job, COUNT, slack=SLACK)
        seconds = time.process_time() - began
        for k, variation in enumerate(made, 1):
            name = f"{task}_{k}"
            (folder / f"{name}.motion.json").write_text(
                json.dumps(to_motion_json(variation.clip)), encoding="utf-8"
            )
            line = judgement(variation.clip)
            print(f"{name}: {_line(variation)}; {line}", flush=True)
            faults += [name] if any(fault in line for fault in FAULTS) else []
        clips = [variation.clip for variation in made]
        told["variations"][task] = {
            "n": len(made),
            "seconds": seconds,
            "least_distance_m": least_distance(clips),
            "reference_distance_m": least_distance(restarts(job, seconds, clips[0])) if clips else None,
            "cost_ratio": max((variation.cost for variation in made), default=None),
        }
        print(f"{task}: {json.dumps(told['variations'][task])}", flush=True)
        (asked.out / "explore.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    for fault in faults:
        print(f"not physical: {fault}")
    return int(bool(faults))


def restarts(job: Job, seconds: float, best: Clip) -> list[Clip]:
    """As many as fit into the time, from noise: those within the price that are farthest apart, greedily."""
    began, found, seed = time.process_time(), [best], 0
    while time.process_time() - began < seconds:
        seed += 1
        clip = animate(replace(job, options=replace(job.options, noise=NOISE, seed=seed)))
        if clip.provenance.solved and clip.provenance.objective <= (1 + SLACK) * best.provenance.objective:
            found.append(clip)
    chosen = [best]
    while len(chosen) < min(COUNT, len(found)):
        chosen.append(max(found, key=lambda clip: min(_apart(clip, other) for other in chosen)))
    return chosen


def least_distance(clips: Sequence[Clip]) -> float | None:
    """Of all pairs, mirror images included [m]."""
    return min((_apart(a, b) for a, b in itertools.combinations(clips, 2)), default=None)


def _apart(a: Clip, b: Clip) -> float:
    return min(mass_distance(a.motion, image) for image in images(b))


def _line(variation: Variation) -> str:
    told = f"{variation.cost:.2f} times the best"
    if variation.differs is not None:
        where = variation.differs
        told += (
            f", {100 * variation.distance:.1f} cm away, most in '{where.body}', {100 * where.distance:.0f} cm "
            f"at {where.seconds:.2f} s"
        )
    return told


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
