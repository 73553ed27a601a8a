"""What an artist may do during a solve, with the real solver in its own process: everything ends well."""

import time

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import COLLECTION, ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.solve.live_preview import PREVIEW, LivePreview

from tests.addon.processes import is_alive, pid_of_solver_after, wait_until_dead
from tests.support.event_turns import turn_freely_until
from tests.support.ipopt import needs_ipopt
from tests.support.seconds import expect_within, processor_time

SOON = 0.2  # s of work from the first iterate to the first moving preview

pytestmark = needs_ipopt


@pytest.fixture
def walker(human):
    """Give a human with a walk that takes a few seconds to solve, and a short one of its own."""
    bpy.context.scene.render.fps = 24
    human["own"] = 7
    own = actions.new_action("Mine", human.name)
    actions.assign(human, own)
    actions.add_curves(own, "spine", "location", np.array([1.0, 9.0]), np.array([[1.0, 2, 3], [4, 5, 6]]))
    bpy.ops.ed.undo_push(message="the file as it was")
    yield human
    session.stop()


def start_and_preview():
    """Solve until the ghost moves; give the solve."""
    bpy.ops.spacetime.solve()
    solve = session.current()
    turn_freely_until(lambda: solve.preview.shown >= 0 or solve.is_over)
    assert not solve.is_over, solve.outcome
    return solve


def finish(solve):
    bpy.ops.spacetime.cancel()
    turn_freely_until(lambda: solve.is_over)


def previews():
    return [action.name for action in bpy.data.actions if action.get(PREVIEW)]


def test_preview_moves_soon_and_leaves_nothing_behind(walker, monkeypatch):
    heard, offer = [], LivePreview.offer

    def note_time(preview, iterate):
        heard.append(processor_time())
        offer(preview, iterate)

    monkeypatch.setattr(LivePreview, "offer", note_time)
    solve = start_and_preview()
    expect_within(processor_time() - heard[0], SOON)
    ghost, places = ghost_of(walker), []
    for frame in (1, 10):
        bpy.context.scene.frame_set(frame)
        places.append(np.array(ghost.matrix_world @ ghost.pose.bones["shin.L"].head))
    assert np.linalg.norm(places[1] - places[0]) > 0.1  # it walks
    finish(solve)
    assert not previews()
    assert solve.clip is not None
    assert walker.spacetime.pending.name == "Walk"
    assert walker.animation_data.action.name == "Mine"


@pytest.mark.once
def test_the_ghost_never_vanishes_on_its_way_to_the_motion(walker):
    """From the first iterate to the solved motion, at every turn of Blender's event loop."""
    solve, played = start_and_preview(), []
    while not solve.is_over:
        event_loop.turn()
        ghost = ghost_of(walker)
        assert ghost is not None, solve.stage
        action, tracks = ghost.animation_data.action, ghost.animation_data.nla_tracks
        played.append(action.name if action is not None else tracks[-1].strips[0].action.name)
        assert played[-1] in (*previews(), "Walk"), played[-1]
        time.sleep(0.001)
    assert played[0] != "Walk"
    assert played[-1] == "Walk"
    assert not previews()


def test_saving_keeps_no_half_motion_and_the_solve_goes_on(walker, tmp_path):
    solve = start_and_preview()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "half.blend"), copy=True)
    shown = solve.preview.shown
    assert not previews()
    turn_freely_until(lambda: solve.preview.shown > shown)
    finish(solve)
    assert walker.spacetime.pending.name == "Walk"
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "half.blend"))
    assert sorted(bpy.data.actions.keys()) == ["Mine"]
    assert COLLECTION not in bpy.data.collections
    assert bpy.data.objects["metarig"].spacetime.ghost is None


