"""Solve three walks in several ways and print one table per study; figures go to out/performance.json.

    python -m scripts.performance [study ...]     (all without arguments; "neighbours" counts iterations of warm
starts, "share" tells where the time goes)

Every way starts from the same disturbed first guesses. Times are processor seconds of one optimiser run, so
that other programs disturb them less.
"""

import json
import statistics
import sys
import time
from dataclasses import replace

from scripts.environment import ROOT
from scripts.performance.neighbours import neighbours
from scripts.performance.studies import AS_IT_IS, STUDIES, Variant, in_use
from scripts.performance.time_share import time_share
from solver.character.presets.chip import chip
from solver.motion.clip import Clip
from solver.optimise.inside import inside
from solver.optimise.ipopt import minimise
from solver.optimise.search import suited
from solver.problem.first_guess import first_guess
from solver.problem.formulate import formulate
from solver.problem.job import AnimationTiming, ContactTiming, Cycle, Job

SEEDS, NOISE = range(3), 0.05  # rad
LIMIT = 400  # iterations
HUMAN = ROOT / "out" / "walk.npz"  # of scripts.demo
OUTPUT = ROOT / "out" / "performance.json"

Figures = dict[str, float]


def main(arguments: list[str]) -> int:
    """Run the asked-for studies."""
    known = json.loads(OUTPUT.read_text()) if OUTPUT.exists() else {}
    for name in arguments or [*STUDIES, "neighbours", "share"]:
        print(f"\n{name}")
        if name == "share":
            known[name] = {walk: time_share(job) for walk, job in walks().items()}
        elif name == "neighbours":
            known[name] = neighbours(walks()["Chip 20"])
        else:
            known[name] = _study(STUDIES[name])
        OUTPUT.parent.mkdir(exist_ok=True)
        OUTPUT.write_text(json.dumps(known, indent=1) + "\n")
    return 0


def walks() -> dict[str, Job]:
    """Chip with 20 and 40 frames, and the demo's human where scripts.demo has run."""
    found = {f"Chip {n}": _chip_walk(n) for n in (20, 40)}
    if HUMAN.exists():
        found["human"] = Clip.load(HUMAN).job
    return found


def _chip_walk(n_frames: int) -> Job:
    timings = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))
    return Job("walk", chip(), AnimationTiming(1.0, n_frames), Cycle((1.3, 0.0, 0.0)), timings)


def _study(variants: tuple[Variant, ...]) -> dict[str, dict[str, Figures]]:
    told: dict[str, dict[str, Figures]] = {}
    for walk, job in walks().items():
        told[walk] = {}
        for variant in (AS_IT_IS, *variants):
            figures = _measured(job, variant)
            told[walk][variant.name] = figures
            print(
                f"{walk:8} {variant.name:28} {figures['cpu_s']:7.2f} s {figures['iterations']:6.0f} iterations "
                f"{figures['solved']:.0f} of {len(SEEDS)} solved, objective {figures['objective']:.4f}",
                flush=True,
            )
    return told


def _measured(job: Job, variant: Variant) -> Figures:
    if variant.mirrored is not None and job.cycle is not None:
        job = replace(job, cycle=replace(job.cycle, mirrored=variant.mirrored))
    runs: list[Figures] = []
    for seed in SEEDS:
        job = replace(job, options=replace(job.options, seed=seed, noise=NOISE))
        with in_use(variant):
            problem = formulate(job)
            guess, options = inside(problem, first_guess(problem.setting)), suited(problem)(job.options)
            start = time.process_time()
            result = minimise(problem, guess, options | {"max_iter": LIMIT} | variant.options)
            seconds = time.process_time() - start
        halves = 2 if problem.setting.timeline.mirror else 1
        objective = halves * problem.value(result.x)
        solved = float(result.status == 0)
        runs.append(
            {"cpu_s": seconds, "iterations": result.iterations, "solved": solved, "objective": objective}
        )
    median = {key: float(statistics.median(run[key] for run in runs)) for key in runs[0]}
    return median | {"solved": sum(run["solved"] for run in runs)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
