"""Motion capture whose rest pose does not stand becomes a character: one button more, or none."""

from contextlib import suppress

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop

from tests.addon.rigs import from_bvh
from tests.support.bvh_files import motion_file, shows_its_file
from tests.support.check_list import found, heads, mended
from tests.support.event_turns import small_budget, turns_to_the_end

# Joint: parent, place in the standing pose (to the left, ahead, up) [m]; "{s}" stands on both sides.
HUMAN = {
    "Hips": ("", (0, 0, 0.95)), "Chest": ("Hips", (0, 0, 1.25)), "Neck": ("Chest", (0, 0, 1.46)),
    "Head": ("Neck", (0, 0, 1.56)), "HeadEnd": ("Head", (0, 0, 1.75)),
    "{s}Arm": ("Chest", (0.18, 0, 1.43)), "{s}ForeArm": ("{s}Arm", (0.46, 0, 1.43)),
    "{s}Hand": ("{s}ForeArm", (0.72, 0, 1.43)), "{s}UpLeg": ("Hips", (0.1, 0, 0.93)),
    "{s}Leg": ("{s}UpLeg", (0.1, 0.01, 0.5)), "{s}Foot": ("{s}Leg", (0.1, 0, 0.08)),
    "{s}ToeBase": ("{s}Foot", (0.1, 0.13, 0.01)), "{s}ToeEnd": ("{s}ToeBase", (0.1, 0.2, 0.01)),
}  # fmt: skip
DOG = {
    "Root": ("", (0, 0, 0.6)), "Back": ("Root", (0, 0.3, 0.6)), "Nape": ("Back", (0, 0.6, 0.6)),
    "Skull": ("Nape", (0, 0.75, 0.75)), "Snout": ("Skull", (0, 0.95, 0.72)), "Tail": ("Root", (0, -0.1, 0.6)),
    "TailEnd": ("Tail", (0, -0.4, 0.5)),
    "{s}Ham": ("Root", (0.08, 0, 0.55)), "{s}Hock": ("{s}Ham", (0.08, 0.03, 0.3)),
    "{s}Pad": ("{s}Hock", (0.08, -0.02, 0.1)), "{s}Claw": ("{s}Pad", (0.08, 0.08, 0)),
    "{s}Blade": ("Nape", (0.08, 0.55, 0.55)), "{s}Elbow": ("{s}Blade", (0.08, 0.52, 0.3)),
    "{s}Wrist": ("{s}Elbow", (0.08, 0.55, 0.1)), "{s}Nail": ("{s}Wrist", (0.08, 0.63, 0)),
}  # fmt: skip
BENT = {"LeftUpLeg": 80, "LeftHam": 80}  # degrees: one leg is drawn up


def lying_file(path, joints):
    """A BVH file, Y up, whose rest pose lies on its back, or its hind end; the second of three frames stands."""
    places, parents = {}, {}
    for name, (parent, (x, ahead, up)) in joints.items():
        for word, sign in (("Left", 1), ("Right", -1)) if "{" in name else (("", 1),):
            places[name.format(s=word)] = np.array([sign * x, -ahead, up])  # up lies along the file's Z
            parents[name.format(s=word)] = parent.format(s=word)
    order, lines = [], ["HIERARCHY"]

    def write(name, depth):
        order.append(name)
        space, offset = "  " * depth, places[name] - places.get(parents[name], 0)
        lines.extend([f"{space}{'JOINT' if depth else 'ROOT'} {name}", f"{space}{{"])
        lines.append(f"{space}  OFFSET {' '.join(map(str, offset.tolist()))}")
        lines.append(f"{space}  CHANNELS 3 Xrotation Yrotation Zrotation")
        children = [child for child, parent in parents.items() if parent == name]
        for child in children:
            write(child, depth + 1)
        if not children:
            lines.extend([f"{space}  End Site", f"{space}  {{", f"{space}    OFFSET 0 0 0", f"{space}  }}"])
        lines.append(f"{space}}}")

    write(next(iter(places)), 0)
    lines += ["MOTION", "Frames: 3", "Frame Time: 0.0416667"]
    for turns in ({}, {order[0]: -90}, {order[0]: -90, **BENT}):
        lines.append(" ".join(f"{turns.get(name, 0)} 0 0" for name in order))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture(params=[HUMAN, DOG], ids=["human", "dog"])
def file(request, tmp_path):
    return lying_file(tmp_path / "capture.bvh", request.param)


