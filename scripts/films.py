"""Solve every example of the Add menu and draw it for the panels: addon/catalog/films.json.

.venv/bin/python -m scripts.films [NAME ...]
"""

import importlib
import json
import sys
from typing import Any

from scripts.environment import ROOT
from scripts.load_extension import load_extension, ours

load_extension()
bpy: Any = importlib.import_module("bpy")
FILE = ROOT / "addon/catalog/films.json"


def film(name: str) -> dict[str, Any]:
    """Film of one example.

    Raises:
        SystemExit: its motion is not found.
    """
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.spacetime.add_example(example=name)
    bpy.context.view_layer.update()
    clip = ours("solver.animate").animate(
        ours("addon.motion.read_scene").read_job(bpy.context.object, bpy.context.scene)
    )
    if not clip.provenance.solved:
        raise SystemExit(f"{name} was not solved: {clip.provenance.status}")
    found: dict[str, Any] = ours("addon.catalog.film").film_of(clip).to_json()
    return found


def main(names: list[str]) -> None:
    """Solve the named examples, or all, and keep the others."""
    examples = ours("addon.motion.examples").EXAMPLES
    films = json.loads(FILE.read_text()) if FILE.exists() else {}
    for name in names or examples:
        films[name] = film(name)
        print(name, flush=True)
    lines = [f"{json.dumps(name)}: {json.dumps(films[name], separators=(',', ':'))}" for name in examples]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
