"""Rigs of strangers: what may move a character besides its own action, as set-ups of a fitted human."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.solve import session

from tests.addon.rigs import tweak_strip

BETWEEN = "shoulder.L"  # has no body, and carries the arm
FIRST, LAST = 1, 20


def sways(human, name="Sway", size=1.0):
    """An action of the artist that turns hips, a clavicle, an arm and a finger."""
    own = actions.new_action(name, human.name)
    frames = np.array([FIRST, 8.0, LAST])
    for bone, angle in (("spine", 0.2), (BETWEEN, 0.5), ("upper_arm.L", 0.6), ("f_index.01.L", 0.4)):
        if bone in human.pose.bones:
            human.pose.bones[bone].rotation_mode = "XYZ"
            values = size * angle * np.array([[0.2, 0, 0.5], [1.0, 0.3, 0], [-0.5, 0, 0.3]])
            actions.add_curves(own, bone, "rotation_euler", frames, values)
    return own


def strip_of(human, action, **settings):
    data = human.animation_data or human.animation_data_create()
    track = data.nla_tracks.new()
    track.name = action.name
    strip = track.strips.new(action.name, FIRST, action)
    strip.action_slot = action.slots[0]
    for name, value in settings.items():
        setattr(strip, name, value)
    return track


def carrier(way=(0.3, 0.0, 0.1)):
    empty = bpy.data.objects.new("Carrier", None)
    bpy.context.collection.objects.link(empty)
    for frame, share in ((FIRST, 0.0), (LAST, 1.0)):
        empty.location, empty.rotation_euler = share * np.array(way), (0.0, 0.0, 0.3 * share)
        empty.keyframe_insert("location", frame=frame)
        empty.keyframe_insert("rotation_euler", frame=frame)
    return empty


def plain(human):
    actions.assign(human, sways(human))


def on_strips(human):
    strip_of(human, sways(human))


def beneath_the_action(human):
    strip_of(human, sways(human, "Under", 2.0))
    actions.assign(human, sways(human))


def added_strips(human):
    strip_of(human, sways(human))
    strip_of(human, sways(human, "More"), blend_type="ADD")
    strip_of(human, sways(human, "Most"), blend_type="COMBINE", use_animated_influence=True)


def stretched_strip(human):
    strip_of(human, sways(human), scale=1.7)


def timed_strip(human):
    strip = strip_of(human, sways(human)).strips[0]
    strip.use_animated_time = True
    curve = strip.fcurves.find("strip_time")
    for frame, time in ((FIRST, LAST), (LAST, FIRST)):
        curve.keyframe_points.insert(frame, time)


def repeated_reversed_strip(human):
    strip_of(human, sways(human), repeat=2.5, use_reverse=True)


def tweaked_strip(human):
    human.animation_data_create()
    tweak_strip(human, sways(human))


def solo_track(human):
    strip_of(human, sways(human, "Under", 2.0))
    strip_of(human, sways(human)).is_solo = True
    actions.assign(human, sways(human, "Hidden"))


def weak_action(human):
    actions.assign(human, sways(human))
    human.animation_data.action_influence = 0.4


def added_action(human):
    strip_of(human, sways(human, "Under", 0.5))
    actions.assign(human, sways(human))
    human.animation_data.action_blend_type = "ADD"


def weak_action_over_strips(human):
    strip_of(human, sways(human, "Under", 2.0))
    actions.assign(human, sways(human))
    human.animation_data.action_influence = 0.3


def nothing_outside(human):
    actions.assign(human, sways(human))
    human.animation_data.action_extrapolation = "NOTHING"


def no_slot(human):
    actions.assign(human, sways(human))
    human.animation_data.action_slot = None


def muted_curves(human):
    own = sways(human)
    actions.assign(human, own)
    for curve in actions.curves_of(own):
        curve.mute = "shoulder" in curve.data_path or "f_index" in curve.data_path


def muted_group(human):
    own = sways(human)
    actions.assign(human, own)
    next(curve.group for curve in actions.curves_of(own) if "shoulder" in curve.data_path).mute = True


def driver_between(human):
    plain(human)
    human.pose.bones[BETWEEN].rotation_mode = "XYZ"
    human.driver_add(f'pose.bones["{BETWEEN}"].rotation_euler', 0).driver.expression = "0.4 * sin(frame / 5)"


def driver_on_a_body(human):
    plain(human)
    human.driver_add('pose.bones["upper_arm.R"].location', 1).driver.expression = "frame / 50"
    human.driver_add('pose.bones["forearm.R"].scale', 1).driver.expression = "1 + frame / 50"


def driver_of_the_scene(human):
    plain(human)
    human.pose.bones[BETWEEN].rotation_mode = "XYZ"
    driver = human.driver_add(f'pose.bones["{BETWEEN}"].rotation_euler', 2).driver
    variable = driver.variables.new()
    variable.name, driver.expression = "at", "at / 40"
    variable.targets[0].id_type, variable.targets[0].id = "SCENE", bpy.context.scene
    variable.targets[0].data_path = "frame_current"


def child_of_on_the_hips(human):
    plain(human)
    held = human.pose.bones["spine"].constraints.new("CHILD_OF")
    held.target = carrier()


def copies_between(human):
    plain(human)
    held = human.pose.bones[BETWEEN].constraints.new("COPY_ROTATION")
    held.target, held.mix_mode, held.influence = carrier(), "ADD", 0.8


def chain_from_a_toe(human):
    plain(human)
    bone = next(
        each for each in human.pose.bones["foot.L"].children_recursive if not each.bone.spacetime.is_body
    )
    chain = bone.constraints.new("IK")
    chain.target, chain.chain_count, chain.use_tail = carrier(), 4, False


def influence_that_comes_later(human):
    plain(human)
    held = human.pose.bones[BETWEEN].constraints.new("COPY_ROTATION")
    held.target, held.influence = carrier(), 0.0
    for frame, influence in ((FIRST, 0.0), (6, 0.0), (12, 1.0)):
        held.influence = influence
        held.keyframe_insert("influence", frame=frame)
    bpy.context.scene.frame_set(FIRST)


def moving_parent(human):
    plain(human)
    human.parent = carrier()


def driven_object(human):
    plain(human)
    human.driver_add("location", 1).driver.expression = "frame / 40"


def object_on_strips(human):
    own = sways(human)
    actions.add_path(
        own, "location", [0, 1], np.array([FIRST, LAST], float), np.array([[0, 0], [0.5, 0.2]], float)
    )
    strip_of(human, own)


def scaled_keys(human):
    own = sways(human)
    actions.add_curves(
        own, "spine.003", "scale", np.array([FIRST, LAST], float), np.array([[1.0] * 3, [1.05] * 3])
    )
    actions.assign(human, own)


def second_user(human):
    plain(human)
    other = human.copy()
    bpy.context.collection.objects.link(other)
    other.location.x = 3.0
    other.animation_data_clear()


def hidden_bones(human):
    plain(human)
    for collection in human.data.collections_all:
        collection.is_visible = False


def no_nla(human):
    on_strips(human)
    human.animation_data.use_nla = False


MENDED = (
    plain, on_strips, no_nla, beneath_the_action, added_strips, stretched_strip, repeated_reversed_strip,
    tweaked_strip, solo_track, weak_action, weak_action_over_strips, added_action, nothing_outside, no_slot,
    muted_curves, muted_group, driver_between, driver_on_a_body, driver_of_the_scene, child_of_on_the_hips,
    copies_between, chain_from_a_toe, influence_that_comes_later, moving_parent, driven_object,
    object_on_strips, second_user, hidden_bones,
)  # fmt: skip


@pytest.fixture
def propose(human, make_clip):
    """Give a maker of a motion on the human's ghost, after a set-up of its rig."""

    def make(set_up):
        bpy.context.scene.render.fps = 12
        human.spacetime.motion.length = 1.0
        set_up(human)
        bpy.context.scene.frame_set(FIRST)
        clip = make_clip(read_job(human, bpy.context.scene))
        session.wait(session.start_fetch(human, clip.job, lambda: clip, settings={}))
        return human, clip

    return make


def turns(rig, frames, bone=BETWEEN):
    """Rotations (F, 3, 3) of a bone in its armature, as Blender shows them."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append(np.array(rig.pose.bones[bone].matrix)[:3, :3])
    return np.array(found)


def angle(some, others):
    """Largest angle [degrees] between rotations (F, 3, 3)."""
    trace = np.einsum("fij,fij->f", some, others)
    return np.degrees(np.arccos(np.clip((trace - 1) / 2, -1, 1))).max()
