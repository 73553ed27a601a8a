"""Turns of Blender's event loop."""

import time

import bpy
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop

from tests.addon.processes import PATIENCE
from tests.support.seconds import expect_free, seconds_of


def turn_until(reached):
    """Turn Blender's event loop as often as Blender does; return the seconds of each turn."""
    deadline, turns = time.monotonic() + PATIENCE, []
    while not reached():
        state = bpy.context.window_manager.spacetime
        assert time.monotonic() < deadline, (state.doing, state.live_text)
        turns.append(seconds_of(event_loop.turn))
        time.sleep(event_loop.PERIOD)
    return turns


def turn_freely_until(reached):
    """The same; no turn may be long, regardless of other programs."""
    expect_free([0.0, *turn_until(reached)])


def turns_to_the_end(most=10_000):
    """Run the event loop; return the number of its turns."""
    turns = 0
    while event_loop.is_busy():
        event_loop.turn()
        time.sleep(0.001)  # as Blender's timer does, so that threads can run
        turns += 1
        assert turns < most
    return turns


def small_budget(monkeypatch):
    """Limit every turn of the event loop to a single step, as on a rig with slow steps."""
    monkeypatch.setattr(event_loop, "BUDGET", 1e-9)
