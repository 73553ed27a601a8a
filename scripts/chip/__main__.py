"""Generate McIntosh's 36 clips of Chip, the 72 with the limp, and the ten he found no motion for.

make chip, or python -m scripts.chip [--workers N] [--out DIR]; prints counts and times, judges every clip, and writes
DIR/chip.json and the stores set36.sqlite, set72.sqlite and tight.sqlite in DIR/chip; docs.pictures.chip draws them.
Exit code 1 if one of the 36 is missing or a clip is not physical.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from examples.chip_spaces import his_36, walk_run_turn
from scripts.chip.generation import Generation, generate_all
from scripts.chip.verdict import Verdict, judge_store
from scripts.environment import ROOT
from solver.space import ParameterSpace
from solver.store.sample_table import FAILED, INFEASIBLE, SOLVED

SETS: dict[str, tuple[ParameterSpace, ...]] = {
    "set36": his_36(),
    "set72": his_36(is_limping=True),
    "tight": (walk_run_turn(is_tight=True, is_limping=True),),
}
EXPECTED = {"set36": 36}
AIMS = {"set36": 30.0, "set72": 60.0}  # s on two free cores


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.chip", description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="number of processes")
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    options = parser.parse_args(arguments)
    results: dict[str, Any] = {}
    for name, spaces in SETS.items():
        store = options.out / "chip" / f"{name}.sqlite"
        made = generate_all(spaces, store, workers=options.workers)
        verdict = judge_store(store)
        results[name] = entry_of(made, verdict)
        print(_line(name, made, verdict), flush=True)
        (options.out / "chip.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    missing = [name for name, count in EXPECTED.items() if results[name]["solved"] < count]
    refused = [name for one in results.values() for name in one["judge"]["refused"]]
    for fault in (
        *(f"{name} has too few clips" for name in missing),
        *(f"not physical: {n}" for n in refused),
    ):
        print(fault)
    return int(bool(missing or refused))


def entry_of(generation: Generation, verdict: Verdict) -> dict[str, Any]:
    """Entry of a set in chip.json."""
    return {
        "seconds": generation.seconds,
        "solved": generation.count(SOLVED),
        "infeasible": generation.count(INFEASIBLE),
        "workers": generation.workers,
        "failed": generation.count(FAILED),
        "processor_seconds": generation.processor_seconds,
        "solved_by_space": generation.solved,
        "unsolved": [asdict(one) for one in generation.unsolved],
        "judge": asdict(verdict),
    }


def _line(name: str, generation: Generation, verdict: Verdict) -> str:
    aim = f" (aim on free cores: {AIMS[name]:.0f} s)" if name in AIMS else ""
    judged = f"judge: at most {verdict.linear:.1e} BW, {verdict.angular:.1e} BW m"
    return (
        f"{name}: {generation.count(SOLVED)} solved, {generation.count(INFEASIBLE)} infeasible, "
        f"{generation.count(FAILED)} failed, {generation.seconds:.1f} s{aim} with {generation.workers} workers, "
        f"{generation.processor_seconds:.1f} s of processor; {judged}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
