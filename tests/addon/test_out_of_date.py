"""A motion says when what was asked has changed since, and stands where its goals are."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.settings_digest import digest_of
from bl_ext.user_default.spacetime_animator.addon.overlays.ghost_note import note_of
from bl_ext.user_default.spacetime_animator.addon.overlays.goal_lines import goal_lines
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of, offset_of
from bl_ext.user_default.spacetime_animator.addon.result.out_of_date import is_out_of_date
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import OUT_OF_DATE, SPACETIME_PT_solve

from tests.addon.rigs import begin_with, walked_human
from tests.support.panels import laid_out, words


def told():
    panel = laid_out(lambda layout: SPACETIME_PT_solve.draw(SimpleNamespace(layout=layout), bpy.context))
    told = words(panel)
    assert (OUT_OF_DATE.partition(":")[0] in told) == ("Solve Again" in told)  # the button says so, too
    return "Solve Again" in told


def apple(place):
    found = bpy.data.objects.new("Apple", None)
    bpy.context.scene.collection.objects.link(found)
    found.location = place
    bpy.context.view_layer.update()
    return found


@pytest.mark.once
def test_a_motion_is_out_of_date_once_anything_that_is_asked_changes():
    human = begin_with("walked_human", walked_human)
    scene, motion = bpy.context.scene, human.spacetime.motion
    assert not is_out_of_date(human, scene)
    assert not told()
    motion.motion_name = "Hop"  # which is asked of no motion
    assert not is_out_of_date(human, scene)
    motion.effort += 0.5
    assert is_out_of_date(human, scene)
    assert told()
    note, ghost = note_of(human, scene), ghost_of(human)
    heads = np.array([ghost.matrix_world @ bone.head for bone in ghost.pose.bones])
    assert note.text == "Out of date"
    assert note.place[2] > heads[:, 2].max()
    assert (heads[:, :2].min(0) <= note.place[:2]).all()
    assert (note.place[:2] <= heads[:, :2].max(0)).all()
    motion.effort -= 0.5
    assert not is_out_of_date(human, scene)
    assert note_of(human, scene) is None
    human.data.spacetime.contacts[0].phases[0].duration *= 0.9
    assert is_out_of_date(human, scene)


@pytest.mark.parametrize("change", ["move", "add", "weigh", "frame rate"])
def test_goals_their_targets_bodies_and_the_scene_count(human, change):
    scene, target = bpy.context.scene, apple((0.3, 0.0, 1.0))
    bpy.ops.spacetime.select_bone(bone="hand.R")
    target.select_set(True)
    bpy.ops.spacetime.add_goal(kind="GO_THERE")
    before = digest_of(human, scene)
    if change == "move":
        target.location.z += 0.1
        bpy.context.view_layer.update()
    elif change == "add":
        bpy.ops.spacetime.add_goal(kind="REST")
    elif change == "weigh":
        human.data.bones["shin.L"].spacetime.mass += 1.0
    else:
        scene.render.fps += 1
    assert digest_of(human, scene) != before


@pytest.mark.once
def test_a_ghost_stands_at_its_goals_with_a_line_to_each_target():
    human = begin_with("walked_human", walked_human)
    ghost = ghost_of(human)
    assert offset_of(human) == human.spacetime.offset == 1.0
    bpy.context.scene.frame_set(6)
    human.spacetime.offset = 0.0
    bpy.context.view_layer.update()
    target = apple(ghost.matrix_world @ ghost.pose.bones["hand.R"].tail)
    target.location.z += 0.02
    human.spacetime.offset = 1.0
    bpy.ops.spacetime.select_bone(bone="hand.R")
    target.select_set(True)
    bpy.ops.spacetime.add_goal(kind="GO_THERE")
    goal = human.spacetime.motion.goals[-1]
    goal.at_tail = True
    ends = goal_lines(human, ghost).line_points
    tip = np.array(ghost.matrix_world @ ghost.pose.bones["hand.R"].tail)
    np.testing.assert_allclose(ends, [tip, target.location], atol=1e-6)
    bpy.ops.spacetime.solve(blocking=True)
    bpy.context.view_layer.update()
    np.testing.assert_allclose(ghost_of(human).matrix_world, human.matrix_world, atol=1e-6)
    human.spacetime.stands_at_goals = False
    assert offset_of(human) == 1.0
    human.spacetime.stands_at_goals, goal.use = True, False
    assert offset_of(human) == 1.0
    assert not len(goal_lines(human, ghost_of(human)).line_points)
