"""Pictures of variations fill in while they are solved; without a saved file they are kept for the time being."""

import time
from pathlib import Path

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.library.thumbnails import thumbnails
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces
from bl_ext.user_default.spacetime_animator.addon.spaces.store_file import store_file
from bl_ext.user_default.spacetime_animator.solver.store.clip_store import ClipStore
from bl_ext.user_default.spacetime_animator.solver.store.merge import add_spaces
from bl_ext.user_default.spacetime_animator.solver.store.sample_table import space_names

from tests.support.ipopt import needs_ipopt
from tests.support.panels import words
from tests.support.varied_motions import add, clips, drawn, lamp, shown, space, state, way_of

__all__ = ["lamp"]  # a fixture


@pytest.mark.once
@needs_ipopt
def test_pictures_fill_in_and_a_click_shows_the_motion(lamp):
    """Without a saved file; the pictures come while others are being solved."""
    add("SPEED", 0.3, 0.5, 0.1)
    add("SETTING", -9.81, 0.0, 9.81, setting="GRAVITY", name="gravity")
    space().where, clips().workers = "gravity < 0 or speed == 0.4", 1
    assert bpy.ops.spacetime.generate_space() == {"FINISHED"}
    early = set()
    while state().is_generating:
        spaces.pump()
        if state().solved is not None:
            drawn()  # asks for the pictures
            thumbnails_pumped()
        if state().is_generating:
            early |= set(thumbnails.pictures)
        time.sleep(0.005)
    spaces.wait()
    found = state().solved
    drawn()
    thumbnails_pumped()
    names = {row.name for row in found.rows if row.state == "solved"}
    assert len(names) == 3
    assert set(thumbnails.pictures) == {f"{found.store} {name}" for name in names}
    assert early
    pictures = [np.array(thumbnails.pictures[name].image_pixels_float) for name in thumbnails.pictures]
    assert all(picture.max() > 0.5 for picture in pictures)
    assert not np.array_equal(pictures[0], pictures[-1])
    buttons = [item for item in drawn() if "show_sample" in item.get("operator", "")]
    assert len(buttons) == 4
    assert "speed 0.4 gravity 0: no solution" in words(buttons)
    chosen = next(row for row in found.rows if row.name.startswith("Variation speed=0.5"))
    assert bpy.ops.spacetime.show_sample(index=chosen.index) == {"FINISHED"}
    spaces.wait()
    assert shown() == chosen.name
    speed, gravity = space().dimensions
    assert (speed.at, gravity.at) == pytest.approx((1.0, 0.0))
    assert way_of(lamp.spacetime.ghost) == pytest.approx(
        found.clip(shown()).job.cycle.translation[0], abs=1e-3
    )


def thumbnails_pumped():
    while event_loop.is_busy(thumbnails):
        event_loop.pump(thumbnails)


@needs_ipopt
def test_what_was_solved_before_the_file_was_saved_lasts(lamp, tmp_path):
    add("SETTING", 0.5, 1.0, 0.5, setting="EFFORT", name="effort")
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    temporary = state().solved.store
    assert temporary.parent == Path(bpy.app.tempdir)
    assert state().solved.counts["solved"] == 2
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "hop.blend"))
    spaces.wait()
    assert not state().error
    assert state().solved.store == tmp_path / "hop.clips.sqlite"
    assert state().solved.counts["solved"] == 2
    assert not list(temporary.parent.glob("variations*"))
    assert bpy.ops.spacetime.show_sample(index=1) == {"FINISHED"}
    spaces.wait()
    assert shown() == "Variation effort=1"
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "hop.blend"))
    bpy.ops.spacetime.load_space()
    spaces.wait()
    assert state().solved.counts["solved"] == 2


@pytest.mark.once
@needs_ipopt
def test_saving_over_a_file_that_has_such_variations_keeps_both(lamp, tmp_path):
    add("SETTING", 0.5, 1.0, 0.5, setting="EFFORT", name="effort")
    for _ in range(2):
        assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
        temporary = state().solved.store
        bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "hop.blend"), copy=True)  # stays unsaved
        assert store_file(bpy.context.scene) == temporary
        with ClipStore(tmp_path / "hop.clips.sqlite") as store:
            begun = space_names(store)
        if not begun:
            add_spaces(tmp_path / "hop.clips.sqlite", temporary)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "hop.blend"))
    spaces.wait()
    assert "there are already variations named 'Variation'" in state().error
    assert temporary.is_file()
    with ClipStore(tmp_path / "hop.clips.sqlite", create=False) as store:
        assert len(store.names()) == 2
