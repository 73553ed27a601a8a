"""Try strangers' rigs, scenes and files, and print which of them keep what they are shown.

python -m scripts.strangers [--only TEXT ...] [--part 1/4] [--workers 2] [--list] [--page] [--out out/strangers.json]

Each set-up is imported or fitted, solved from a preset or from its keys, accepted, exported to three formats and read
back. At each stage, what the evaluated rig or the file shows is compared with the solved motion and with the ghost, by
readings that share no code with the add-on. Exit code 1 if anything differs without a word.
"""

import os

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy; workers inherit it

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from scripts.environment import ROOT
from scripts.load_extension import load_extension
from scripts.strangers.page import PAGE, page_of
from scripts.strangers.worker import Tried, lost, names_of_table, tried

COUNTS = ("setups", "silent", "said", "refused")


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    title = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m scripts.strangers", description=title)
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="TEXT", help="set-ups whose names contain one of these"
    )
    parser.add_argument("--part", default="1/1", metavar="K/N", help="every Nth set-up, from the Kth")
    parser.add_argument("--workers", type=int, default=2, help="number of processes")
    parser.add_argument("--list", action="store_true", help="list the names of the set-ups")
    parser.add_argument("--page", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "strangers.json", metavar="FILE")
    options = parser.parse_args(arguments)
    with _pool(1) as pool:
        names = pool.submit(names_of_table).result()
    part, parts = (int(each) for each in options.part.split("/"))
    chosen = [name for name in names if any(text in name for text in options.only)][part - 1 :: parts]
    if not chosen:
        parser.error("no set-up has such a name")
    if options.list:
        print("\n".join(chosen))
        return 0
    options.out.parent.mkdir(parents=True, exist_ok=True)
    rows, result = list[dict[str, Any]](), summary([])
    for row, line in try_all(chosen, options.workers):
        rows.append(row)
        print(f"{len(rows)}/{len(chosen)} {line}", flush=True)
        # written after each set-up, so that a killed run keeps its results
        result = summary(sorted(rows, key=lambda each: names.index(each["name"])))
        options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    if options.page:
        PAGE.write_text(page_of(result), encoding="utf-8")
    print(", ".join(f"{result[key]} {key}" for key in COUNTS))
    return int(result["silent"] > 0)


def try_all(names: Sequence[str], workers: int) -> Iterator[Tried]:
    """Rows and lines as they come; after a process has ended, the rest one by one, to find what ended it."""
    left = list(names)
    while left:
        with _pool(workers) as pool:
            waiting = {pool.submit(tried, name): name for name in left}
            try:
                for done in as_completed(waiting):
                    yield done.result()
                    left.remove(waiting[done])
            except BrokenProcessPool:
                if workers == 1:
                    with _pool(1) as another:
                        yield another.submit(lost, left.pop(0)).result()
                workers = 1


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Counts and rows; what broke without a sentence counts as silent."""
    verdicts = [row["verdict"] for row in rows]
    return {
        "setups": len(rows),
        "silent": verdicts.count("silent") + verdicts.count("broken"),
        "said": verdicts.count("said"),
        "refused": verdicts.count("refused"),
        "refusals": {row["name"]: row["refusal"] for row in rows if row["verdict"] == "refused"},
        "rows": rows,
    }


def _pool(workers: int) -> ProcessPoolExecutor:
    """Processes with Blender and the extension."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=spawn, initializer=load_extension)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
