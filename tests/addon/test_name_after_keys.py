"""Names of motions that follow keys."""

from dataclasses import replace

import bpy
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve.name_after_keys import name_after_keys


def test_it_is_called_after_the_keys_unless_the_artist_typed_a_name(squatting):
    motion, own = squatting.spacetime.motion, squatting.animation_data.action
    for action, name in (
        ("Jump", "Jump physical"),
        ("Jump.001", "Jump physical"),
        ("Jump physical", "Jump physical physical"),  # no take, whatever its name
        (f"{squatting.name}Action", "Physical"),  # named by Blender
        (f"{squatting.name}Action.001", "Physical"),
    ):
        own.name = action
        name_after_keys(squatting)
        assert motion.motion_name == name
    motion.motion_name = "Mine"
    name_after_keys(squatting)
    assert motion.motion_name == "Mine"
    bpy.ops.spacetime.use_preset(preset="RUN")
    assert motion.motion_name == "Run"
    own.name, track = "Below", squatting.animation_data.nla_tracks.new()
    track.strips.new("Below", 10, own)
    squatting.animation_data.action = None
    name_after_keys(squatting)
    assert motion.motion_name == "Below physical"


def test_a_take_that_followed_keys_gives_its_own_name(squatting, make_clip):
    motion, own, scene = squatting.spacetime.motion, squatting.animation_data.action, bpy.context.scene
    sketch = at_once(read_sketch(squatting, scene, read_character(squatting)))
    clip = make_clip(read_job(squatting, scene, sketch=sketch))
    for take, action, name in (
        ("Hop physical", "Hop physical", "Hop physical"),
        ("Hop physical", "Hop physical 2", "Hop physical"),
        (
            "a_hop_of_many_letters physical",
            "3 a_hop_of_many_letters physical",
            "a_hop_of_many_letters physical",
        ),
        ("Physical", "Physical 2", "Physical"),
        ("Physical", "Leap", "Leap"),  # renamed by the artist
    ):
        own.name, data = action, replace(clip, job=replace(clip.job, name=take)).to_bytes()
        own.pop(clip_on_action.CLIP, None)  # Blender cuts bytes at a zero when it replaces others
        clip_on_action.remember(own, data, place=place_of(squatting), settings={})
        name_after_keys(squatting)
        assert motion.motion_name == name
