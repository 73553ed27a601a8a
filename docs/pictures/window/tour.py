"""Runs inside a Blender with a window, performs a tour's steps and takes pictures.

blender --factory-startup --python tour.py -- FOLDER SCREEN PYTHON SCALE dark|light TOUR [NAME ...]

TOUR is panels, sights, minutes, first_time, pointer or trials.
"""

import importlib
import json
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
bpy: Any = importlib.import_module("bpy")
PAUSE = 0.2  # s, for Blender to process events


def go(folder: Path, memory: Path, tour: str, names: list[str]) -> Iterator[float]:
    """Takes a tour's pictures, or the named ones; yields the seconds that Blender needs before the next step."""
    from docs.pictures.window.stage import Stage

    stage = Stage(folder, memory)
    tours = {
        "panels": _panels,
        "sights": _sights,
        "minutes": _minutes,
        "first_time": _first_time,
        "pointer": _pointer,
        "trials": _trials,
    }
    yield from tours[tour](stage, names)


def _panels(stage: Any, names: list[str]) -> Iterator[float]:
    from docs.pictures.window.panels import take_panels

    _enable_rigify()
    yield from stage.set_up(shading="WIREFRAME")
    yield from take_panels(stage, names)


def _sights(stage: Any, names: list[str]) -> Iterator[float]:
    from docs.pictures.window.sights import SIGHTS

    _enable_rigify()
    yield from stage.set_up(shading="SOLID", has_sidebar=False)
    for picture, show in SIGHTS.items():
        if not names or Path(picture).stem in names:
            yield from show(stage)


def _minutes(stage: Any, _names: list[str]) -> Iterator[float]:
    from docs.pictures.window.minutes import PICTURES, follow

    yield from stage.set_up(shading="SOLID", has_toolbar=True)
    found: dict[str, str] = {}
    yield from follow(stage, found, PICTURES)
    (stage.folder / "minutes.json").write_text(json.dumps(found), encoding="utf-8")


def _first_time(stage: Any, names: list[str]) -> Iterator[float]:
    from docs.pictures.window.minutes import follow

    yield from stage.set_up(shading="SOLID", has_toolbar=True)
    yield from follow(stage, {}, names)


def _pointer(stage: Any, _names: list[str]) -> Iterator[float]:
    from docs.pictures.window.drags import drag_all
    from docs.pictures.window.pointer import RESULTS

    _enable_rigify()
    yield from stage.set_up(shading="SOLID", has_sidebar=False)
    yield from drag_all(stage, RESULTS)


def _trials(stage: Any, _names: list[str]) -> Iterator[float]:
    from docs.pictures.window.controls import try_all
    from docs.pictures.window.pointer import RESULTS

    _enable_rigify()
    yield from stage.set_up(shading="SOLID", has_toolbar=True)
    yield from try_all(stage, RESULTS)


def _dress(scale: float, theme: str) -> None:
    """Sets scale and theme of Blender's interface."""
    bpy.context.preferences.view.ui_scale = scale
    if theme == "light":
        folder = next(iter(bpy.utils.preset_paths("interface_theme")))
        file = str(Path(folder) / "Blender_Light.xml")
        bpy.ops.script.execute_preset(filepath=file, menu_idname="USERPREF_MT_interface_theme_presets")


def _enable_rigify() -> None:
    """Enables Rigify, for a character."""
    importlib.import_module("addon_utils").enable("rigify", default_set=True)


def _choose_solver(python: str) -> None:
    """Uses Blender's own Python if it has the solver's packages, as with a built extension; else the developer's."""
    from docs.pictures.manual.blender import MODULE

    try:
        bpy.ops.spacetime.check_solver(blocking=True)
    except RuntimeError:  # how Blender informs a script that an operator reported an error
        bpy.context.preferences.addons[MODULE].preferences.solver_python = python
        bpy.ops.spacetime.check_solver(blocking=True)


def _go_on(steps: Iterator[float]) -> float:
    """Blender timer that performs the next step, and closes the window at the end or after an error."""
    try:
        return next(steps)
    except StopIteration:
        bpy.ops.wm.quit_blender()
    except Exception:  # noqa: BLE001  the last fence: Blender would go on for ever
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)  # Blender would quit without an error message
    return PAUSE


def _begin(folder: str, memory: str, solver_python: str, tour: str, names: list[str]) -> Iterator[float]:
    _choose_solver(solver_python)
    yield from go(Path(folder), Path(memory), tour, names)


if __name__ == "__main__":
    folder, memory, solver_python, scale, theme, tour, *names = sys.argv[sys.argv.index("--") + 1 :]
    sys.path.insert(0, str(ROOT))
    bpy.context.preferences.view.show_splash = False
    _dress(float(scale), theme)
    steps = _begin(folder, memory, solver_python, tour, names)
    bpy.app.timers.register(lambda: _go_on(steps), first_interval=PAUSE)
