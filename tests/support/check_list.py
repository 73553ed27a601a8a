"""The check list of a rig, and its buttons."""

import bpy
from bl_ext.user_default.spacetime_animator.addon.character.checks import check_character


def findings(rig):
    bpy.context.view_layer.update()
    return check_character(rig, bpy.context.scene)


def found(rig, kind):
    return next((f for f in findings(rig) if f.fix == kind), None)


def mended(rig, kind):
    """Press the button of a finding, which must exist; return whether the finding is gone."""
    finding = found(rig, kind)
    assert finding, kind
    bpy.ops.spacetime.mend(kind=kind, bone=finding.bone, contact=finding.contact)
    return found(rig, kind) is None


def heads(rig, frames, names=("LeftHand", "Head", "RightFoot")):
    places = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        places += [(rig.matrix_world @ rig.pose.bones[n].head).copy() for n in names]
    return places
