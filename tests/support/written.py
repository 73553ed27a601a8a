"""Clips as actions, without a solve."""

from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.object_trajectory import FollowedObject
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import (
    FIRST_FRAME,
    TURNS,
    begin_action,
    plan_motion,
    to_rest,
)
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve.written_motion import write_curves
from bl_ext.user_default.spacetime_animator.solver.formats.armature_motion import armature_channels


def write_motion(clip, rig, *, root_motion_bone="", first_frame=FIRST_FRAME):
    """Writes a clip as the rig's action."""
    place = place_of(rig)
    seconds = clip.motion.step * clip.n_frames
    followed = FollowedObject(place, first_frame=first_frame, seconds=seconds)
    while not followed.go_on(rig):
        pass
    plan = plan_motion(
        clip.job,
        rig,
        root_motion_bone=root_motion_bone,
        place=place,
        trajectory=followed.way,
        repetitions=TURNS,
    )
    action = begin_action(clip.name, rig, first_frame=first_frame)
    at_once(write_curves(clip, action, armature_channels(clip.motion, plan), rig))
    to_rest(rig, actions.keyed_bones(action))
    actions.assign(rig, action)
    return action
