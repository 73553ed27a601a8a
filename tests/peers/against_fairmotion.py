"""How many times as fast all pairs of windows are compared as by fairmotion's motion graph, on the same clips."""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.processes import pip, run
from solver.clip.clip import Clip
from solver.formats.bvh import write_bvh
from solver.library.graph.windows import windows
from solver.motion.pieces import piece

PYTHON = "FAIRMOTION_PYTHON"  # names an interpreter that has fairmotion
FOLDER = ROOT / "build" / "fairmotion"  # an environment of its own, set up where none is named
FAIRMOTION = (
    "fairmotion==0.0.4"  # without its requirements: a torch of 2020, which its motion graph does not need
)
NEEDED = ("numpy==1.26.4", "scipy==1.11.4", "networkx==3.2.1", "tqdm==4.66.1", "matplotlib==3.8.2")
CLIPS, SECONDS, WINDOW, STRIDE, MOST = 8, 4.0, 0.5, 0.5, 0.15  # s of each clip, of a window, between nodes; m


def fairmotion_ratio(clips: list[Clip]) -> float | None:
    """Its processor time for a pair of windows over ours; None, with the reason printed, where it cannot be installed.

    Args:
        clips: cycles of one character and rate; the first few are played for some seconds.
    """
    motions = [piece(clip.motion, 0, round(SECONDS * clip.motion.fps)) for clip in clips[:CLIPS]]
    with tempfile.TemporaryDirectory(prefix="spacetime-fairmotion-") as folder:
        files = [Path(folder) / f"{k}.bvh" for k in range(len(motions))]
        for motion, file in zip(motions, files, strict=True):
            write_bvh(motion, file)
        script = Path(__file__).with_name("fairmotion_graph.py")
        numbers = (str(value) for value in (WINDOW, STRIDE, motions[0].fps))
        try:
            told = run(
                [_python(), script, *numbers, *files],
                step="timing fairmotion",
                environment={"PYTHONPATH": str(ROOT)},
            )
        except SetupFailure as error:
            print(f"fairmotion does not run here: {error}")
            return None
    theirs = json.loads(told.strip().splitlines()[-1])
    length = max(round(WINDOW * motions[0].fps), 1)
    began = time.process_time()
    found = windows(motions, length)
    found.minima(MOST)
    ours = (time.process_time() - began) / len(found.frame) ** 2
    ratio = theirs["seconds"] / theirs["pairs"] / ours
    print(
        f"a pair of windows: fairmotion {1e3 * theirs['seconds'] / theirs['pairs']:.2g} ms, here {1e6 * ours:.2g} µs"
    )
    return float(np.round(ratio))


def _python() -> Path:
    """An interpreter that has fairmotion; it is installed if need be.

    Raises:
        SetupFailure: it cannot be installed.
    """
    named, own = os.environ.get(PYTHON), FOLDER / "bin" / "python"
    if named:
        return Path(named)
    if not (FOLDER / "ready").exists():
        run([sys.executable, "-m", "venv", "--clear", FOLDER], step="an environment for fairmotion")
        pip(own, "install", "--no-deps", FAIRMOTION, step="installing fairmotion")
        pip(own, "install", *NEEDED, step="installing what fairmotion's motion graph needs")
        (FOLDER / "ready").touch()
    return own
