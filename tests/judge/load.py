"""The physics judge, which knows nothing of the solver: the one beside the repository if it is there, else our own.

That one has MuJoCo for a second opinion and reports more; ours is tests/judge, and its figures have the same names.
"""

import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

from scripts.environment import ROOT
from tests.judge import judge as own

PLACE = ROOT.parent / "shared" / "judge" / "judge_mujoco.py"


@cache
def load_judge() -> ModuleType:
    """A module whose function ``judge`` takes a motion JSON."""
    if not PLACE.exists():
        return own
    spec = importlib.util.spec_from_file_location("judge_mujoco", PLACE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def longest_slide(verdict: dict[str, Any]) -> float | None:
    """Longest path of a loaded contact along the ground [m]; None where nothing touches."""
    paths = verdict.get("slide_inner", {}).get("total_path_per_contact", {})
    return max(paths.values()) if paths else None
