"""Play every action on every creature, and make a share of them physical.

python -m scripts.creatures [--creatures 100] [--first 0] [--physical 1.0] [--workers 2] [--out out/creatures.json]

Prints every field that fails with its reason, and writes the counts and out/creatures/*.motion.json for the judge.
Exit code 1 below 95 % kinematic or 90 % physical.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import product
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy

import numpy as np

from scripts.creatures.trial import Trial, creature_of, played, tried
from scripts.environment import ROOT
from solver.retarget.actions.table import ACTIONS
from solver.retarget.ik.solve import solve

WANTED_KINEMATIC, WANTED_PHYSICAL = 0.95, 0.9
PLAYED = 40  # creatures whose playback of one frame is timed


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.creatures", description=__doc__.splitlines()[0])
    parser.add_argument("--creatures", type=int, default=100, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="of the first creature")
    parser.add_argument("--actions", nargs="*", default=list(ACTIONS), metavar="NAME")
    parser.add_argument("--physical", type=float, default=1.0, metavar="SHARE", help="of the fields")
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "creatures.json", metavar="FILE")
    options = parser.parse_args(arguments)
    folder = options.out.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    seeds = range(options.first, options.first + options.creatures)
    fields = list(product(seeds, options.actions))
    chosen = np.random.default_rng(0).random(len(fields)) < options.physical
    rows: list[Trial] = []
    with ProcessPoolExecutor(options.workers) as executor:
        waiting = [
            executor.submit(tried, seed, name, physical=bool(solves), folder=folder)
            for (seed, name), solves in zip(fields, chosen, strict=True)
        ]
        for each in waiting:
            row = each.result()
            if row is not None:
                rows.append(row)
                if not row.passes or (row.judgement and not row.is_physical):
                    print(
                        f"{row.creature:3d} {row.action:10} {'; '.join(row.faults) or row.judgement}",
                        flush=True,
                    )
    counted, rate = counts(rows), frames_per_second()
    summary = {**counted, "creature_frames_per_second": rate, "fields": [asdict(row) for row in rows]}
    options.out.write_text(json.dumps(summary, indent=1) + "\n")
    kinematic, physical = counted["kinematic"], counted["physical"]
    print(f"kinematic {kinematic['passed']} of {kinematic['tried']}, {dict(Counter(_rules(rows)))}")
    print(f"physical {physical['passed']} of {physical['tried']}")
    print(f"{rate:.0f} creatures a second")
    enough = kinematic["passed"] >= WANTED_KINEMATIC * kinematic["tried"]
    return int(not enough or physical["passed"] < WANTED_PHYSICAL * physical["tried"])


def counts(rows: Sequence[Trial]) -> dict[str, dict[str, int]]:
    """How many fields were tried and passed."""
    solved = [row for row in rows if row.judgement]
    return {
        "kinematic": {"tried": len(rows), "passed": sum(row.passes for row in rows)},
        "physical": {"tried": len(solved), "passed": sum(row.is_physical for row in solved)},
    }


def frames_per_second() -> float:
    """Creatures of about 30 bodies whose goals become a pose in a second, one frame each, on one core."""
    goals = []
    for seed in range(PLAYED):
        found = played(seed, "dance")
        if found is not None and len(found.motion.character.bodies) >= 20:
            goals.append((creature_of(seed), [goal.at(5) for goal in found.goals]))
    for creature, wanted in goals:  # what does not depend on the frame is found once
        solve(creature, wanted, 1, joints=False)
    start = time.process_time()  # of this core, whatever else runs on it
    for creature, wanted in goals:
        solve(creature, wanted, 1, joints=False)
    return len(goals) / (time.process_time() - start)


def _rules(rows: Sequence[Trial]) -> list[str]:
    return [fault.split(":")[0] for row in rows for fault in row.faults]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
