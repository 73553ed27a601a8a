"""Lines from the ghost's bones to the targets of their goals."""

import bpy
import numpy as np

from ..blender.units import location_of, world_matrix
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
            tip = world_matrix(ghost) @ np.array([*place, 1.0])
            drawn.append(segments(tip[:3], location_of(goal.target), LINE))
    return together(drawn)
