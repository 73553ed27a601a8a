"""Turns of Blender's event loop while a ghost follows edits."""

import time

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.runtime.process import running
from bl_ext.user_default.spacetime_animator.addon.solve import live as live_module
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.solve.live import live

from tests.support.event_turns import turn_until

SOON = 1.0  # s for a canceled comparison; starting a solver takes as long


def settle():
    """Wait until the motion of the last edit is a take, or is reported not to be."""
    live.touch()  # as Blender does for most edits, and polling for the others
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_module, "PAUSE", 0.0)  # no more edits follow
        return turn_until(lambda: not live.is_busy and session.current() is None)


def run():
    """Texts of the panel."""
    return bpy.context.window_manager.spacetime


def start():
    """Turn Live on and wait for its first motion."""
    assert bpy.ops.spacetime.live() == {"FINISHED"}
    settle()


def end():
    """Turn Live off; the persistent solver serves the next test if it is soon idle, and is killed otherwise."""
    live.stop()
    deadline = time.monotonic() + SOON
    while not all(each.is_idle for each in running) and time.monotonic() < deadline:
        time.sleep(0.01)
    session.stop()


def last_clip(armature_object):
    """Return the clip on an armature's ghost."""
    return clip_of(armature_object.spacetime.pending)
