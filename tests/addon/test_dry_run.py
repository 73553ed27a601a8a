"""What a space would be, told by the real solver beside Blender before it is solved."""

import re

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces

from tests.addon.processes import is_alive
from tests.support.event_turns import turn_freely_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import operators, words
from tests.support.seconds import expect_within, seconds_of
from tests.support.varied_motions import add, clips, drawn, lamp, space, state

__all__ = ["lamp"]  # a fixture


@pytest.mark.once
@needs_ipopt
def test_list_samples_tells_names_and_time(lamp):
    add("SPEED", 0.3, 0.5, 0.1)
    space().sampling, space().count, clips().workers = "BY_LOT", 5, 1
    assert bpy.ops.spacetime.preview_space() == {"FINISHED"}
    assert state().listed == ()  # the solver spreads them
    turn_freely_until(lambda: not spaces.is_busy())
    assert state().error == ""
    assert len(set(state().listed)) == 5
    text = words(drawn())
    assert re.search(r"5 to solve, about \d+ s: ", text)
    assert all(name.values in text for name in state().listed)
    assert {name.space for name in state().listed} == {"Variation"}


@needs_ipopt
def test_trying_is_stopped_at_once_and_says_so(lamp):
    add("SPEED", 0.3, 0.5, 0.1)
    bpy.ops.spacetime.preview_space()
    spaces.pump()
    items = drawn()
    assert "bpy.ops.spacetime.stop_space" in operators(items)
    assert "bpy.ops.spacetime.preview_space" not in operators(items)  # Stop is in its place
    assert "bpy.ops.spacetime.generate_space" in operators(items)
    pid = state().dry_run.process.pid
    expect_within(seconds_of(bpy.ops.spacetime.stop_space))
    spaces.wait()
    assert not is_alive(pid)
    assert state().error == ""
    assert "Stopped before the time could be estimated" in words(drawn())
    assert "bpy.ops.spacetime.preview_space" in operators(drawn())
    assert len(state().listed) == 3  # a grid is listed without the solver
    with pytest.raises(RuntimeError, match="No variations are being solved"):
        bpy.ops.spacetime.stop_space()


@needs_ipopt
@pytest.mark.once
def test_time_that_cannot_be_told_is_an_error(lamp, tmp_path):
    (tmp_path / "broken.sqlite").write_text("no store")
    clips().store = str(tmp_path / "broken.sqlite")
    add("SPEED", 0.3, 0.5, 0.1)
    bpy.ops.spacetime.preview_space()
    spaces.wait()
    assert "broken.sqlite" in state().error
    assert "the clip store cannot be used" in words(drawn())
