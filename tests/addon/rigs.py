"""Real rigs of several families for tests; a family that is not there skips with one line."""

import importlib
from pathlib import Path

import bpy
import numpy as np
import pytest
from mathutils import Vector

from tests.support.bvh_files import motion_file


def begin_with(name, build):
    """Begin with what ``build`` makes of an empty file: made by the first test, opened by those after it.

    Gives the active object. A file that is no longer empty is added to.
    """
    file = Path(bpy.app.tempdir, f"{name}.blend")
    if len(bpy.data.objects):
        build()
    elif file.exists():
        trusts = bpy.context.preferences.filepaths
        trusts.use_scripts_auto_execute = True  # as Rigify ran its script when it made the rig
        bpy.ops.wm.read_homefile(filepath=str(file))
        trusts.use_scripts_auto_execute = False
    else:
        build()
        bpy.ops.wm.save_as_mainfile(filepath=str(file), copy=True)
    return bpy.context.object


def metarig(kind):
    """Add one of Rigify's skeletons: "basic_human", "wolf", "bird", "horse", "cat"."""
    add_ons = importlib.import_module("addon_utils")
    if not all(add_ons.check("rigify")) and add_ons.enable("rigify", default_set=True) is None:
        pytest.skip("this Blender has no Rigify")
    getattr(bpy.ops.object, f"armature_{kind}_metarig_add")()
    return bpy.context.object


def fitted_human():
    """Add Rigify's basic human and fit its bodies."""
    metarig("basic_human")
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}


def walked_human():
    """Add it with the ghost of a walk, solved at 12 frames a second."""
    fitted_human()
    bpy.context.scene.render.fps = 12
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}


def generated(kind, without=("face",)):
    """Add the control rig that Rigify generates from a skeleton.

    Bones whose names begin ``without`` are left out, and all below them: a face takes Rigify many seconds.
    """

    def generate():
        rig = metarig(kind)
        bpy.ops.object.mode_set(mode="EDIT")
        bones = rig.data.edit_bones
        tops = [bone for bone in bones if bone.name.startswith(without)]
        for bone in {each.name: each for top in tops for each in (top, *top.children_recursive)}.values():
            bones.remove(bone)
        bpy.ops.object.mode_set(mode="OBJECT")
        bpy.ops.pose.rigify_generate()

    return begin_with(f"generated_{kind}", generate)


def from_bvh(name):
    """Import a BVH file's skeleton with its motion."""
    bpy.ops.import_anim.bvh(filepath=str(motion_file(name)), update_scene_fps=False)
    return bpy.context.object


def add_root(human):
    """Put a bone above the hips of Rigify's human, for its travel."""
    bpy.ops.object.mode_set(mode="EDIT")
    root = human.data.edit_bones.new("root")
    root.head, root.tail = (0, 0, 0), (0, 0.3, 0.1)
    human.data.edit_bones["spine"].parent = root
    bpy.ops.object.mode_set(mode="OBJECT")


def tweak_strip(armature_object, action):
    """Let an armature play an action in an NLA strip that is being tweaked; give its animation data."""
    data = armature_object.animation_data
    data.action = None
    track = data.nla_tracks.new()
    track.strips.new(action.name, 1, action)
    data.nla_tracks.active, track.select = track, True
    data.use_tweak_mode = True
    return data


STRAIGHT = np.eye(3)
PLAIN_NAMES = {
    "hips": "hips", "waist": "waist", "chest": "chest", "neck": "neck", "crown": "head", "shoulder": "shoulder.{s}",
    "upper_arm": "upper_arm.{s}", "forearm": "forearm.{s}", "hand": "hand.{s}", "thigh": "thigh.{s}",
    "shin": "shin.{s}", "foot": "foot.{s}", "toe": "toe.{s}",
}  # fmt: skip


def mannequin(names, turn=STRAIGHT, size=1.0):
    """Build a human in a T-pose, 1.75 m x size tall, from a name for each part: "{s}" is L or R, "{small}" l or r,
    "{word}" Left or Right. ``turn`` points every bone's tail elsewhere, as importers of other programs' rigs do.
    """
    places = {
        "hips": ((0, 0, 0.95), (0, 0, 1.08)), "waist": ((0, 0, 1.08), (0, 0, 1.25)),
        "chest": ((0, 0, 1.25), (0, 0, 1.46)), "neck": ((0, 0, 1.46), (0, 0, 1.56)),
        "crown": ((0, 0, 1.56), (0, 0, 1.75)), "shoulder": ((0.03, 0, 1.42), (0.18, 0, 1.43)),
        "upper_arm": ((0.18, 0, 1.43), (0.46, 0, 1.43)), "forearm": ((0.46, 0, 1.43), (0.72, 0, 1.43)),
        "hand": ((0.72, 0, 1.43), (0.82, 0, 1.43)), "twist": ((0.6, 0, 1.43), (0.65, 0, 1.43)),
        "thigh": ((0.1, 0, 0.93), (0.1, -0.01, 0.5)), "shin": ((0.1, -0.01, 0.5), (0.1, 0, 0.08)),
        "foot": ((0.1, 0, 0.08), (0.1, -0.13, 0.01)), "toe": ((0.1, -0.13, 0.01), (0.1, -0.2, 0.01)),
    }  # fmt: skip
    parents = {
        "waist": "hips", "chest": "waist", "neck": "chest", "crown": "neck", "shoulder": "chest",
        "upper_arm": "shoulder", "forearm": "upper_arm", "hand": "forearm", "twist": "forearm",
        "thigh": "hips", "shin": "thigh", "foot": "shin", "toe": "foot",
    }  # fmt: skip
    data = bpy.data.armatures.new("Mannequin")
    rig = bpy.data.objects.new("Mannequin", data)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    made = {}
    for part, pattern in names.items():
        head, tail = (size * np.array(end, float) for end in places[part])
        for side, x in (("L", 1), ("R", -1)) if "{" in pattern else (("", 1),):
            words = {"s": side, "small": side.lower(), "word": {"L": "Left", "R": "Right"}.get(side, "")}
            bone = data.edit_bones.new(pattern.format(**words))
            bone.head = head * [x, 1, 1]
            bone.tail = bone.head + Vector(turn @ ((tail - head) * [x, 1, 1]))
            parent = parents.get(part)
            while parent and parent not in names:
                parent = parents.get(parent)
            bone.parent = made.get((parent, side)) or made.get((parent, ""))
            made[part, side] = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def cast_with_a_small_one(walker, size):
    """Put a character and a smaller copy of it into a collection; give both."""
    small = walker.copy()
    small.scale = [size] * 3
    cast = bpy.data.collections.new("Cast")
    for each in (walker, small):
        cast.objects.link(each)
    bpy.context.collection.objects.link(small)
    bpy.context.view_layer.update()
    return cast, small
