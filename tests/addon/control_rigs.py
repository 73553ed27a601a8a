"""Control rigs as artists build them: one by hand, one with the names of a well-known add-on."""

import bpy
import numpy as np

from tests.addon.rigs import mannequin

HAND_MADE = {
    "hips": "Hips", "waist": "Spine", "chest": "Chest", "neck": "Neck", "crown": "Head", "upper_arm": "UpperArm.{s}",
    "forearm": "LowerArm.{s}", "hand": "Hand.{s}", "thigh": "UpperLeg.{s}", "shin": "LowerLeg.{s}", "foot": "Foot.{s}",
}  # fmt: skip
STRETCHED = {
    "hips": "root.x", "waist": "spine_01.x", "chest": "spine_02.x", "neck": "neck.x", "crown": "head.x",
    "upper_arm": "arm_stretch.{small}", "forearm": "forearm_stretch.{small}", "hand": "hand.{small}",
    "thigh": "thigh_stretch.{small}", "shin": "leg_stretch.{small}", "foot": "foot.{small}",
}  # fmt: skip
LEG = ("thigh_stretch", "leg_stretch", "foot")


def hand_made(*, toes=False):
    """Give legs that only reach for soles, with poles before the knees; bones pose everything else by themselves."""
    rig = mannequin(HAND_MADE)
    bpy.ops.object.mode_set(mode="EDIT")
    bones = rig.data.edit_bones
    added = [
        _bone(bones, "Main", (0, 0, 0), (0, 0.3, 0)),
        _bone(bones, "Body", (0, 0, 0.95), (0, 0.3, 0.95), "Main"),
    ]
    bones["Hips"].parent = bones["Body"]
    for side, x in (("L", 0.1), ("R", -0.1)):
        added.append(_twin(bones, f"Sole.{side}", f"Foot.{side}", "Main"))
        added.append(_bone(bones, f"Knee.{side}", (x, -0.6, 0.5), (x, -0.7, 0.5), "Main"))
        ball = bones[f"Foot.{side}"].tail.copy()
        if toes:
            _bone(bones, f"Toe.{side}", ball, (x, ball.y - 0.07, ball.z), f"Foot.{side}")
    bpy.ops.object.mode_set(mode="OBJECT")
    _deform_nothing(rig, added)
    for side in "LR":
        _reach(rig, f"LowerLeg.{side}", f"Sole.{side}", f"Knee.{side}")
        _follow(rig, f"Foot.{side}", f"Sole.{side}", "COPY_ROTATION")
    return rig


def stretched():
    """Give a rig whose deforming bones copy those of a control rig, and whose legs are switched by a property."""
    rig = mannequin(STRETCHED)
    deforming = [bone.name for bone in rig.data.bones]
    parents = {bone.name: bone.parent.name if bone.parent else "" for bone in rig.data.bones}
    bpy.ops.object.mode_set(mode="EDIT")
    bones, added = rig.data.edit_bones, [_bone(rig.data.edit_bones, "c_traj", (0, 0, 0), (0, 0.3, 0))]
    for name in deforming:
        parent = f"c_{parents[name]}" if parents[name] else "c_traj"
        added.append(_twin(bones, f"c_{name}", name, parent))
    for side, x in (("l", 0.1), ("r", -0.1)):
        added.append(_twin(bones, f"thigh_ik.{side}", f"thigh_stretch.{side}", "c_root.x"))
        added.append(_twin(bones, f"leg_ik.{side}", f"leg_stretch.{side}", f"thigh_ik.{side}"))
        added.append(_twin(bones, f"c_foot_ik.{side}", f"foot.{side}", "c_traj"))
        added.append(_bone(bones, f"c_leg_pole.{side}", (x, -0.6, 0.5), (x, -0.7, 0.5), "c_traj"))
    bpy.ops.object.mode_set(mode="OBJECT")
    _deform_nothing(rig, added)
    shape = bpy.data.objects.new("Shape", None)
    for bone in rig.pose.bones:
        if bone.name.startswith("c_"):
            bone.custom_shape = shape
    for side in "lr":
        rig.pose.bones[f"c_foot_ik.{side}"]["ik_fk_switch"] = 0.0
        _reach(rig, f"leg_ik.{side}", f"c_foot_ik.{side}", f"c_leg_pole.{side}")
    for name in deforming:
        _follow(rig, name, f"c_{name}", "COPY_TRANSFORMS")
        part, _, side = name.rpartition(".")
        if part in LEG:
            reaching = {"foot": "c_foot_ik"}.get(part, part.replace("_stretch", "_ik"))
            constraint = _follow(rig, name, f"{reaching}.{side}", "COPY_TRANSFORMS")
            _switch(rig, constraint, f"c_foot_ik.{side}")
    return rig


def _bone(bones, name, head, tail, parent=""):
    bone = bones.new(name)
    bone.head, bone.tail = head, tail
    bone.parent = bones[parent] if parent else None
    return name


def _twin(bones, name, of, parent):
    bone = bones.new(name)
    bone.head, bone.tail, bone.roll = bones[of].head, bones[of].tail, bones[of].roll
    bone.parent = bones[parent]
    return name


def _deform_nothing(rig, names):
    for name in names:
        rig.data.bones[name].use_deform = False


def _follow(rig, bone, target, kind):
    constraint = rig.pose.bones[bone].constraints.new(kind)
    constraint.target, constraint.subtarget = rig, target
    return constraint


def _reach(rig, bone, target, pole):
    """Inverse kinematics of two bones that leave the rest pose as it is."""
    chain = rig.pose.bones[bone]
    chain.lock_ik_y = chain.lock_ik_z = chain.use_ik_limit_x = True
    chain.ik_min_x, chain.ik_max_x = 0.0, 2.4
    constraint = _follow(rig, bone, target, "IK")
    constraint.pole_target, constraint.pole_subtarget, constraint.chain_count = rig, pole, 2
    off = {}
    for angle in np.radians([-90, 0, 90, 180]).tolist():
        constraint.pole_angle = angle
        bpy.context.view_layer.update()
        off[angle] = np.abs(np.array(chain.matrix) - np.array(chain.bone.matrix_local)).max()
    constraint.pole_angle = min(off, key=off.get)


def _switch(rig, constraint, owner):
    driver = constraint.driver_add("influence").driver
    driver.type, driver.expression = "SCRIPTED", "1 - switch"
    variable = driver.variables.new()
    variable.name = "switch"
    variable.targets[0].id = rig
    variable.targets[0].data_path = f'pose.bones["{owner}"]["ik_fk_switch"]'
