"""The ghost walks through a graph in real time, follows its target, and what it did becomes a take."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.library import playing
from bl_ext.user_default.spacetime_animator.addon.library.playing import play
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.library.graph.walks import known_route
from mathutils import Matrix

from tests.addon.read_back import heads
from tests.support.ipopt import needs_ipopt
from tests.support.panels import refusal

pytestmark = needs_ipopt


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Give the file in which the first test leaves what all begin with."""
    return tmp_path_factory.mktemp("player") / "player.blend"


@pytest.fixture
def player(human, kept):
    """Give a human with a graph of walks and a target 6 m to its left; time goes on a frame a turn."""
    if not kept.is_file():
        _build(human, kept)
    bpy.ops.wm.open_mainfile(filepath=str(kept))
    yield bpy.data.objects["metarig"]
    play.forget()
    session.stop()


def _build(human, file):
    bpy.context.scene.render.fps = 16
    motion = human.spacetime.motion
    for motion.motion_name, motion.turn in (("Ahead", 0.0), ("Left", 0.6), ("Right", -0.6)):
        assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    human.spacetime.takes[-1].is_starred = True  # else it leaves the list
    bpy.ops.spacetime.reject()
    human.spacetime.library.graph = str(file.with_name("graph.json"))
    assert bpy.ops.spacetime.build_graph(blocking=True) == {"FINISHED"}
    human.spacetime.library.target = target = bpy.data.objects.new("Target", None)
    bpy.context.collection.objects.link(target)
    target.location = (6, 0, 0)
    bpy.ops.wm.save_as_mainfile(filepath=str(file))


def play_for(frames, monkeypatch):
    """Let so many frames be played, each a turn of the event loop on a clock of our own."""
    now = 0.0
    monkeypatch.setattr(playing, "time", SimpleNamespace(perf_counter=lambda: now))
    while play.crowd is None:
        event_loop.turn()
    while len(last().frames) < frames:
        now += play.crowd.table.graph.step
        event_loop.pump(play)


def last():
    """What the first of those who play has played."""
    return play.crowd.performances[0]


def root_of(performance):
    """Its way over the ground, in the world."""
    level = performance.motion().position[:, performance.table.tape.root, :2] @ [1, 1j]
    way = level * performance.stand.half**2 + performance.stand.shift
    return np.stack([way.real, way.imag], 1)


@pytest.mark.once
def test_it_goes_where_the_target_is(player, monkeypatch):
    assert bpy.ops.spacetime.play_graph() == {"FINISHED"}
    play_for(60, monkeypatch)
    way = root_of(last())
    assert way[0] == pytest.approx([0, 0], abs=1e-4)
    assert way[-1, 0] > 3
    assert abs(way[-1, 1]) < 1
    bpy.data.objects["Target"].location = (way[-1, 0], 8, 0)
    bpy.context.view_layer.update()
    play_for(160, monkeypatch)
    assert root_of(last())[-1, 1] > 3


@pytest.mark.once
def test_the_ghost_is_posed_as_it_is_played_and_left_alone_afterwards(player, monkeypatch):
    takes = len(player.spacetime.takes)
    bpy.ops.spacetime.play_graph()
    play_for(30, monkeypatch)
    bpy.context.view_layer.update()
    ghost, character = player.spacetime.ghost, play.crowd.table.graph.motions[0].character
    body = character.body_index("shin.L")
    joint = next(each for each in character.joints if each.body_b == "shin.L")
    expected = last().motion().carried(body, joint.position)[-1]
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
    performance = last()
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
    assert play.crowd is None


def copies_of(rig, count):
    """More of the same character, around it, each turned elsewhere; all are selected."""
    found = []
    for k in range(count):
        copy = rig.copy()
        bpy.context.collection.objects.link(copy)
        copy.matrix_world = Matrix.Translation((-4.0 * k - 4, -2, 0)) @ Matrix.Rotation(k + 1, 4, "Z")
        copy.matrix_world @= Matrix.Diagonal((*rig.matrix_world.to_scale(), 1))
        copy.select_set(True)
        found.append(copy)
    rig.select_set(True)
    bpy.context.view_layer.objects.active = rig
    bpy.context.view_layer.update()
    return found


