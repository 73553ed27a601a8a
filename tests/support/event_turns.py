"""Turns of Blender's event loop, one after the other."""

import time

from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop


def turns_to_the_end(most=10_000):
    """Run the event loop; give the number of its turns."""
    turns = 0
    while event_loop.is_busy():
        event_loop.turn()
        time.sleep(0.001)  # as Blender's timer does, for threads to work
        turns += 1
        assert turns < most
    return turns


def small_budget(monkeypatch):
    """Let every turn of the event loop do a single step, as on a rig whose steps take long."""
    monkeypatch.setattr(event_loop, "BUDGET", 1e-9)
