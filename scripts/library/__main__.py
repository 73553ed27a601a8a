"""Try the motion library: transitions, loops, the graph of McIntosh's 36 clips, walks and playback, timed and judged.

make library, or python -m scripts.library [--pairs N] [--out DIR]; writes DIR/library.json, all measurements to
DIR/library/measures.json and, for the judge, DIR/library/*.motion.json. Generates the 36 clips and the limping ones if
missing. Exit code 1 if a clip is not physical.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from examples.chip_spaces import his_36
from examples.human44 import gaits
from scripts.chip.generation import generate_all
from scripts.environment import ROOT
from scripts.library.captured import captured
from scripts.library.gallery import gallery, ten_minutes
from scripts.library.measures import Delivered, graphs, loops, random_pairs, transitions44
from scripts.library.ways import ways44
from solver.clip.clip import Clip
from solver.library.graph.bridges import build_connected
from solver.store.clip_store import ClipStore
from tests.peers.against_fairmotion import fairmotion_ratio

CAPTURES = ROOT.parent / "shared" / "mocap"
FIGURES: dict[str, tuple[str, ...]] = {  # of library.json, with the parts to keep; empty: all
    "transition44": ("seconds", "dofs", "linear", "angular", "slide_mm"),
    "pairs": ("tried", "solved"),
    "graph36": ("seconds", "edges", "kept_share"),
    "frames10000_s": (),
    "player_poses_per_second": (),
    "fairmotion_ratio": (),
}


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.library", description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=200, metavar="N", help="random pairs of clips")
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    options = parser.parse_args(arguments)
    out, results = Delivered(options.out / "library"), dict[str, Any]()

    def send(name: str, value: Any) -> None:
        results[name] = value
        print(f"{name}: {json.dumps(value)}", flush=True)
        _write(out.folder / "measures.json", results)
        _write(options.out / "library.json", figures(results))

    clips = _clips(options.out / "chip" / "set36.sqlite", is_limping=False)
    for name, value in graphs(clips, out):
        send(name, value)
    send("fairmotion_ratio", fairmotion_ratio(clips))
    humans = gaits()
    send("transition44", transitions44(humans, out))
    chip = _clips(options.out / "chip" / "set72.sqlite", is_limping=True)
    send("pairs", random_pairs([*chip, *captured(CAPTURES)], options.pairs, out))
    send("loops", loops(CAPTURES, out))
    send("gallery", gallery(humans, CAPTURES, out))
    send("ways44", ways44(humans))
    send("ten_minutes", ten_minutes(build_connected({clip.name: clip.motion for clip in clips})[0]))
    for fault in out.faults:
        print(f"not physical: {fault}")
    return int(bool(out.faults))


def figures(results: dict[str, Any]) -> dict[str, Any]:
    """Figures of library.json measured so far."""
    return {
        name: {part: results[name][part] for part in parts} if parts else results[name]
        for name, parts in FIGURES.items()
        if name in results
    }


def _write(file: Path, results: dict[str, Any]) -> None:
    file.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def _clips(store: Path, *, is_limping: bool) -> list[Clip]:
    """McIntosh's clips, generated if missing."""
    if not store.exists():
        generate_all(his_36(is_limping=is_limping), store, workers=2)
    with ClipStore(store, create=False) as opened:
        return [opened.get(name) for name in opened.names()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
