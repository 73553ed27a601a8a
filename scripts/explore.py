"""Find variations of gallery tasks and the front of a jump, judge them, and compare them with restarts and NSGA-II.

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

from examples import jump
from scripts.environment import ROOT
from scripts.gallery.judgement import FAULTS, judgement
from scripts.nsga_front import NSGA_TIMES, nsga_hypervolume
from solver.animate import animate
from solver.clip.clip import Clip
from solver.explore.distance import counted_frames, images, mass_distance
from solver.explore.front import Point, hypervolume
from solver.explore.jumps import jump_front
from solver.explore.variations import Variation, variations
from solver.formats.motion_json import to_motion_json
from solver.job.job import Job

TASKS = ("walk", "throw_underhand", "trot", "jump", "backflip")
COUNT, SLACK = 4, 0.25
FRONT = "front"
FLIGHTS = range(4, 20)  # frames in the air of a standing jump, 30 per second
QUANTITY, LOWEST = "com.z", 1.0  # m
PROCESSES = 2  # of the front; seconds are those of the one that had more to do
NOISE = 0.3  # rad


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.explore", description=__doc__.splitlines()[0])
    parser.add_argument(
        "tasks", nargs="*", default=(*TASKS, FRONT), metavar="TASK", help="names of gallery pieces, or front"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    asked = parser.parse_args(arguments)
    folder = asked.out / "explore"
    folder.mkdir(parents=True, exist_ok=True)
    told: dict[str, Any] = {"variations": {}, "front": None}
    faults = []
    for task in asked.tasks:
        if task == FRONT:
            told["front"], bad = trade_off(folder)
            faults += bad
            (asked.out / "explore.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
            continue
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


def trade_off(folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Height against effort of a standing jump, and what of it the judge refuses."""
    faults = []
    found = jump_front(
        jump.job(way=0.0),
        FLIGHTS,
        QUANTITY,
        workers=PROCESSES,
        found=lambda point: print(_point(point), flush=True),
    )
    for k, point in enumerate(found.points, 1):
        name = f"front_{k}"
        (folder / f"{name}.motion.json").write_text(json.dumps(to_motion_json(point.clip)), encoding="utf-8")
        line = judgement(point.clip)
        print(f"{name}: {_point(point)}; {line}", flush=True)
        faults += [name] if any(fault in line for fault in FAULTS) else []
    worst = (LOWEST, max((point.cost for point in found.points), default=0.0))
    told = {
        "points": len(found.points),
        "seconds": found.seconds,
        "dominated": sum(not each.violations for each in found.dropped),
        "hypervolume": hypervolume([(point.level, point.cost) for point in found.points], worst),
        "nsga2_hypervolume": nsga_hypervolume(
            QUANTITY, FLIGHTS, worst, seconds=NSGA_TIMES * PROCESSES * found.seconds
        ),
    }
    print(f"front: {json.dumps(told)}", flush=True)
    return told, faults


def _point(point: Point) -> str:
    return f"{point.level:.3f} m high for {point.cost:.3f}"


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
    frames = counted_frames(a.job)
    return min(mass_distance(a.motion, image, frames=frames) for image in images(b))


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
