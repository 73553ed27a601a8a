"""The ghost walks through a graph in real time, follows its target, and what it did becomes a take."""

import importlib.util
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.library import playing
from bl_ext.user_default.spacetime_animator.addon.library.playing import play
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session

from tests.addon.read_back import heads
from tests.support.panels import refusal

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("cyipopt") is None, reason="IPOPT is not installed here"
)


@pytest.fixture
def player(human, tmp_path):
    """Give a human with a graph of walks and a target 6 m to its left; time goes on a frame a turn."""
    bpy.context.scene.render.fps = 16
    motion = bpy.context.object.spacetime.motion
    for motion.motion_name, motion.turn in (("Ahead", 0.0), ("Left", 0.6), ("Right", -0.6)):
        assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    human.spacetime.takes[-1].is_starred = True  # else it leaves the list
    bpy.ops.spacetime.reject()
    human.spacetime.library.graph = str(tmp_path / "graph.json")
    assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}
    human.spacetime.library.target = target = bpy.data.objects.new("Target", None)
    bpy.context.collection.objects.link(target)
    target.location = (6, 0, 0)
    yield human
    play.forget()
    session.stop()


def play_for(frames, monkeypatch):
    """Let so many frames be played, each a turn of the event loop on a clock of our own."""
    now = 0.0
    monkeypatch.setattr(playing, "time", SimpleNamespace(perf_counter=lambda: now))
    while play.last is None or not play.is_on:
        event_loop.turn()
    while len(play.last.frames) < frames:
        now += play.last.ways.graph.step
        event_loop.pump(play)


def root_of(performance):
    root = performance.ways.tape.root
    return performance.motion().position[:, root, :2]


def test_it_goes_where_the_target_is(player, monkeypatch):
    assert bpy.ops.spacetime.play_graph() == {"FINISHED"}
    play_for(60, monkeypatch)
    way = root_of(play.last)
    assert way[0] == pytest.approx([0, 0], abs=1e-4)
    assert way[-1, 0] > 3
    assert abs(way[-1, 1]) < 1
    bpy.data.objects["Target"].location = (way[-1, 0], 8, 0)
    bpy.context.view_layer.update()
    play_for(160, monkeypatch)
    assert root_of(play.last)[-1, 1] > 3


def test_the_ghost_is_posed_as_it_is_played_and_left_alone_afterwards(player, monkeypatch):
    takes = len(player.spacetime.takes)
    bpy.ops.spacetime.play_graph()
    play_for(30, monkeypatch)
    bpy.context.view_layer.update()
    ghost, character = player.spacetime.ghost, play.last.job.character
    body = character.body_index("shin.L")
    joint = next(each for each in character.joints if each.body_b == "shin.L")
    expected = play.last.motion().carried(body, joint.position)[-1]
    head = player.matrix_world @ ghost.pose.bones["shin.L"].head
    assert np.array(head) == pytest.approx(expected, abs=1e-4)
    assert bpy.ops.spacetime.play_graph() == {"FINISHED"}
    assert not play.is_on
    assert player.spacetime.ghost is None
    assert len(player.spacetime.takes) == takes


def test_what_was_played_is_baked(player, monkeypatch):
    assert "Nothing has been played yet" in refusal("bake_play")
    bpy.ops.spacetime.play_graph()
    play_for(40, monkeypatch)
    performance = play.last
    assert bpy.ops.spacetime.bake_play() == {"FINISHED"}
    assert not play.is_on
    action = player.spacetime.pending
    assert action.name == "Played"
    assert player.spacetime.takes[-1].action == action
    assert action.frame_range[1] - action.frame_range[0] == len(performance.frames) - 1
    player.animation_data_create().action = action
    player.animation_data.action_slot = action.slots[0]
    places, names = heads(player, range(1, len(performance.frames) + 1))
    hips = places[:, names.index("spine"), :2]
    assert hips == pytest.approx(root_of(performance), abs=0.25)
    assert np.linalg.norm(hips[-1] - hips[0]) > 1.5


def test_it_stops_before_undo_a_save_a_solve_and_another_file(player, monkeypatch, tmp_path):
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.ed.undo_push(message="undone")
    for leave in (
        bpy.ops.ed.undo,
        lambda: bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend")),
        lambda: bpy.ops.spacetime.solve(blocking=True),
        lambda: bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "saved.blend")),
    ):
        bpy.ops.spacetime.play_graph()
        play_for(5, monkeypatch)
        leave()
        assert not play.is_on
    assert play.last is None
