"""Where the benchmarks leave their figures: out/bench.json."""

import json

from scripts.environment import ROOT

OUTPUT = ROOT / "out" / "bench.json"


def keep(name: str, told: dict[str, object]) -> None:
    """Replaces one part of the file."""
    OUTPUT.parent.mkdir(exist_ok=True)
    known = json.loads(OUTPUT.read_text()) if OUTPUT.exists() else {}
    OUTPUT.write_text(json.dumps(known | {name: told}, indent=1) + "\n")
