"""Each character has its own space of motions, with clips, sliders and solving of its own."""

import time
from itertools import count

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.files import earlier_versions
from bl_ext.user_default.spacetime_animator.addon.motion.examples import add_example
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve.live_preview import GhostPreview
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces
from bl_ext.user_default.spacetime_animator.addon.spaces.solved_space import SolvedSpace

from tests.support.characters import activate, stored
from tests.support.ipopt import needs_ipopt
from tests.support.panels import operators, words
from tests.support.varied_motions import add, clips, drawn, shown, space, state

pytestmark = pytest.mark.once


@pytest.fixture
def lamps(tmp_path):
    """Two hopping lamps, each with a space of three motions by a name of its own, in one file of clips."""
    found = [at_once(add_example(bpy.context.scene, "HOPPER")) for _ in range(2)]
    bpy.context.view_layer.update()
    clips().store, clips().workers = str(tmp_path / "clips.sqlite"), 1
    for name, (low, high), lamp in zip(("Slow", "Fast"), ((0.2, 0.4), (0.4, 0.6)), found, strict=True):
        activate(lamp)
        add("SPEED", low, high, 0.1)
        space().space_name = name
    yield found
    spaces.stop()


def many():
    """Let the active character have 21 motions to solve, so that others have time to wait for it."""
    space().dimensions[0].steps = 21


def began(run):
    """Pumps until a run has solved something."""
    while run.tally is None or not run.tally.solved:
        assert not run.is_over, run.error
        spaces.pump()
        time.sleep(0.01)


def fail_once(monkeypatch):
    """Fail, and leave it at that."""
    monkeypatch.undo()
    return 1 / 0


def turns_to_the_end():
    """As Blender's event loop takes them."""
    while spaces.is_busy():
        event_loop.turn()
        time.sleep(0.001)


def test_dimensions_are_of_the_active_character(human):
    add("LOAD", 0.0, 10.0, 10.0, bone="foot.L")
    lamp = at_once(add_example(bpy.context.scene, "HOPPER"))
    activate(lamp)
    assert not space().dimensions
    with pytest.raises(RuntimeError, match="Nothing varies yet; press Vary"):
        bpy.ops.spacetime.preview_space()
    assert "load" not in words(drawn())
    activate(human)
    assert [row.bone for row in space().dimensions] == ["foot.L"]


@needs_ipopt
def test_two_spaces_are_solved_in_line_and_each_panel_shows_its_own(lamps):
    slow, fast = lamps
    activate(slow)
    many()
    for lamp in lamps:
        activate(lamp)
        assert bpy.ops.spacetime.generate_space() == {"FINISHED"}
    began(spaces.state_of(slow).generation)
    assert state().generation.process is None  # of the fast one, which waits
    assert "Queued" in words(drawn())
    assert "bpy.ops.spacetime.stop_space" in operators(drawn())
    spaces.wait()
    for lamp, name, n_samples, values in ((slow, "Slow", 21, (0.2, 0.4)), (fast, "Fast", 3, (0.4, 0.6))):
        activate(lamp)
        assert not state().generation.error
        assert f"{n_samples} of {n_samples} solved" in words(drawn())
        for share, value in zip((0.0, 1.0), values, strict=True):
            space().dimensions[0].at = share
            spaces.wait()
            assert shown() == f"{name} speed={value:g}"
        assert lamp.spacetime.ghost.animation_data.action["spacetime_preview"]
    activate(slow)
    assert not shown()  # the fast one's ghost is the only one
    with pytest.raises(RuntimeError, match="No variation is selected; click one first"):
        bpy.ops.spacetime.keep_sample()


@needs_ipopt
def test_a_space_in_line_is_taken_off_it(lamps):
    activate(lamps[0])
    many()
    bpy.ops.spacetime.generate_space()
    began(state().generation)
    activate(lamps[1])
    bpy.ops.spacetime.generate_space()
    assert bpy.ops.spacetime.stop_space() == {"FINISHED"}
    spaces.wait()
    assert state().generation.process is None
    assert "Removed from queue" in words(drawn())
    activate(lamps[0])
    assert "21 of 21 solved" in words(drawn())


@needs_ipopt
def test_a_deleted_character_stops_its_solving_and_the_next_goes_on(lamps):
    slow, fast = lamps
    activate(slow)
    row = space().dimensions[0]
    row.low, row.steps = 0.1, 31
    activate(fast)
    for lamp in lamps:
        activate(lamp)
        bpy.ops.spacetime.generate_space()
    run = spaces.state_of(slow).generation
    began(run)
    bpy.data.objects.remove(slow)
    spaces.wait()
    assert run.tally.solved < run.tally.total == 31
    activate(fast)
    assert "3 of 3 solved" in words(drawn())


