"""What a space would be, told by the real solver beside Blender before it is solved."""

import re
import time

import bpy
from bl_ext.user_default.spacetime_animator.addon.spaces import session as spaces

from tests.addon.held_up import LONGEST_BLOCK, seconds_of
from tests.addon.test_panel import words
from tests.addon.test_space import add, drawn, lamp, needs_ipopt, space

__all__ = ["lamp"]  # a fixture


@needs_ipopt
def test_list_samples_tells_names_and_time(lamp):
    add("SPEED", 0.3, 0.5, 0.1)
    space().sampling, space().count, space().workers = "BY_LOT", 5, 1
    assert bpy.ops.spacetime.preview_space() == {"FINISHED"}
    assert spaces.listed() == ()  # the solver spreads them
    blocks = []
    while spaces.is_busy():
        blocks.append(seconds_of(spaces._tick))
        time.sleep(0.01)
    assert max(blocks) < LONGEST_BLOCK
    assert spaces.error() == ""
    assert len(set(spaces.listed())) == 5
    text = words(drawn())
    assert re.search(r"5 to solve, about \d+ s: ", text)
    assert all(name in text for name in spaces.listed())


@needs_ipopt
def test_time_that_cannot_be_told_is_an_error(lamp, tmp_path):
    (tmp_path / "broken.sqlite").write_text("no store")
    space().store = str(tmp_path / "broken.sqlite")
    add("SPEED", 0.3, 0.5, 0.1)
    bpy.ops.spacetime.preview_space()
    spaces.wait()
    assert "broken.sqlite" in spaces.error()
    assert "the clip store cannot be used" in words(drawn())
