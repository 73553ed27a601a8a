"""Whoever renames a rig or a motion goes on with the space that is solved already."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.examples import add_example
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces
from bl_ext.user_default.spacetime_animator.solver.store.clip_store import ClipStore

from tests.addon.rigs import cast_with_a_small_one
from tests.support.characters import activate
from tests.support.ipopt import needs_ipopt
from tests.support.panels import words
from tests.support.varied_motions import add, clips, drawn, shown, space, state

pytestmark = pytest.mark.once


@pytest.fixture
def lamp(tmp_path):
    lamp = at_once(add_example(bpy.context.scene, "HOPPER"))
    bpy.context.view_layer.update()
    activate(lamp)
    clips().store, clips().workers = str(tmp_path / "clips.sqlite"), 1
    yield lamp
    spaces.stop()


def forget(name):
    """Make it a sample that the run before has not come to."""
    with ClipStore(spaces.state_of(bpy.context.object).solved.store) as store:
        store.file.change("UPDATE samples SET state = 'cancelled', clip = NULL WHERE name = ?", (name,))
        store.delete(name)


@needs_ipopt
def test_a_renamed_rig_and_motion_go_on(lamp):
    former = lamp.name
    add("SPEED", 0.3, 0.5, 0.1)
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    forget("Variation speed=0.5")
    lamp.name, lamp.data.name, lamp.spacetime.motion.motion_name = "Luxo", "LuxoRig", "Skip"
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    assert "3 of 3 solved" in words(drawn())
    with ClipStore(state().solved.store) as store:
        assert {store.about(name)["character"] for name in store.names()} == {former}
    assert bpy.ops.spacetime.preview_space() == {"FINISHED"}
    spaces.wait()
    assert state().expected.startswith("0 to solve")
    assert bpy.ops.spacetime.load_space() == {"FINISHED"}
    spaces.wait()
    space().dimensions[0].at = 1.0
    spaces.wait()
    assert shown() == "Variation speed=0.5"
    assert spaces.shown(state()).character == lamp


@needs_ipopt
def test_one_renamed_of_several_is_still_shown(lamp):
    cast, small = cast_with_a_small_one(lamp, 0.9)
    lamp.name, small.name = "Big", "Small"
    add("CHARACTER", 0, 1, 1, collection=cast, name="who")
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    forget("Variation who=Small")
    small.name = "Another"  # alphabetically before the other one now
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    assert "2 of 2 solved" in words(drawn())
    for share, name, character in ((0.0, "Big", lamp), (1.0, "Small", small)):
        space().dimensions[0].at = share
        spaces.wait()
        assert (shown(), spaces.shown(state()).character) == (f"Variation who={name}", character)
