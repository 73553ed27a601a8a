"""The slider between two takes: a blend on the ghost at once, a physical motion once it is let go."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.explore.operators.pick import place_under
from bl_ext.user_default.spacetime_animator.addon.explore.panels.explore import draw_explore
from bl_ext.user_default.spacetime_animator.addon.explore.sliding import SLIDER
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_figure
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of, note_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.result.lineup import lineup_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.explore.distance import body_weights, mass_distance

from tests.addon import rigs
from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, operators, refusal


@pytest.fixture
def two():
    """Give a lamp on a flat foot with two ways to hop."""
    yield rigs.begin_with("lamp_with_two_hops", two_hops)
    session.stop()


def two_hops():
    bpy.context.scene.render.fps = 20
    bpy.ops.spacetime.add_example(example="HOPPER")
    explore, takes = bpy.context.object.spacetime.explore, bpy.context.object.spacetime.takes
    explore.count = 2
    bpy.ops.spacetime.find_alternatives(blocking=True)
    explore.first, explore.second = (take.action for take in takes)


def slid(human, share):
    """Move the slider and let it go; give the names of the takes then."""
    human.spacetime.explore.share = share
    assert event_loop.is_busy(SLIDER)
    turn_until(lambda: not event_loop.is_busy(SLIDER) and session.current() is None)
    assert not bpy.context.window_manager.spacetime.error
    return [take.action.name for take in human.spacetime.takes]


@pytest.mark.once
@needs_ipopt
def test_a_physical_motion_is_found_where_the_slider_is_let_go(two):
    explore = two.spacetime.explore
    panel = laid_out(lambda layout: draw_explore(layout, two))
    assert "bpy.ops.spacetime.find_between" in operators(panel)
    explore.share = 0.9
    tracks = ghost_of(two).animation_data.nla_tracks
    assert [track.strips[0].action for track in tracks] == [explore.first, explore.second]
    assert len(two.spacetime.takes) == 2
    names = slid(two, 0.3)  # the first place was left before anything was sought
    assert len(names) == 3
    near = clip_of(explore.between)
    assert near.provenance.solved
    assert near.report.is_passive
    assert "30% of the way" in note_of(explore.between)
    assert len(slid(two, 0.7)) == 3  # in place of the last one
    far, first = clip_of(explore.between), clip_of(explore.first)
    assert mass_distance(near.motion, first.motion) < mass_distance(far.motion, first.motion)
    assert two.spacetime.pending == explore.between


@pytest.mark.once
@needs_ipopt
def test_more_and_less_like_a_take(two):
    explore, takes = two.spacetime.explore, two.spacetime.takes
    two.spacetime.active_take = 1
    liked, best = clip_of(explore.second), clip_of(explore.first)
    explore.count = 2
    assert bpy.ops.spacetime.find_like(blocking=True) == {"FINISHED"}
    near = [clip_of(take.action) for take in list(takes)[2:]]
    weights = body_weights(liked.job)
    assert len(near) == 2
    assert all(mass_distance(clip.motion, liked.motion, weights) < 0.1 + 1e-3 for clip in near)
    two.spacetime.active_take = 0
    assert bpy.ops.spacetime.find_like(blocking=True, is_less=True) == {"FINISHED"}
    others = [clip_of(take.action) for take in list(takes)[4:]]
    assert len(others) == 2  # the best is known already
    assert all(mass_distance(clip.motion, best.motion, weights) > 0.05 for clip in others)


@needs_ipopt
def test_a_ghost_of_the_row_is_picked(two):
    assert "press Side by Side first" in refusal("pick_ghost")
    bpy.ops.spacetime.line_up()
    bpy.context.view_layer.update()
    [ghost] = lineup_of(two)
    figure = read_figure(ghost)
    middle = figure.centres[0]
    away = np.array([0.0, -10.0, 0.0])
    assert place_under(two, middle + away, -away) == 1
    assert place_under(two, middle + away, away) == 0
    action = ghost.animation_data.action
    assert action != two.spacetime.pending
    assert bpy.ops.spacetime.pick_ghost(index=1) == {"FINISHED"}
    assert two.spacetime.pending == action
    assert two.spacetime.takes[two.spacetime.active_take].action == action
    with pytest.raises(RuntimeError, match="xpected a number from 1 to 1, found 2"):
        bpy.ops.spacetime.pick_ghost(index=2)


def test_two_takes_are_needed(human):
    assert "Choose two solved takes" in refusal("find_between")
    assert "Select a solved take" in refusal("find_like")
    human.spacetime.explore.share = 0.2
    assert not event_loop.is_busy(SLIDER)
