"""Turns of Blender's event loop while a ghost follows edits."""

import time

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import live as live_module
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.solve.live import live

from tests.addon.processes import PATIENCE
from tests.support.seconds import seconds_of


def turn_until(reached):
    """Turn Blender's event loop; give the seconds of each turn."""
    deadline, turns = time.monotonic() + PATIENCE, []
    while not reached():
        assert time.monotonic() < deadline, bpy.context.window_manager.spacetime.live_text
        turns.append(seconds_of(event_loop.turn))
        time.sleep(event_loop.PERIOD)
    return turns


def settle():
    """Wait until the motion of the last edit is a take, or is told not to be."""
    live.touch()  # as Blender does for most edits, and a look now and then for the others
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_module, "PAUSE", 0.0)  # nothing is edited any more
        return turn_until(lambda: not live.is_busy and session.current() is None)
