"""Scenes in which something that Blender keeps has been damaged; every panel, overlay and button then meets it.

The add-on must be registered before this is imported.
"""

import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from bl_ext.user_default.spacetime_animator.addon import operators, panels
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import (
    BAKED_SOURCE,
    PREVIOUS_ACTION,
    PREVIOUS_SLOT,
)
from bl_ext.user_default.spacetime_animator.addon.overlays.figure import FIGURE_OVERLAYS
from bl_ext.user_default.spacetime_animator.addon.overlays.physics import OVERLAYS
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_figure
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown, shown_stripe, shown_touches
from bl_ext.user_default.spacetime_animator.addon.overlays.strip_bars import labels, strip_bars
from bl_ext.user_default.spacetime_animator.addon.overlays.stripe_bar import bars
from bl_ext.user_default.spacetime_animator.addon.preferences import ROOT_PACKAGE
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action as kept
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.doubts import DOUBTS
from bl_ext.user_default.spacetime_animator.addon.result.ghost import unskinned_ghosts
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces
from bl_ext.user_default.spacetime_animator.addon.strips.read_strips import read_strips, timing_words
from bl_ext.user_default.spacetime_animator.addon.strips.view import fit

from tests.fuzz.damages import CHARACTER, DAMAGES, TAKE
from tests.fuzz.fuzz import SOLVER, Case
from tests.support.imports import ROOT
from tests.support.panels import sidebar

OLD = ROOT / "tests" / "data" / "first_release"
FAULT = "Traceback (most recent call last)"
TURNS = 40  # of the event loop, after each button
MODAL = ("drag_phase", "point_at_phase")  # they wait for the mouse


def draw_scene(rng: np.random.Generator) -> Case:
    """A scene with one to three damages, of which all is drawn and every button pressed."""
    seed = int(rng.integers(2**32))
    return f"scene {seed}", lambda: meet(np.random.default_rng(seed), int(rng.integers(1, 4)))


def meet(rng: np.random.Generator, number: int) -> None:
    """Opens, damages, looks and presses.

    Raises:
        AssertionError: Python errors have left, with what was damaged.
    """
    with without_solver():
        open_whole()
        damages = [DAMAGES[int(rng.integers(len(DAMAGES)))](rng) for _ in range(number)]
        faults = look() + press(rng.permutation(buttons()).tolist())
    assert not faults, f"{len(faults)} after {damages}: " + "\n".join(faults)


@contextlib.contextmanager
def without_solver() -> Iterator[None]:
    """Lets SOLVER stand in for the solver, and leaves nothing going on."""
    preferences = bpy.context.preferences.addons[ROOT_PACKAGE].preferences
    before, preferences.solver_python = preferences.solver_python, SOLVER
    try:
        yield
    finally:
        _end_all()
        preferences.solver_python = before


def _end_all() -> None:
    session.stop()
    spaces.stop()
    event_loop.stop()


def open_whole() -> bpy.types.Object:
    """Opens the scene as it was before any damage; gives the character."""
    _end_all()
    whole = _whole()
    store = whole.with_name("hops.sqlite")
    if store.is_dir():
        store.rmdir()
    shutil.copy(OLD / store.name, store)
    bpy.ops.wm.open_mainfile(filepath=str(whole))
    found = bpy.data.objects[CHARACTER]
    bpy.context.view_layer.objects.active = found
    return found


@cache
def _whole() -> Path:
    """A real solved motion on the ghost, with all that an action can keep, two takes, goals and a space."""
    folder = Path(tempfile.mkdtemp(prefix="spacetime-fuzz-"))
    bpy.ops.wm.open_mainfile(filepath=str(OLD / "hop.blend"))
    rig = bpy.data.objects[CHARACTER]
    bpy.context.view_layer.objects.active = rig
    take = bpy.data.actions[TAKE]
    own = actions.duplicate(take)
    own.name = "Mine"
    baked = actions.duplicate(take)
    for each in (own, baked):
        for name in [*each.keys()]:
            del each[name]
    actions.assign(rig, own)
    take[PREVIOUS_ACTION], take[PREVIOUS_SLOT], take[BAKED_SOURCE] = own, actions.slot_of(rig), baked
    doubt = {"kind": "deep", "subject": "foot", "frame": 3, "found": 0.1, "expected": 0.0}
    take[DOUBTS] = json.dumps([doubt])
    take[kept.WAY], take[kept.WAY_FPS] = np.tile(np.eye(4), (16, 1, 1)).ravel().tolist(), 24.0
    take[kept.ON_THE_SPOT] = take[kept.ATTEMPT] = False
    rig.spacetime.space.dimensions.add().name = "speed"
    shutil.copy(OLD / "hops.sqlite", folder)
    bpy.context.scene.spacetime.clips.store = str(folder / "hops.sqlite")
    second = actions.duplicate(take)
    at_once(review.proposing(rig, second))
    at_once(review.proposing(rig, take))
    path = folder / "whole.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path), copy=True)
    return path


