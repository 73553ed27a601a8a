"""Solve many random feasible tasks and print how many were solved and judged physical.

python -m scripts.robustness [--count 200] [--seed 0] [--workers 2] [--only KIND] [--out out/robustness.json]
"""

import os

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy; workers inherit it

import argparse
import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from scripts.environment import ROOT
from tests.robustness.draw import draw_tasks
from tests.robustness.solve import solve_task
from tests.robustness.table import table

WANTED = 0.98  # fraction that must pass


def main(arguments: list[str]) -> int:
    """Return the exit code: 0 if enough tasks pass."""
    parser = argparse.ArgumentParser(prog="python -m scripts.robustness", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="number of tasks")
    parser.add_argument("--seed", type=int, default=0, help="random seed")
    parser.add_argument("--workers", type=int, default=2, help="number of processes")
    parser.add_argument("--only", default="", metavar="KIND", help="only kinds whose name contains this")
    parser.add_argument("--numbers", type=int, nargs="*", help="only tasks with these numbers")
    parser.add_argument("--time-limit", type=float, default=60.0, help="time limit of each solve [s]")
    parser.add_argument("--clips", type=Path, metavar="DIR", help="folder for the clips")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "robustness.json", metavar="FILE")
    options = parser.parse_args(arguments)
    tasks = draw_tasks(options.count, options.seed, only=options.only)
    tasks = [task for task in tasks if options.numbers is None or task.number in options.numbers]
    if not tasks:
        parser.error("no task is of that kind")
    for folder in (options.out.parent, options.clips):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    outcomes = []
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.workers, mp_context=spawn) as pool:
        waiting = [
            pool.submit(solve_task, task, time_limit=options.time_limit, keep=options.clips) for task in tasks
        ]
        for done in as_completed(waiting):
            outcome = done.result()
            outcomes.append(outcome)
            word = "ok" if outcome.judged else f"FAILED {outcome.reason}"
            print(
                f"{len(outcomes)}/{len(tasks)} {outcome.number} {outcome.kind}: {outcome.seconds:.1f} s, "
                f"{outcome.iterations} iterations, {word}",
                file=sys.stderr,
                flush=True,
            )
            # written after each task, so that a killed run keeps its results
            outcomes.sort(key=lambda outcome: outcome.number)
            plain = [o.plain() for o in outcomes]
            options.out.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    print(table(outcomes))
    return 0 if sum(o.judged for o in outcomes) >= WANTED * len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