@pytest.mark.once
def test_all_selected_play_each_from_its_own_place_to_its_own_target(player, monkeypatch):
    copies = copies_of(player, 3)
    away = bpy.data.objects.new("Away", None)
    bpy.context.collection.objects.link(away)
    away.location = (-4, 9, 0)
    copies[0].spacetime.library.target = away
    begins = [np.array(each.matrix_world.translation[:2]) for each in (player, *copies)]
    bpy.context.view_layer.update()
    bpy.ops.spacetime.play_graph()
    play_for(90, monkeypatch)
    ways = [root_of(each) for each in play.crowd.performances]
    assert [way[0] for way in ways] == [
        pytest.approx(begin, abs=5e-3) for begin in begins
    ]  # one begins in a blend
    for each in play.crowd.performances:
        known_route.require_way(each.table.graph, each.route)
    targets = [(6, 0), (-4, 9), (6, 0), (6, 0)]
    for way, target in zip(ways, targets, strict=True):
        assert np.linalg.norm(way[-1] - target) < max(np.linalg.norm(way[0] - target) - 1.5, 1.5)
    bpy.context.view_layer.update()
    for rig, way in zip((player, *copies), ways, strict=True):  # a ghost is beside its armature by its slider
        ghost, root = rig.spacetime.ghost, play.crowd.table.graph.motions[0].character.root_joint.body
        head = np.array(rig.matrix_world @ ghost.pose.bones[root].head)[:2]
        assert np.linalg.norm(head - way[-1]) < 0.3
    assert bpy.ops.spacetime.bake_play() == {"FINISHED"}
    assert [each.spacetime.pending is not None for each in copies] == [True] * 3
    for rig, way in zip(copies, ways[1:], strict=True):
        action = rig.spacetime.pending
        rig.animation_data_create().action = action
        rig.animation_data.action_slot = action.slots[0]
        places, names = heads(rig, range(1, 91))
        hips = places[:, names.index("spine"), :2]
        assert np.linalg.norm(hips - way, axis=1).max() < 0.3


@pytest.mark.once
def test_keys_steer_all_of_them(player, monkeypatch):
    player.spacetime.library.steering = "KEYS"
    bpy.ops.spacetime.play_graph()
    play.keys.take("W", is_pressed=True)
    play_for(60, monkeypatch)
    ahead = root_of(last())
    assert np.linalg.norm(ahead[-1] - ahead[0]) > 2
    assert play.keys.take("LEFT_ARROW", is_pressed=True)
    assert not play.keys.take("G", is_pressed=True)
    play_for(90, monkeypatch)
    play.keys.take("LEFT_ARROW", is_pressed=False)
    play_for(150, monkeypatch)
    way = root_of(last()) @ [1, 1j]
    before, after = way[40] - way[20], way[-1] - way[-21]
    assert np.angle(after / before) % (2 * np.pi) > 0.5  # to its left


@pytest.mark.once
def test_another_character_is_refused(player, monkeypatch):
    (other,) = copies_of(player, 1)
    other.data = other.data.copy()
    bpy.context.view_layer.objects.active = other
    bpy.ops.object.mode_set(mode="EDIT")
    other.data.edit_bones["forearm.L"].head.z += 0.1
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.objects.active = player
    bpy.ops.spacetime.play_graph()
    while play.is_on:
        event_loop.turn()
    run = bpy.context.window_manager.spacetime
    assert "has other bones than 'metarig'" in run.error
    assert player.spacetime.ghost is None


@pytest.mark.once
def test_what_was_played_is_made_physical(player, monkeypatch):
    player.matrix_world = Matrix.Translation((1, 2, 0)) @ player.matrix_world
    bpy.context.view_layer.update()
    player.spacetime.library.bakes_physical = True
    bpy.ops.spacetime.play_graph()
    play_for(30, monkeypatch)
    way = root_of(last())
    assert bpy.ops.spacetime.bake_play() == {"FINISHED"}
    while session.current() is not None:
        event_loop.turn()
    action = player.spacetime.pending
    clip = clip_of(action)
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-5
    player.animation_data_create().action = action
    player.animation_data.action_slot = action.slots[0]
    places, names = heads(player, range(1, clip.n_frames + 1))
    hips = places[:, names.index("spine"), :2]
    assert np.linalg.norm(hips - way[: len(hips)], axis=1).max() < 0.35
    play.file.touch()
    with pytest.raises(RuntimeError, match="has been built again since this was played"):
        bpy.ops.spacetime.bake_play()