def legs():
    """Names of the contacts that Fit Bodies finds, which is pressed."""
    bpy.ops.spacetime.fit_bodies()
    return contacts(bpy.context.object)


def contacts(rig):
    return {contact.name for contact in rig.data.spacetime.contacts}


FEET = ({"heel.L", "heel.R", "toe.L", "toe.R"}, {"hind.L", "hind.R", "fore.L", "fore.R"})


def test_import_lets_it_rest_as_in_the_frame_that_stands(file):
    bpy.ops.spacetime.import_bvh(filepath=str(file), unit=1.0)
    rig = bpy.context.object
    shows_its_file(rig, file, 1.0)
    assert len(bpy.data.actions) == 1
    bpy.context.scene.frame_set(2)
    posed = {bone.name: bone.head.copy() for bone in rig.pose.bones}
    assert max((bone.head_local - posed[bone.name]).length for bone in rig.data.bones) < 1e-5
    assert legs() in FEET


def test_import_leaves_the_rest_pose_when_asked(file):
    bpy.ops.spacetime.import_bvh(filepath=str(file), unit=1.0, stand=False)
    rig = bpy.context.object
    shows_its_file(rig, file, 1.0)
    bpy.context.scene.frame_set(1)  # of the file's own rest pose
    assert max((bone.head - rig.data.bones[bone.name].head_local).length for bone in rig.pose.bones) < 1e-5


@pytest.mark.once
def test_a_rest_pose_that_stands_is_left_alone():
    path = motion_file("02_01_walk")
    heads_of = []
    for stand in (True, False):
        bpy.ops.spacetime.import_bvh(filepath=str(path), stand=stand)
        heads_of.append([tuple(bone.head_local) for bone in bpy.context.object.data.bones])
    assert heads_of[0] == heads_of[1]


def test_files_with_z_up_are_seen_to_be(tmp_path):
    """The lying skeleton without its motion has its feet along Y: it stands when Z is up."""
    path = lying_file(tmp_path / "capture.bvh", HUMAN)
    path.write_text("\n".join([*path.read_text().splitlines()[:-6], "MOTION", "Frames: 0", "Frame Time: 1"]))
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=1.0)
    rig = bpy.context.object
    assert rig.data.bones["Head"].head_local.z > 1.5
    assert legs() == FEET[0]
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=1.0, up="Y")
    assert bpy.context.object.data.bones["Head"].head_local.z < 0.1


@pytest.mark.parametrize(("row", "is_sure"), [(0, True), (2, False)], ids=["stands on Z", "stands nowhere"])
def test_an_axis_that_nothing_speaks_for_is_doubted(tmp_path, capfd, row, is_sure):
    """Who lies along Z stands when Z is up; who sits on the floor with a leg drawn up does so on neither axis."""
    path = lying_file(tmp_path / "capture.bvh", HUMAN)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-3], *[lines[-3:][row]] * 3]) + "\n")
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=1.0)
    told = capfd.readouterr().out
    doubt = "Whether Z is up is uncertain; if it lies or stands wrongly, import it with Up set to Y"
    assert (doubt in told) != is_sure
    assert "uses Z up" in told


def by_blender(path):
    bpy.ops.import_anim.bvh(filepath=str(path), update_scene_fps=False)
    return bpy.context.object


def test_no_legs_in_the_rest_pose_are_told_if_a_frame_of_the_motion_has_some(tmp_path):
    rig = by_blender(lying_file(tmp_path / "capture.bvh", DOG))
    with pytest.raises(
        RuntimeError, match="stands on legs in frame 2 of its motion, but not in its rest pose"
    ):
        bpy.ops.spacetime.fit_bodies()
    assert not any(bone.spacetime.is_body for bone in rig.data.bones)
    assert not len(rig.data.spacetime.bone_map)


def pressed_once(rig):
    """Fit Bodies as anyone would, which may refuse; then one button of the check list."""
    with suppress(RuntimeError):
        bpy.ops.spacetime.fit_bodies()
    assert found(rig, "STAND_UP").other_fix == "REST_FROM_POSE"
    assert mended(rig, "STAND_UP")
    return contacts(rig)


def test_one_button_stands_a_rig_up_and_fits_it(file):
    rig = by_blender(file)
    scene, old = bpy.context.scene, rig.animation_data.action
    scene.frame_set(3, subframe=0.25)
    assert pressed_once(rig) in FEET
    assert (scene.frame_current, scene.frame_subframe) == (3, 0.25)
    assert rig.animation_data.action != old
    assert old.use_fake_user
    lowest = min(rig.data.bones, key=lambda bone: bone.head_local.z).name
    assert lowest.endswith(("ToeBase", "Claw", "Nail"))


