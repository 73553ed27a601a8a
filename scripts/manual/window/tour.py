"""Runs inside a Blender with a window: opens one panel after another there and takes its picture.

blender --factory-startup --python tour.py -- FOLDER SCREEN PYTHON [PANEL ...]
"""

import importlib
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
bpy: Any = importlib.import_module("bpy")
PAUSE = 0.2  # s, in which Blender works off what has happened


def tour(folder: Path, memory: Path, solver_python: str, names: list[str]) -> Iterator[float]:
    """Takes every picture, or those with these names; yields whenever Blender is to work, and for how long."""
    from scripts.manual.window.scenes import SCENES
    from scripts.manual.window.stage import Stage

    importlib.import_module("addon_utils").enable("rigify", default_set=True)  # for a character
    _choose_solver(solver_python)
    stage = Stage(folder, memory)
    yield from stage.set_up()
    for prepare, pictured in SCENES:
        wanted = [name for name in pictured if not names or name in names]
        if wanted:
            with stage.context():
                prepare()
        for name in wanted:
            yield from stage.take(name)


def _choose_solver(python: str) -> None:
    """Blender's own Python where it has the solver's packages, as with a built extension; else the developer's."""
    from scripts.manual.blender import MODULE

    try:
        bpy.ops.spacetime.check_solver(blocking=True)
    except RuntimeError:  # how Blender tells a script that an operator reported an error
        bpy.context.preferences.addons[MODULE].preferences.solver_python = python
        bpy.ops.spacetime.check_solver(blocking=True)


def _go_on(steps: Iterator[float]) -> float:
    """A timer of Blender's: the next step; at the end, good or bad, the window closes."""
    try:
        return next(steps)
    except StopIteration:
        bpy.ops.wm.quit_blender()
    except Exception:  # noqa: BLE001  the last fence: Blender would go on for ever
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)  # Blender quits without a word of failure
    return PAUSE


if __name__ == "__main__":
    folder, memory, solver_python, *names = sys.argv[sys.argv.index("--") + 1 :]
    sys.path.insert(0, str(ROOT))
    bpy.context.preferences.view.show_splash = False
    steps = tour(Path(folder), Path(memory), solver_python, names)
    bpy.app.timers.register(lambda: _go_on(steps), first_interval=PAUSE)
