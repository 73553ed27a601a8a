"""An export beside Blender, followed to its end."""

import time

import bpy
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop

from tests.addon.processes import PATIENCE
from tests.support.seconds import expect_free, seconds_of


def to_the_end():
    """Turn Blender's event loop until nothing goes on; no turn may be long."""
    deadline, turns = time.monotonic() + PATIENCE, [0.0]
    while event_loop.is_busy():
        assert time.monotonic() < deadline, "the export never ended"
        turns.append(seconds_of(event_loop.turn))
        time.sleep(event_loop.PERIOD)
    expect_free(turns)
    return bpy.context.window_manager.spacetime
