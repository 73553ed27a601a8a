"""Different bodies for the same task."""

import importlib
import time
from pathlib import Path
from typing import Any

from scripts.explore.save_and_judge import save_and_judge
from solver.explore.shapes import Shape, shapes

BODIES = {
    "walk_shapes": "walk",
    "throw_shapes": "throw_underhand",
    "jump_shapes": "jump",
}  # and whose they are


def shape_figures(name: str, count: int, slack: float, folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Figures of the bodies, and faults of their motions."""
    began, faults = time.process_time(), []
    made = shapes(importlib.import_module(f"examples.{BODIES[name]}").job(), count, slack=slack)
    seconds = time.process_time() - began
    for k, shape in enumerate(made, 1):
        faults += save_and_judge(shape.clip, folder, f"{name}_{k}", _words(shape))
    factors = [factor for shape in made for factor in shape.factors.values()]
    return {
        "n": len(made),
        "seconds": seconds,
        "least_distance_m": min((shape.distance for shape in made[1:]), default=None),
        "cost_ratio": max((shape.cost for shape in made), default=None),
        "shortest": min(factors, default=None),
        "longest": max(factors, default=None),
    }, faults


def _words(shape: Shape) -> str:
    return f"{shape.cost:.2f} times the first, lengths {100 * shape.distance:.1f} cm away"
