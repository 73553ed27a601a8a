"""Lines from the ghost's bones to the targets of their goals."""

import bpy

from ..blender.vectors import vector
from ..motion.goal_targets import goals_at_targets
from .drawing import Drawing, segments, together

LINE = (1.0, 0.55, 0.1, 0.8)


def goal_lines(armature_object: bpy.types.Object, ghost: bpy.types.Object) -> Drawing:
    """A line for each goal with a target and a bone, in the current pose of the ghost."""
    drawn = []
    for goal in goals_at_targets(armature_object.spacetime.motion):
        bone = ghost.pose.bones.get(goal.bone)
        if bone is not None:
            place = bone.tail if goal.at_tail else (bone.head + bone.tail) / 2
            tip, there = ghost.matrix_world @ place, goal.target.matrix_world.translation
            drawn.append(segments(vector(tip[:]), vector(there[:]), LINE))
    return together(drawn)