@pytest.mark.parametrize(("name", "feet"), [("rokoko_jesse_dance", FEET[0]), ("dog_walk", FEET[1])])
@pytest.mark.once
def test_real_motion_capture_stands_up(name, feet):
    rig = from_bvh(name)
    frames = [int(rig.animation_data.action.frame_range[0]) + k for k in (0, 60, 190)]
    names = [bone.name for bone in rig.data.bones if bone.name.endswith(("Head", "Hand", "Foot", "Toe"))]
    assert len(names) > 3
    before = heads(rig, frames, names)
    assert pressed_once(rig) == feet
    after = heads(rig, frames, names)
    place = np.array([rig.matrix_world.inverted() @ point for point in after])  # fitting a human scales it
    size = max(rig.dimensions) / rig.scale[0]
    assert np.abs(place - np.array(before)).max() < 1e-3 * size


@pytest.mark.once
@pytest.mark.parametrize("name", ["rokoko_jesse_dance", "dog_walk", "fair1_dab"])
def test_real_motion_capture_is_imported_standing(name):
    path = motion_file(name)
    bpy.ops.spacetime.import_bvh(filepath=str(path))
    assert legs() in FEET


def test_motion_without_a_standing_frame_is_told(file):
    lines = file.read_text().splitlines()
    lying = "\n".join([*lines[:-2], lines[-3], lines[-3]]) + "\n"
    file.write_text(lying)
    rig = by_blender(file)
    with pytest.raises(RuntimeError, match="does not stand in any of 3 frames from 1 to 3"):
        bpy.ops.spacetime.mend(kind="STAND_UP")
    rig.animation_data.action = None
    with pytest.raises(RuntimeError, match="has no action"):
        bpy.ops.spacetime.mend(kind="STAND_UP")


def shown():
    """Give what changes when a rig gets another rest pose: its bones, and what it plays, with all its values."""
    rig = bpy.context.object
    playing = rig.animation_data.action
    bones = [[tuple(row) for row in bone.matrix_local] for bone in rig.data.bones]
    return (
        bones,
        playing.name,
        keys_of(playing),
        sorted(each.name for each in bpy.data.actions),
        contacts(rig),
    )


def keys_of(action):
    return [[tuple(p.co) for p in curve.keyframe_points] for curve in actions.curves_of(action)]


@pytest.mark.parametrize("button", ["mend STAND_UP", "mend REST_FROM_POSE", "rest_from_pose"])
def test_a_press_changes_the_rest_pose_in_steps_with_one_undo_step(file, button, monkeypatch):
    by_blender(file)
    name, _, kind = button.partition(" ")
    settings = {"kind": kind} if kind else {}
    bpy.context.scene.frame_set(2)
    press = getattr(bpy.ops.spacetime, name)
    bpy.ops.ed.undo_push(message="before")
    before = shown()
    press(**settings)
    at_once = shown()
    bpy.ops.ed.undo_push(message="after")
    bpy.ops.ed.undo()
    assert shown() == before
    old = bpy.context.object.animation_data.action.name
    small_budget(monkeypatch)
    assert press(in_steps=True, **settings) == {"FINISHED"}
    assert shown() == before  # nothing is done yet
    assert turns_to_the_end() > len(before[0])
    assert shown() == at_once != before
    assert bpy.context.scene.frame_current == 2
    assert keys_of(bpy.data.actions[old]) == before[2]
    bpy.ops.ed.undo()
    assert shown() == before


def test_a_pose_that_is_changed_meanwhile_is_told(file, monkeypatch):
    rig = by_blender(file)
    before = shown()
    small_budget(monkeypatch)
    bpy.ops.spacetime.rest_from_pose(in_steps=True)
    event_loop.turn()
    bpy.context.scene.frame_set(2)
    turns_to_the_end()
    assert "was changed in the meantime" in bpy.context.window_manager.spacetime.error
    assert shown() == before
    assert rig.animation_data.action.name == before[1]


def test_what_cannot_be_mended_is_told_when_pressed(file):
    rig = by_blender(file)
    rig.animation_data.action = None
    bpy.ops.spacetime.mend(kind="STAND_UP", in_steps=True)
    turns_to_the_end()
    assert "has no action" in bpy.context.window_manager.spacetime.error
