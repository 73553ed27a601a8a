"""Fit Bodies brings feet and ground together: a character is set on it from less than an ankle away."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job

from tests.addon.rigs import PLAIN_NAMES, mannequin


@pytest.mark.parametrize(("off", "way"), [(0.03, "down"), (-0.04, "up")])
@pytest.mark.parametrize("unit", [1.0, 0.01])
def test_feet_off_the_ground_by_less_than_an_ankle_are_set_on_it(capfd, off, way, unit):
    scene = bpy.context.scene
    scene.unit_settings.scale_length = unit
    rig = mannequin(PLAIN_NAMES, size=1 / unit)
    bpy.ops.spacetime.fit_bodies()
    home = rig.location.z  # its soles are on the ground
    rig.location.z += off / unit
    capfd.readouterr()
    bpy.ops.spacetime.fit_bodies()
    assert f"moved {way} by {abs(off):.3f} m to stand on the ground" in capfd.readouterr().out
    assert scene.spacetime.ground_height == 0.0
    assert unit * rig.location.z == pytest.approx(unit * home, abs=1e-5)
    assert min(contact.point[2] for contact in read_job(rig, scene).character.contacts) == pytest.approx(
        0, abs=1e-5
    )


@pytest.mark.parametrize("why", ["far", "parented", "keyed", "skinned aside"])
def test_ground_goes_to_feet_that_cannot_be_set_on_it(capfd, why):
    scene, rig = bpy.context.scene, mannequin(PLAIN_NAMES)
    bpy.ops.spacetime.fit_bodies()
    rig.location.z += 0.3 if why == "far" else 0.03
    there = rig.location.z
    if why == "parented":
        holder = bpy.data.objects.new("Holder", None)
        scene.collection.objects.link(holder)
        holder.keyframe_insert("location", frame=1)
        rig.parent = holder
    elif why == "keyed":
        rig.pose.bones["hips"].keyframe_insert("location", frame=1)
    elif why == "skinned aside":
        skin = bpy.data.objects.new("Skin", bpy.data.meshes.new("Skin"))
        scene.collection.objects.link(skin)
        skin.modifiers.new("Rig", "ARMATURE").object = rig
    capfd.readouterr()
    bpy.ops.spacetime.fit_bodies()
    height = 0.3 if why == "far" else 0.03
    assert f"the ground was moved from 0.000 m to {height:.3f} m to meet the feet" in capfd.readouterr().out
    assert rig.location.z == there
    assert scene.spacetime.ground_height == pytest.approx(height, abs=1e-5)
