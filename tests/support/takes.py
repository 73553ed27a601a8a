"""Takes as created by a solve."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.settings import panel_settings
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action, review
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once

from tests.support.written import write_motion


@pytest.fixture
def take(human, make_clip):
    """Return a function that makes takes as a solve does."""

    def take(name="Walk", **settings):
        motion = bpy.context.object.spacetime.motion
        motion.motion_name = name
        for key, value in settings.items():
            setattr(motion, key, value)
        clip = make_clip(read_job(human, bpy.context.scene))
        action = write_motion(clip, human)
        clip_on_action.remember(
            action, clip.to_bytes(), place=place_of(human), settings=panel_settings(human, bpy.context.scene)
        )
        human.animation_data.action = None
        at_once(review.proposing(human, action))
        return action

    return take
