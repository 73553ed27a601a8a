"""Add and remove goals."""

from typing import Any

import bpy
from bpy.props import EnumProperty
from bpy.types import Context

from ....solver.errors import InputError
from ....solver.job.drawn_bones import joint_frames
from ....solver.mechanics.inverse_kinematics import coordinates
from ....solver.mechanics.tree import Tree
from ...blender.rest_pose import armature_data, body_bone
from ...blender.units import in_units
from ...character.read_character import read_character
from ...interface.availability import Outcome, the_armature, the_scene
from ...interface.button import Button, refusable
from ...interface.row_buttons import RemoveRow, free_name
from ...locale import OWN_SENSE
from ..goal_kinds import GOAL_KINDS
from ..goal_properties import FRAME, KINDS, WHOLE
from ..read_sketch import read_bones, read_pose


class SPACETIME_OT_add_goal(Button):
    """Add Goal."""

    bl_idname = "spacetime.add_goal"
    bl_label = "Add Goal"
    bl_description = "Add a goal for the active bone. The other selected object becomes its target"

    kind: EnumProperty(name="Goal", description="Type of goal", translation_context=OWN_SENSE, items=KINDS)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Adds an expanded goal and collapses the others."""
        armature_object, scene = the_armature(context), the_scene(context)
        goals = armature_object.spacetime.motion.goals
        for each in goals:
            each.is_open = False
        kind = GOAL_KINDS[self.kind]
        name = free_name(kind.label, goals.keys())
        goal = goals.add()
        goal.kind, goal.name = self.kind, name
        bone = armature_data(armature_object).bones.active
        if kind.of_bone:
            carrier = body_bone(bone) if bone is not None else None
            goal.bone = bone.name if carrier is not None else _top_bone(armature_object)
        goal.target = next((each for each in context.selected_objects if each != armature_object), None)
        goal.when = FRAME if kind.at_a_moment else WHOLE
        goal.first = goal.last = scene.frame_current
        goal.height = scene.spacetime.ground_height + in_units(1.0)
        if self.kind == "POSE":
            try:
                self._keep_pose(context, goal)
            except InputError:
                goals.remove(len(goals) - 1)
                raise
        return {"FINISHED"}

    def _keep_pose(self, context: Context, goal: bpy.types.PropertyGroup) -> None:
        """Stores the angles of the selected bones, or of all."""
        armature_object = the_armature(context)
        character = read_character(armature_object)
        position, turn = read_pose(armature_object, character)
        tree = Tree(character)
        carriers = (body_bone(each.bone) for each in context.selected_pose_bones or ())
        chosen = {bone.name for bone in carriers if bone is not None}
        follows = armature_object.spacetime.motion.sketch.use  # else these bones stay at rest
        bones = read_bones(armature_object, character) if follows else ()
        joints = joint_frames(bones, character, 1, closed=False)
        q = coordinates(tree, position[None], turn[None], joints)[0]
        for i, name in enumerate(tree.names):
            body = character.bodies[tree.body[i]].name
            if tree.parent[tree.body[i]] >= 0 and (not chosen or body in chosen):
                angle = goal.pose.add()
                angle.name, angle.angle = name, q[i]
        if not len(goal.pose):
            raise InputError(
                "the selected bones have no joints to hold; select bones that bend, or none to hold "
                "the whole pose"
            )
        goal.angle = 0.02


class SPACETIME_OT_remove_goal(RemoveRow):
    """Remove Goal."""

    bl_idname = "spacetime.remove_goal"
    bl_label = "Remove Goal"
    bl_description = "Remove this goal"

    row = "goal"

    @staticmethod
    def rows(context: Context) -> Any:
        """The character's goals."""
        return the_armature(context).spacetime.motion.goals


def _top_bone(armature_object: bpy.types.Object) -> str:
    return next(bone.name for bone in armature_data(armature_object).bones if bone.spacetime.is_body)
