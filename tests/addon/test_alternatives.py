"""Many ways to do the same thing: each found beside Blender, a take with its words, and shown in a row."""

import itertools
import json

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import command_line
from bl_ext.user_default.spacetime_animator.addon.explore.exploration_file import exploration_file
from bl_ext.user_default.spacetime_animator.addon.explore.panels.explore import draw_explore
from bl_ext.user_default.spacetime_animator.addon.explore.requests import variations_request
from bl_ext.user_default.spacetime_animator.addon.explore.search import EXPLORER, is_exploring
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of, note_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of, is_ghost
from bl_ext.user_default.spacetime_animator.addon.result.lineup import lineup_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.explore.distance import mass_distance

from tests.addon.read_back import heads
from tests.addon.rigs import begin_with
from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, operators, refusal
from tests.support.seconds import expect_mostly_free

COUNT, SLACK = 3, 0.4


@pytest.fixture
def walker(human):
    """Give a human that is asked for three ways to walk, 10 frames a second."""
    bpy.context.scene.render.fps = 10
    bpy.ops.spacetime.use_preset(preset="WALK")
    explore = human.spacetime.explore
    explore.count, explore.slack, explore.resume = COUNT, SLACK, False
    yield human
    session.stop()


@pytest.fixture
def hopper():
    """Give a lamp on a flat foot that is asked for three ways to hop, each found in a few hundredths of a second."""
    bpy.context.scene.render.fps = 20
    bpy.ops.spacetime.add_example(example="HOPPER")
    explore = bpy.context.object.spacetime.explore
    explore.count, explore.slack, explore.resume = COUNT, SLACK, False
    yield bpy.context.object
    session.stop()


@pytest.fixture
def varied():
    """Give the lamp with five ways to hop among its takes."""

    def build():
        bpy.context.scene.render.fps = 20
        bpy.ops.spacetime.add_example(example="HOPPER")
        explore = bpy.context.object.spacetime.explore
        explore.count, explore.slack, explore.resume = 5, SLACK, False
        assert bpy.ops.spacetime.find_alternatives(blocking=True) == {"FINISHED"}

    yield begin_with("varied_hopper", build)
    session.stop()


@pytest.mark.once
@needs_ipopt
def test_each_becomes_a_take_while_blender_stays_free(walker):
    source = bpy.data.actions.new("Own")
    walker.animation_data_create().action = source
    assert bpy.ops.spacetime.find_alternatives() == {"FINISHED"}
    assert "stop that first" in refusal("find_alternatives")
    said = set()

    def is_over():
        said.add(bpy.context.window_manager.spacetime.doing)
        return not event_loop.is_busy()

    expect_mostly_free(turn_until(is_over))
    run, takes = bpy.context.window_manager.spacetime, [take.action for take in walker.spacetime.takes]
    assert not run.error
    assert {"Finding motion 1 of 3", "Finding motion 3 of 3"} <= said
    assert len(takes) == COUNT
    clips = [clip_of(action) for action in takes]
    assert all(clip.provenance.solved and clip.report.is_passive for clip in clips)
    costs = [clip.provenance.objective / clips[0].provenance.objective for clip in clips]
    assert max(costs) <= 1 + SLACK + 1e-6
    for k, clip in enumerate(clips[1:], 1):
        assert min(mass_distance(clip.motion, other.motion) for other in clips[:k]) > 0.01
        assert f"costs {costs[k]:.2f} times the cheapest" in note_of(takes[k])
        assert "differs most, by" in note_of(takes[k])
        assert "at frame" in note_of(takes[k])
    assert walker.animation_data.action == source


@pytest.mark.parametrize(
    ("measure", "told"),
    [
        ("BODY", ("mass", "")),
        ("WHOLE", ("whole body", "")),
        ("ENDS", ("hands and feet", "")),
        ("ANGLES", ("joint angles", "")),
        ("EXPRESSION", ("expression", "hand.position.z")),
    ],
)
def test_the_panel_says_by_what_they_differ(human, measure, told):
    explore = human.spacetime.explore
    explore.measure, explore.difference = measure, "hand.position.z"
    request = variations_request(human)
    assert (request.by, request.expression) == told
    labels = [item["draw_string"] for item in laid_out(lambda layout: draw_explore(layout, human))]
    assert ("Only Selected Bones" in labels) == (measure == "BODY")
    assert ("hand.position.z" in labels) == (measure == "EXPRESSION")
    explore.difference = " "
    if measure == "EXPRESSION":
        with pytest.raises(InputError, match="Formula is empty"):
            variations_request(human)


@pytest.mark.once
@needs_ipopt
def test_one_that_is_moved_farther_away_keeps_its_place(varied):
    takes = [take.action for take in varied.spacetime.takes]
    assert len(takes) == len({action.name for action in takes}) == 5
    clips = [clip_of(action) for action in takes]
    assert min(mass_distance(a.motion, b.motion) for a, b in itertools.combinations(clips, 2)) > 0.01


@pytest.mark.once
@needs_ipopt
def test_stop_keeps_what_is_found(walker):
    walker.spacetime.explore.count = 50
    bpy.ops.spacetime.find_alternatives()
    turn_until(lambda: len(walker.spacetime.takes) >= 1)
    panel = laid_out(lambda layout: draw_explore(layout, walker))
    assert "bpy.ops.spacetime.stop_exploring" in operators(panel)
    assert bpy.ops.spacetime.stop_exploring() == {"FINISHED"}
    assert not is_exploring()
    turn_until(lambda: not event_loop.is_busy())
    assert not bpy.context.window_manager.spacetime.error
    assert 1 <= len(walker.spacetime.takes) < 50


