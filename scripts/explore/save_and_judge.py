"""Saves motions found by exploration for the judge."""

import json
from pathlib import Path

from scripts.gallery.judgement import FAULTS, judgement
from solver.clip.clip import Clip
from solver.formats.motion_json import to_motion_json


def save_and_judge(clip: Clip, folder: Path, name: str, words: str) -> list[str]:
    """Saves a motion and prints how physical it is; returns its name if it is not."""
    clip.save(folder / f"{name}.npz")  # for pose sheets
    (folder / f"{name}.motion.json").write_text(json.dumps(to_motion_json(clip)), encoding="utf-8")
    line = judgement(clip)
    print(f"{name}: {words}; {line}", flush=True)
    return [name] if any(fault in line for fault in FAULTS) else []
