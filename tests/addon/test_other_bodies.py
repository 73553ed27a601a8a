"""Alternatives with other proportions: bones are scaled on the ghost, and on the character once one is accepted."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.explore.panels.explore import draw_explore
from bl_ext.user_default.spacetime_animator.addon.explore.requests import like_request, variations_request
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_figure
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of, note_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.result.lineup import lineup_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.errors import InputError

from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, refusal

SLANTED = {"spine.004", "foot.L", "foot.R"}  # bodies along no axis of their bones, which cannot be sheared
SHEAR = 0.1  # m for a body that is twice as long


@pytest.fixture
def walker(human):
    """Give a human that is asked for another body that walks, 10 frames a second."""
    bpy.context.scene.render.fps = 10
    bpy.ops.spacetime.use_preset(preset="WALK")
    explore = human.spacetime.explore
    explore.count, explore.slack, explore.measure = 2, 0.4, "SHAPE"
    yield human
    session.stop()


def shown(rig, clip, frame):
    """Distances (B,) of a rig's bodies from those of a clip, turned and scaled as their bones are [m]."""
    bpy.context.scene.frame_set(frame + 1)
    rig = rig.evaluated_get(bpy.context.evaluated_depsgraph_get())
    found = {}
    for body, place in zip(clip.job.character.bodies, clip.motion.position[frame], strict=True):
        center = rig.data.bones[body.name].spacetime.center
        found[body.name] = np.array(rig.matrix_world @ rig.pose.bones[body.name].matrix @ center) - place
    return found


def assert_shows(rig, clip, own, beside):
    lengths = [[max(body.diameters) for body in each.job.character.bodies] for each in (clip, own)]
    for frame in (0, 4, 7):
        for (name, off), a, b in zip(shown(rig, clip, frame).items(), *lengths, strict=True):
            sheared = SHEAR * abs(a / b - 1) if name in SLANTED else 0.0
            assert np.linalg.norm(off - [beside, 0.0, 0.0]) < 2e-3 + sheared, name


@pytest.mark.once
@needs_ipopt
def test_ghosts_show_other_bodies(walker):
    bones = walker.data
    assert bpy.ops.spacetime.find_alternatives(blocking=True) == {"FINISHED"}
    first, second = (take.action for take in walker.spacetime.takes)
    own, clip = clip_of(first), clip_of(second)
    before, after = ([body.diameters for body in each.job.character.bodies] for each in (own, clip))
    assert np.abs(np.divide(after, before) - 1).max() > 0.1
    assert "times as long" in note_of(second)
    ghost = ghost_of(walker)
    assert walker.spacetime.pending == second
    assert_shows(ghost, clip, own, walker.spacetime.offset)
    figure = read_figure(ghost)
    drawn = dict(zip((b.name for b in ghost.data.bones if b.spacetime.is_body), figure.radii, strict=True))
    for body in clip.job.character.bodies:
        if body.name not in SLANTED:
            assert sorted(drawn[body.name]) == pytest.approx(sorted(np.array(body.diameters) / 2), rel=0.02)
    bpy.ops.spacetime.line_up()
    [other] = lineup_of(walker)
    assert other.data == walker.data
    review.show(walker, first)
    assert ghost.data == walker.data == bones
    assert_shows(ghost, own, own, walker.spacetime.offset)
    assert {bone.inherit_scale for bone in bones.bones} == {"FULL"}
    review.show(walker, second)
    assert len(bpy.data.armatures) == 2
    assert "different proportions" in refusal("find_like")
    walker.spacetime.explore.first, walker.spacetime.explore.second = first, second
    assert "different proportions" in refusal("find_between")
    assert bpy.ops.spacetime.loop_take(travel="HIPS") == {"FINISHED"}
    turn_until(lambda: len(walker.spacetime.takes) == 3 and not event_loop.is_busy())
    assert_shows(ghost, clip, own, walker.spacetime.offset)
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert ghost.data == bones
    assert_shows(ghost, clip_of(walker.spacetime.pending), own, walker.spacetime.offset)
    review.show(walker, second)
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert bpy.data.armatures[:] == [bones]
    assert_shows(walker, clip, own, 0.0)


def test_what_is_asked_of_other_bodies(walker):
    walker.spacetime.explore.resume = True
    request = variations_request(walker)
    assert (request.by, request.store) == ("shape", None)
    labels = [item["draw_string"] for item in laid_out(lambda layout: draw_explore(layout, walker))]
    assert "Keep Bodies Apart" not in labels
    with pytest.raises(InputError, match="Proportions do not differ from a take"):
        like_request(walker, is_less=True)
