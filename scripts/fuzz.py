"""Feed made-up input of every kind to the solver and count how it ends, in out/fuzz.json."""

import argparse
import importlib
import json
import sys

from scripts.environment import ROOT
from scripts.load_extension import load_extension
from tests.robustness.command_lines import draw_command_line
from tests.robustness.documents import draw_character, draw_job, draw_request, draw_space
from tests.robustness.expressions import draw_condition, draw_expression, draw_formula
from tests.robustness.files import draw_bvh, draw_clip, draw_graph, draw_store
from tests.robustness.fuzz import Draw, fuzz
from tests.robustness.protocol import draw_line

SOLVERS: dict[str, Draw] = {
    "expressions": draw_expression,
    "conditions": draw_condition,
    "formulas": draw_formula,
    "jobs": draw_job,
    "characters": draw_character,
    "spaces": draw_space,
    "requests": draw_request,
    "clips": draw_clip,
    "captures": draw_bvh,
    "stores": draw_store,
    "graphs": draw_graph,
    "messages": draw_line,
    "command lines": draw_command_line,
}


def kinds() -> dict[str, Draw]:
    """All kinds; those of the add-on need it registered in a Blender of their own."""
    load_extension()
    scenes = importlib.import_module("tests.robustness.scenes")
    return SOLVERS | {"scenes": scenes.draw_scene}


def main() -> int:
    """Try all kinds; 1 if anything ended otherwise than in a value or a sentence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000, help="of each kind, at most")
    parser.add_argument("--minutes", type=float, default=6.0, help="for each kind, at most")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    figures = {}
    for kind, draw in kinds().items():
        tally = fuzz(draw, seed=chosen.seed, cases=chosen.cases, seconds=60 * chosen.minutes)
        figures[kind] = tally.figures
        print(kind, tally.figures, *tally.told, sep="\n  ")
    out = ROOT / "out" / "fuzz.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {out.relative_to(ROOT)}")
    return int(any(told["unexpected"] or told["executed"] for told in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
