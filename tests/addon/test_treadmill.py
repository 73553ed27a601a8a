"""In Place: the ghost stays where it is while its motion travels, and all that is drawn of the motion stays with it."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once

SPEED = 1.4  # m/s


@pytest.fixture
def walker(human):
    """Give a human in a corner of the world, larger than it was drawn, with a walk on its ghost."""
    human.location, human.rotation_euler = (3.0, -2.0, 0.5), (0.0, 0.0, np.pi / 2)
    bpy.context.view_layer.update()
    bpy.ops.spacetime.use_preset(preset="WALK")
    human.spacetime.motion.speed = SPEED
    bpy.context.scene.render.fps = 12
    return human


def hips(rig, frame):
    bpy.context.scene.frame_set(frame)
    ghost = ghost_of(rig)
    return np.array(ghost.matrix_world @ ghost.pose.bones["spine"].head)


def places(rig, frames):
    return np.array([hips(rig, frame) for frame in frames])


@pytest.mark.once
@pytest.mark.parametrize("turn", [0.0, 0.6], ids=["straight", "turning"])
def test_a_cycle_stays_in_place_as_long_as_it_goes_on(walker, turn):
    motion = walker.spacetime.motion
    motion.is_mirrored, motion.turn = not turn, turn
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    first, last = walker.spacetime.pending.frame_range
    frames = [round(first + k * (last - first)) for k in range(5)]
    far = places(walker, frames)
    assert np.linalg.norm(far[-1] - far[0]) > 1.2
    walker.spacetime.stays_in_place = True
    near = places(walker, frames)
    assert np.ptp(near, axis=0).max() < 0.12  # a turning one still turns about its path
    np.testing.assert_allclose(near[0], far[0], atol=0.05)
    np.testing.assert_allclose(near[:, 2], far[:, 2], atol=1e-5)  # up and down is part of it
    for frame in frames[1:4]:
        bpy.context.scene.frame_set(frame)
        seen = shown(walker, frame)
        centre = seen.matrix[:3, :3] @ seen.physics.centre[seen.frame] + seen.matrix[:3, 3]
        assert np.linalg.norm((centre - hips(walker, frame))[:2]) < 0.3
    walker.spacetime.stays_in_place = False
    np.testing.assert_allclose(places(walker, frames), far, atol=1e-6)
    assert not ghost_of(walker).animation_data.drivers


@pytest.mark.once
@pytest.mark.parametrize("turn", [0.6, math.pi / 4], ids=["never back", "back after eight"])
def test_a_ghost_that_turns_goes_on_along_its_curve(walker, turn):
    motion = walker.spacetime.motion
    motion.is_mirrored, motion.turn, walker.spacetime.offset = False, turn, 0.0
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    action = walker.spacetime.pending
    cycle, (first, last) = clip_of(action).job.cycle, action.frame_range
    length = round(last - first)
    frames = round(first) + np.array([0, length // 3, length // 2])
    place = places(walker, frames)
    for n_cycles in range(1, 12):
        place = cycle.move_points(place)
        np.testing.assert_allclose(places(walker, frames + n_cycles * length), place, atol=2e-3)
    if turn > 0.7:  # for ever: twenty rounds later it is where it was
        np.testing.assert_allclose(places(walker, frames + 160 * length), places(walker, frames), atol=2e-3)


def test_an_open_motion_stays_between_its_ends_and_the_character_does_not_follow(walker):
    bpy.context.scene.render.fps = 8
    bpy.ops.spacetime.use_preset(preset="STEP_UP")
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    action = walker.spacetime.pending
    frames = [round(frame) for frame in np.linspace(*action.frame_range, 5)]
    far = places(walker, frames)
    walker.spacetime.stays_in_place = True
    near = places(walker, frames)
    travelled = np.linalg.norm((far[-1] - far[0])[:2])
    assert travelled > 0.05
    assert np.linalg.norm((near[-1] - near[0])[:2]) < 0.5 * travelled
    assert hips(walker, frames[-1] + 100) == pytest.approx(near[-1], abs=1e-5)
    accepted, _ = at_once(review.accepting(walker))
    clip = clip_of(accepted)
    assert clip is not None
    bpy.context.scene.frame_set(frames[-1])
    own = np.array(walker.matrix_world @ walker.pose.bones["spine"].head)
    side = (
        np.array(walker.matrix_world.col[0][:3]) / walker.matrix_world.to_scale().x * walker.spacetime.offset
    )
    np.testing.assert_allclose(own, far[-1] - side, atol=1e-3)
