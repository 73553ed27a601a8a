"""Bones that end a body and bend although the body does not, such as hands without bodies."""

from collections.abc import Sequence

import bpy

from ..blender.rest_pose import armature_data

PAST_THE_MIDDLE = 0.5  # of a bone; children attached before that are not its end


def tip_bones(armature_object: bpy.types.Object, bodies: Sequence[str]) -> dict[str, str]:
    """Bones without bodies that continue from the end of a body's bone, by body."""
    bones, found = armature_data(armature_object).bones, dict[str, str]()
    for name in bodies:
        bone = bones[name]
        children = [child for child in bone.children if not child.spacetime.is_body]
        is_end = not any(child.spacetime.is_body for child in bone.children)
        reach = {child.name: (child.head_local - bone.head_local).length for child in children}
        farthest = max(reach, key=lambda child: reach[child], default="")
        if is_end and farthest and reach[farthest] > PAST_THE_MIDDLE * bone.length:
            found[name] = farthest
    return found


def reach(bone: bpy.types.Bone) -> float:
    """Largest rest distance from a bone's head to its end or that of a child, such as a finger [armature's units]."""
    return max(float((each.tail_local - bone.head_local).length) for each in (bone, *bone.children_recursive))