def test_undo_of_what_leaves_the_scene_as_it_is(walker):
    """Blender keeps the scene then, the preview's collection in it included, and crashed at what undo had freed."""
    for number in range(8, 11):
        walker["own"] = number
        bpy.ops.ed.undo_push(message="changed")
    solve = start_and_preview()
    for number in (9, 8):
        bpy.context.view_layer.update()
        bpy.ops.ed.undo()
        bpy.context.view_layer.update()
        assert bpy.data.objects["metarig"]["own"] == number
        assert not previews()
        shown = solve.preview.shown
        turn_freely_until(lambda: solve.preview.shown > shown)  # noqa: B023
    bpy.context.view_layer.update()
    bpy.ops.ed.redo()
    bpy.context.view_layer.update()
    assert bpy.data.objects["metarig"]["own"] == 9


def test_undo_and_redo_during_a_solve(walker):
    walker["own"] = 8
    bpy.ops.ed.undo_push(message="changed")
    solve = start_and_preview()
    bpy.ops.ed.undo()
    assert bpy.data.objects["metarig"]["own"] == 7
    shown = solve.preview.shown
    turn_freely_until(lambda: solve.preview.shown > shown)
    bpy.ops.ed.redo()
    finish(solve)
    rig = bpy.data.objects["metarig"]
    assert not solve.failed
    assert not previews()
    assert rig["own"] == 8
    assert rig.spacetime.pending.name == "Walk"
    assert clip_of(rig.spacetime.pending).n_frames == solve.clip.n_frames
    bpy.ops.ed.undo()  # one step: the motion, its ghost and its place on the list
    rig = bpy.data.objects["metarig"]
    assert rig.spacetime.pending is None
    assert len(rig.spacetime.takes) == 0
    assert "Walk" not in bpy.data.actions
    assert ghost_of(rig) is None


def test_renamed_rig_gets_its_motion(walker):
    solve = start_and_preview()
    walker.name = "Hero"
    bpy.data.objects.new("metarig", None)  # another one takes the old name
    finish(solve)
    assert not solve.failed
    assert bpy.data.objects["Hero"].spacetime.pending.name == "Walk"


def test_renamed_bone_is_told_and_the_clip_is_kept(walker):
    solve = start_and_preview()
    walker.data.bones["shin.L"].name = "calf"
    finish(solve)
    assert "no bone 'shin.L'" in solve.outcome
    assert not previews()
    assert "Walk" not in bpy.data.actions
    assert solve.clip_file.is_file()
    assert str(solve.clip_file) in solve.outcome


def test_deleted_rig_is_told_and_its_ghost_goes_too(walker):
    solve = start_and_preview()
    bpy.data.objects.remove(walker)
    event_loop.turn()
    finish(solve)
    assert solve.outcome.startswith("The armature 'metarig' was deleted")
    assert not previews()
    assert not [o for o in bpy.data.objects if "ghost" in o.name]


def test_opening_another_file_ends_the_solver_and_the_line(walker, tmp_path):
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "one.blend"))
    solve = start_and_preview()
    walker.spacetime.motion.motion_name = "Next"
    bpy.ops.spacetime.solve()
    pid = solve.process.pid
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "one.blend"))
    assert not is_alive(pid)
    assert session.current() is None
    assert session.waiting() == ()
    assert not previews()
    assert not bpy.context.window_manager.spacetime.is_running
    bpy.context.view_layer.objects.active = bpy.data.objects["metarig"]
    assert bpy.ops.spacetime.solve.poll()  # nothing of the old file is in the way


@pytest.mark.once
def test_next_in_line_starts_by_itself(walker):
    first = start_and_preview()
    bpy.context.object.spacetime.motion.motion_name = "Second"
    bpy.ops.spacetime.solve()
    second = session.waiting()[0]
    finish(first)
    turn_freely_until(lambda: second.preview.shown >= 0)
    finish(second)
    assert [take.action.name for take in walker.spacetime.takes] == ["Walk", "Second"]


def test_quitting_ends_the_solver(tmp_path):
    pid = pid_of_solver_after("bpy.ops.wm.quit_blender()", tmp_path, fps=60, until="solve.preview.shown >= 0")
    wait_until_dead(pid)
    assert not is_alive(pid)
