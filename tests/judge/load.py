"""The physics judge, independent of the solver: the one next to the repository if present, else tests/judge.

The former uses MuJoCo for comparison and reports more; the figures of both have the same names.
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
    """A module with a function ``judge`` that takes a motion JSON."""
    if not PLACE.exists():
        return own
    spec = importlib.util.spec_from_file_location("judge_mujoco", PLACE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def longest_slide(verdict: dict[str, Any]) -> float | None:
    """Longest path of a loaded contact along the ground [m]; None without contacts."""
    paths = verdict.get("slide_inner", {}).get("total_path_per_contact", {})
    return max(paths.values()) if paths else None
