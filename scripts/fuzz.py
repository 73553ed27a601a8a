"""Feed made-up input of every kind to the solver and count how it ends, in out/fuzz.json."""

import argparse
import importlib
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from scripts.environment import ROOT
from scripts.load_extension import load_extension
from tests.fuzz.command_lines import draw_command_line
from tests.fuzz.documents import draw_character, draw_job, draw_request, draw_space
from tests.fuzz.expressions import draw_condition, draw_expression, draw_formula
from tests.fuzz.files import draw_bvh, draw_clip, draw_graph, draw_store
from tests.fuzz.fuzz import Draw, Tally, fuzz
from tests.fuzz.protocol import draw_line

SOLVERS: dict[str, tuple[Draw, int]] = {  # with the number of cases per hour
    "expressions": (draw_expression, 100_000),
    "conditions": (draw_condition, 10_000),
    "formulas": (draw_formula, 10_000),
    "jobs": (draw_job, 50_000),
    "characters": (draw_character, 10_000),
    "spaces": (draw_space, 10_000),
    "requests": (draw_request, 10_000),
    "clips": (draw_clip, 4000),
    "captures": (draw_bvh, 3000),
    "stores": (draw_store, 2000),
    "graphs": (draw_graph, 1000),
    "messages": (draw_line, 10_000),
    "command lines": (draw_command_line, 2000),
}
SCENES = ("scenes", 200)  # in Blender
CHUNKS = 50  # of each kind, alternating with the other kinds
Chunk = tuple[str, int, int]  # kind, its number, cases


def try_chunk(chunk: Chunk, seed: int, end: float) -> Tally:
    """Tries cases of one kind until ``end`` on the clock; each chunk has its own random stream."""
    kind, k, cases = chunk
    names = [*SOLVERS, SCENES[0]]
    return fuzz(_draw(kind), seed=(seed, names.index(kind), k), cases=cases, seconds=end - time.time())


def main() -> int:
    """Try all kinds; return 1 if anything did not end in a value or a sentence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="maximum time for all kinds together")
    parser.add_argument("--part", type=float, default=1.0, help="fraction of the cases of an hour")
    parser.add_argument(
        "--kinds", nargs="+", choices=[*SOLVERS, SCENES[0]], metavar="KIND", help="only these kinds"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    kinds = chosen.kinds or [*SOLVERS, SCENES[0]]
    end, tallies = time.time() + 60 * chosen.minutes, {kind: Tally() for kind in kinds}
    with ProcessPoolExecutor(chosen.workers, get_context("spawn")) as pool:
        tried = {
            pool.submit(try_chunk, chunk, chosen.seed, end): chunk[0] for chunk in _chunks(kinds, chosen.part)
        }
        for future in as_completed(tried):
            kind, tally = tried[future], future.result()
            tallies[kind].add(tally)
            if tally.told:
                print(kind, *tally.told, sep="\n  ", flush=True)
    figures = {kind: tally.figures for kind, tally in tallies.items()}
    out = ROOT / "out" / "fuzz.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(
        *(f"{kind}: {counts}" for kind, counts in figures.items()), f"wrote {out.relative_to(ROOT)}", sep="\n"
    )
    return int(any(counts["unexpected"] or counts["executed"] for counts in figures.values()))


def _chunks(kinds: list[str], part: float) -> Iterator[Chunk]:
    """Chunks of all kinds in turn, so that each gets its share if time runs out."""
    goals = {name: goal for name, (_, goal) in SOLVERS.items()} | dict([SCENES])
    for k in range(CHUNKS):
        for kind in kinds:
            total = round(part * goals[kind])
            yield kind, k, total * (k + 1) // CHUNKS - total * k // CHUNKS


def _draw(kind: str) -> Draw:
    """Generator of one kind; scenes need the add-on registered in this process."""
    if kind in SOLVERS:
        return SOLVERS[kind][0]
    if "tests.fuzz.scenes" not in sys.modules:
        load_extension()
    draw: Draw = importlib.import_module("tests.fuzz.scenes").draw_scene
    return draw


if __name__ == "__main__":
    sys.exit(main())