@needs_ipopt
@pytest.mark.once
def test_a_search_goes_on_where_it_was_stopped(hopper):
    exploration_file().unlink(missing_ok=True)
    explore = hopper.spacetime.explore
    explore.resume, explore.count = True, 50
    bpy.ops.spacetime.find_alternatives()
    turn_until(lambda: len(hopper.spacetime.takes) >= 2)
    bpy.ops.spacetime.stop_exploring()
    turn_until(lambda: not event_loop.is_busy())
    stopped = [take.action for take in hopper.spacetime.takes]
    explore.count = len(stopped) + 1
    assert bpy.ops.spacetime.find_alternatives(blocking=True) == {"FINISHED"}
    takes = [take.action for take in hopper.spacetime.takes]
    assert takes[: len(stopped)] == stopped  # they are the takes that were kept
    assert len(takes) == len(stopped) + 1
    kept = clip_of(takes[1]).q
    hopper.spacetime.active_take = 1
    bpy.ops.spacetime.remove_take()
    assert bpy.ops.spacetime.find_alternatives(blocking=True) == {"FINISHED"}
    assert len(hopper.spacetime.takes) == len(takes)
    assert any(np.array_equal(clip_of(take.action).q, kept) for take in hopper.spacetime.takes)
    explore.seed = 1
    assert variations_request(hopper).store == str(exploration_file())
    explore.resume = False
    assert variations_request(hopper).store is None


@needs_ipopt
@pytest.mark.once
def test_undo_during_the_search_ends_well(hopper):
    bpy.ops.ed.undo_push(message="before")
    hopper.name = "Renamed"
    bpy.ops.ed.undo_push(message="renamed")
    bpy.ops.spacetime.find_alternatives()
    turn_until(lambda: bpy.context.window_manager.spacetime.doing.startswith("Finding motion"))
    bpy.ops.ed.undo()
    turn_until(lambda: not event_loop.is_busy(EXPLORER) and session.current() is None)
    hopper = bpy.context.scene.objects["Hopper"]
    assert len(hopper.spacetime.takes) == COUNT
    assert not bpy.context.window_manager.spacetime.error


@needs_ipopt
@pytest.mark.once
def test_takes_stand_side_by_side_and_leave_again(varied):
    assert bpy.ops.spacetime.line_up() == {"FINISHED"}
    row, takes = lineup_of(varied), [take.action for take in varied.spacetime.takes]
    others = [action for action in takes if action != varied.spacetime.pending]
    assert [ghost.name for ghost in row] == [action.name for action in others]
    bpy.context.view_layer.update()
    places = [ghost_of(varied), *row]
    steps = [ghost.matrix_world.translation.x - varied.matrix_world.translation.x for ghost in places]
    assert steps == pytest.approx([1.0, 2.0, 3.0, 4.0, 5.0], abs=1e-5)
    varied.spacetime.offset = 0.5
    bpy.context.view_layer.update()
    assert row[1].matrix_world.translation.x == pytest.approx(1.5, abs=1e-5)
    for ghost, action in zip(row, others, strict=True):
        clip = clip_of(action)
        body, bone = 1, clip.job.character.bodies[1].name
        places, names = heads(ghost, [1, 7])
        way = places[1, names.index(bone)] - places[0, names.index(bone)]
        moved = clip.motion.position[6, body] - clip.motion.position[0, body]
        assert np.linalg.norm(way - moved) < 0.2  # the body's middle turns about the bone's head
        assert is_ghost(ghost)
    bpy.ops.spacetime.line_up()
    assert not lineup_of(varied)
    assert ghost_of(varied) is not None
    assert set(takes) == {take.action for take in varied.spacetime.takes}


@needs_ipopt
@pytest.mark.once
def test_an_empty_action_of_the_artists_is_no_motion_to_blend_with(hopper):
    """In Blender an action that nobody has keyed yet may have no slot."""
    hopper.animation_data_create().action = bpy.data.actions.new("Empty")
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert [clip_of(take.action).provenance.solved for take in hopper.spacetime.takes] == [True]


def test_what_cannot_be_varied_is_refused(walker):
    assert "There are no other solved takes" in refusal("line_up")
    assert "No motions are being found" in refusal("stop_exploring")
    walker.spacetime.explore.only_selected = True
    with pytest.raises(RuntimeError, match="no selected bone has a body"):
        bpy.ops.spacetime.find_alternatives(blocking=True)
    walker.spacetime.motion.timing = "POLISHED"
    assert "set Timing to Fixed" in refusal("find_alternatives")


@pytest.mark.once
@needs_ipopt
def test_only_selected_bones_differ(walker):
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.pose.select_all(action="DESELECT")
    bpy.ops.spacetime.select_bone(bone="forearm.R")
    explore = walker.spacetime.explore
    explore.only_selected, explore.count = True, 2
    assert bpy.ops.spacetime.find_alternatives(blocking=True) == {"FINISHED"}
    first, second = (clip_of(take.action) for take in walker.spacetime.takes)
    names = [body.name for body in first.job.character.bodies]
    apart = np.linalg.norm(first.motion.position - second.motion.position, axis=-1).max(0)
    assert apart[names.index("forearm.R")] > 2 * apart[names.index("thigh.L")]


@pytest.mark.once
@needs_ipopt
def test_headless(hopper, tmp_path, capsys):
    out = tmp_path / "walks.blend"
    assert command_line.main(["alternatives", "--count", "2", "--slack", "0.3", "--out", str(out)]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert "2 motions found" in [each.get("text") for each in said]
    assert said[-1]["exit_code"] == 0
    bpy.ops.wm.open_mainfile(filepath=str(out))
    assert len(bpy.data.objects["Hopper"].spacetime.takes) == 2
