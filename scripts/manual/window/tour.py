"""Runs inside a Blender with a window: opens one panel after another there and takes its picture.

blender --factory-startup --enable-event-simulate --python tour.py -- FOLDER PYTHON PACKAGES [PANEL ...]
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


def tour(folder: Path, solver_python: str, names: list[str]) -> Iterator[float]:
    """Takes every picture, or those with these names; yields whenever Blender is to work, and for how long."""
    from scripts.manual.window import addon
    from scripts.manual.window.scenes import SCENES
    from scripts.manual.window.stage import Stage

    addon.enable(solver_python)
    stage = Stage(folder)
    yield from stage.set_up()
    for prepare, pictured in SCENES:
        wanted = [name for name in pictured if not names or name in names]
        if wanted:
            with stage.context():
                prepare()
        for name in wanted:
            yield from stage.take(name)


def _go_on(steps: Iterator[float]) -> float:
    """A timer of Blender's: the next step; at the end, good or bad, the window closes."""
    try:
        return next(steps)
    except StopIteration:
        code = 0
    except Exception:  # noqa: BLE001  the last fence: Blender would go on for ever
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # an old Blender falls over what it cannot unregister


if __name__ == "__main__":
    folder, solver_python, packages, *names = sys.argv[sys.argv.index("--") + 1 :]
    sys.path.insert(0, str(ROOT))
    sys.path.append(packages)
    bpy.context.preferences.view.show_splash = False
    steps = tour(Path(folder), solver_python, names)
    bpy.app.timers.register(lambda: _go_on(steps), first_interval=PAUSE)
