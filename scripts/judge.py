"""The independent physics judge, which knows nothing of this program; it lies beside the repository, or is absent."""

import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

from scripts.environment import ROOT

PLACE = ROOT.parent / "shared" / "judge" / "judge_mujoco.py"


@cache
def load_judge() -> ModuleType | None:
    """The judge, if it is there."""
    if not PLACE.exists():
        return None
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
