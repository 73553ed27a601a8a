"""Runs a background export to its end."""

import bpy
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop

from tests.support.event_turns import turn_freely_until


def to_the_end():
    """Turn Blender's event loop until nothing is running; no turn may be long."""
    turn_freely_until(lambda: not event_loop.is_busy())
    return bpy.context.window_manager.spacetime