def buttons() -> list[str]:
    """All operators of the add-on that do not wait for the mouse."""
    found = {each.bl_idname.partition(".")[2] for each in operators.CLASSES}
    return sorted(name for name in found if name and name not in MODAL)


def look() -> list[str]:
    """Draws every panel and overlay; the Python errors that leave."""
    draws = {panel.__name__: _panel(panel) for panel in panels.PANELS}
    found = []
    for name, draw in {**draws, "overlays": _overlays}.items():
        with _heard() as printed:
            try:
                draw()
            except Exception as error:  # noqa: BLE001  that is what is looked for
                found.append(f"{name}: {_last_line(error)}")
        found += [f"{name}: {each}" for each in printed]
    return found


def press(names: list[str]) -> list[str]:
    """Presses buttons one after the other; the Python errors that leave."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        given = _given(Path(folder))
        for name in names:
            _activate(bpy.data.objects.get(CHARACTER))
            with _heard() as printed:
                try:
                    getattr(bpy.ops.spacetime, name)(**given.get(name, {}))
                    for _ in range(TURNS):
                        if not event_loop.is_busy():
                            break
                        event_loop.turn()
                except RuntimeError as error:
                    if FAULT in str(error):
                        found.append(f"{name}: {_said(str(error))}")
                except Exception as error:  # noqa: BLE001  that is what is looked for
                    found.append(f"{name}: {_last_line(error)}")
            found += [f"{name}: {each}" for each in printed]
            event_loop.stop()
    return found


def _activate(rig: bpy.types.Object | None) -> None:
    """Makes the character the one that buttons work on, as others may have chosen another."""
    if rig is not None and rig.name in bpy.context.view_layer.objects:
        bpy.context.view_layer.objects.active = rig


def _given(folder: Path) -> dict[str, dict[str, Any]]:
    """What some buttons ask for."""
    (folder / "odd.bvh").write_text("HIERARCHY\nROOT a\n{\n")
    return {
        "export": {"filepath": str(folder / "one.bvh"), "file_format": "BVH"},
        "export_many": {"directory": str(folder), "file_format": "BVH", "blocking": True},
        "import_bvh": {"filepath": str(folder / "odd.bvh")},
        "save_bone_map": {"name": "../odd"},
        "load_bone_map": {"filepath": str(folder / "odd.bvh")},
    }


def _panel(panel: Any) -> Callable[[], None]:
    def draw() -> None:
        with sidebar():
            if panel.poll(bpy.context) if hasattr(panel, "poll") else True:
                menu = bpy.context.window_manager.popmenu_begin__internal(title="", icon="NONE")
                panel.draw(_Drawn(menu.layout), bpy.context)

    return draw


class _Drawn:
    """Stands for a panel while it draws."""

    def __init__(self, layout: Any) -> None:
        self.layout = layout


def _overlays() -> None:
    rig, scene = bpy.data.objects.get(CHARACTER), bpy.context.scene
    if rig is None:
        return
    for ghost in (rig, *unskinned_ghosts(rig)):
        figure = read_figure(ghost)
        if figure is not None:
            for draw in FIGURE_OVERLAYS.values():
                draw(figure)
    seen = shown(rig, scene.frame_current)
    if seen is not None:
        for overlay in OVERLAYS.values():
            overlay(seen.physics, seen.frame)
    stripe = shown_stripe(rig)
    if stripe is not None:
        bars(stripe, lambda frame: 10 * frame, 100)
    strips, view = read_strips(rig, scene), fit((0.0, 50.0), (800, 300), 2, scale=1.0, has_markers=False)
    if strips is not None and view is not None:
        strip_bars(strips, shown_touches(rig), view)
        list(labels(strips, timing_words(rig.spacetime.motion), view))


@contextlib.contextmanager
def _heard() -> Iterator[list[str]]:
    """What Blender prints of errors in ``poll``, timers and updates, one line each."""
    found: list[str] = []
    sys.stderr.flush()
    old = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield found
        finally:
            sys.stderr.flush()
            os.dup2(old, 2)
            os.close(old)
            file.seek(0)
            text = file.read().decode("utf-8", "replace")
    for part in text.split(FAULT)[1:]:
        lines = part.splitlines()[1:]
        found.append(next((each for each in lines if each and not each.startswith(" ")), "?"))


def _said(report: str) -> str:
    """The line of a traceback that says what the error is."""
    lines = report.strip().splitlines()
    return next(each for each in reversed(lines) if each[:1].strip() and not each.startswith("Location:"))


def _last_line(error: Exception) -> str:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = (
        f" ({Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno})" if place is not None else ""
    )
    return f"{type(error).__name__}: {error}{where}"