@needs_ipopt
def test_a_copy_has_a_space_of_its_own(lamps):
    slow, _fast = lamps
    activate(slow)
    bpy.ops.spacetime.generate_space(blocking=True)
    copy = slow.copy()
    bpy.context.collection.objects.link(copy)
    bpy.context.view_layer.update()
    activate(copy)
    assert state().solved is None
    space().dimensions[0].high = 0.3
    assert slow.spacetime.space.dimensions[0].high == pytest.approx(0.4)
    with pytest.raises(RuntimeError, match="another space named 'Slow'; give this one a name of its own"):
        bpy.ops.spacetime.generate_space(blocking=True)
    space().space_name = "Copy"
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    space().dimensions[0].at = 1.0
    spaces.wait()
    assert shown() == "Copy speed=0.3"
    assert spaces.shown(state()).character == copy


@needs_ipopt
@pytest.mark.parametrize("culprit", ["generation", "reading", "ghost"])
def test_a_fault_ends_one_space_and_is_told_and_the_other_goes_on(lamps, monkeypatch, culprit):
    slow, fast = lamps
    activate(slow)
    state_of_slow = spaces.state_of(slow)
    if culprit == "ghost":
        bpy.ops.spacetime.generate_space(blocking=True)
        calls = count()  # the slider's own comes first
        monkeypatch.setattr(GhostPreview, "pump", lambda *_: next(calls) and 1 / 0)
        space().dimensions[0].at = 1.0
    else:
        many()
        bpy.ops.spacetime.generate_space()
        began(state_of_slow.generation)
        if culprit == "generation":
            monkeypatch.setattr(state_of_slow.generation, "pump", lambda: 1 / 0)
        else:
            monkeypatch.setattr(SolvedSpace, "read", lambda *_: fail_once(monkeypatch))
            spaces.load(state_of_slow, state_of_slow.generation.store, "Slow")
    activate(fast)
    state_of_fast = spaces.state_of(fast)
    spaces.load(state_of_fast, spaces.state_of(slow).generation.store, "Slow")
    bpy.app.timers.unregister(event_loop.turn)
    with pytest.raises(ZeroDivisionError):  # which Blender prints
        turns_to_the_end()
    assert "Internal error, see the system console: ZeroDivisionError" in state_of_slow.error
    assert not state_of_slow.may_stop
    assert state_of_slow.generation.process.finished is not None
    assert spaces.shown(state_of_slow) is None
    spaces.wait()
    assert state_of_fast.solved is not None
    activate(slow)
    assert "see the system console" in words(drawn())


@pytest.mark.parametrize("kind", ["LOAD", "LIMP"])
def test_a_renamed_bone_is_told_with_its_dimension(human, kind):
    add(kind, 0.5, 1.0, 0.5, bone="foot.L")
    human.data.bones["foot.L"].name = "paw.L"
    for contact in human.data.spacetime.contacts:
        contact.bone = contact.bone.replace("foot.L", "paw.L")
    bpy.context.view_layer.update()
    with pytest.raises(RuntimeError, match=f"'{kind.lower()}': .* has no bone 'foot.L'"):
        bpy.ops.spacetime.preview_space()


def test_a_character_of_which_nothing_is_kept_is_left_alone():
    armature = bpy.data.armatures.new("Bare")
    bare = bpy.data.objects.new("Bare", armature)
    earlier_versions.carry_over()
    assert not bare.is_property_set("spacetime")


def test_a_file_of_an_earlier_version_gives_each_character_the_space_of_its_scene(human, tmp_path):
    lamp = at_once(add_example(bpy.context.scene, "HOPPER"))
    lamp.spacetime.motion.speed = 0.4
    names, scene = (human.name, lamp.name), bpy.context.scene
    bone = {"name": "heavy", "kind": 4, "bone": "foot.L", "high": 20.0}
    former = {
        "space_name": "Walks",
        "store": "//walks.sqlite",
        "workers": 3,
        "where": "speed < 2",
        "sampling": 1,
    }
    former["dimensions"] = [{"name": "speed", "kind": 0, "low": 0.8, "high": 1.3, "step": 0.2}, bone]
    scene.spacetime.ground_height = 0.25
    stored(scene)["space"] = former  # as the version before kept it
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "former.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "former.blend"))
    human, lamp = (bpy.data.objects[name] for name in names)
    for each in (human, lamp):
        found = each.spacetime.space
        assert (found.space_name, found.where, found.sampling) == ("Walks", "speed < 2", "EVENLY")
    rows = human.spacetime.space.dimensions
    assert [(row.name, row.kind, row.bone) for row in rows] == [
        ("speed", "SPEED", ""),
        ("heavy", "LOAD", "foot.L"),
    ]
    assert (rows[0].low, rows[0].steps, rows[1].high) == pytest.approx((0.8, 3, 20.0))
    assert rows[0].high == pytest.approx(1.2)  # which the steps of 0.2 reached
    assert [row.name for row in lamp.spacetime.space.dimensions] == ["speed"]  # it has no such foot
    assert lamp.spacetime.motion.speed == pytest.approx(0.4)
    assert not lamp.spacetime.motion.use_start
    assert (clips().store, clips().workers) == ("//walks.sqlite", 3)
    assert set(stored(bpy.context.scene).keys()) == {"ground_height", "clips"}
    lamp.spacetime.space.space_name = "Hops"
    earlier_versions.carry_over()
    assert lamp.spacetime.space.space_name == "Hops"
