"""Goals of a motion preset, with the bones, targets and formulas of a character."""

import math

import bpy
import numpy as np

from ...solver.arrays import Array, Vector3
from ...solver.character import Character
from ...solver.character.side_names import other_side
from ...solver.errors import InputError
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data, body_bone, facing_of
from ..blender.units import in_meters, in_units
from .arm_goals import OF_ARMS, carried, find_arms, set_arm_goal
from .first_frame import first_frame_of
from .goal_properties import WHOLE
from .motion_presets import GRAVITY, Feet, GoalPreset, MotionPreset

SORE_SHARE = 0.6  # of the body's weight that a sore foot bears (McIntosh 2011, section 5.2)
REACH = (0.45, -0.15, 1.25)  # ahead, left, and up from the ground, in legs: where a right hand catches
FAR, FLIGHT = (3.0, -0.15, 1.0), 1.8  # target of a throw, likewise, and time of flight in sqrt(leg / g)


def set_goals(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    preset: MotionPreset,
    character: Character,
    feet: Feet,
) -> None:
    """Replaces the goals of an earlier preset with those of this one.

    Raises:
        InputError: the character lacks a part that the preset needs.
    """
    goals = armature_object.spacetime.motion.goals
    for index in reversed(range(len(goals))):
        if goals[index].from_preset:
            goals.remove(index)
    arms = find_arms(armature_object, character)
    lacking = {*(OF_ARMS if arms is None else ()), *(() if _head(armature_object) else ("head",))}
    for goal_preset in preset.goals:
        if goal_preset.part in lacking:
            continue
        goal = goals.add()
        goal.from_preset, goal.is_open = True, False
        goal.kind, goal.name, goal.when = goal_preset.kind, goal_preset.name, WHOLE
        for name, value in goal_preset.values.items():
            setattr(goal, name, _in_the_scene(name, value, armature_object, scene, character.hip_height))
        goal.last = goal.first
        if goal_preset.part in OF_ARMS and arms is not None:
            set_arm_goal(goal, goal_preset.part, arms, character)
        else:
            _say_of_whom(goal, goal_preset, armature_object, scene, character, feet)
    if not preset.is_of_four_feet:
        _part_legs(armature_object, character, feet, preset.apart)


def _part_legs(
    armature_object: bpy.types.Object, character: Character, feet: Feet, shares: tuple[float, float]
) -> None:
    """Adds goals that keep left feet to the left of right ones, because nothing else prevents legs from crossing.

    Args:
        armature_object: with the goals.
        character: of the armature.
        feet: contacts of the bodies to keep apart.
        shares: least and largest sideways distance, relative to the rest pose.
    """
    bodies = {each.body: feet[each.name][0] for each in character.contacts if each.name in feet}
    left = np.cross([0.0, 0.0, 1.0], facing_of(armature_object))
    for body in (body for body, side in bodies.items() if side == "L" and other_side(body) in bodies):
        pair = [character.bodies[character.body_index(name)] for name in (body, other_side(body))]
        apart = float((np.array(pair[0].position) - pair[1].position) @ left)
        if apart <= 0:
            continue  # crossed in the rest pose
        goal = armature_object.spacetime.motion.goals.add()
        goal.from_preset, goal.is_open, goal.kind, goal.when = True, False, "LIMIT", WHOLE
        goal.name, goal.bone = "Legs Apart", body
        goal.formula = _sideways(pair[0].name, pair[1].name, character, left)
        goal.use_lower = goal.use_upper = True
        goal.lower, goal.upper = (share * apart for share in shares)


def _sideways(body: str, other: str, character: Character, left: Array) -> str:
    """Expression of a body's distance to the left of another, in the axes of the hips."""
    hips = character.bodies[character.body_index(character.root_joint.body)]
    return f"dot(body({body!r}).position - body({other!r}).position, {carried(left, hips)})"


def _in_the_scene(
    name: str, value: object, armature_object: bpy.types.Object, scene: bpy.types.Scene, leg: float
) -> object:
    """Converts heights of a preset to the scene's units and times to frames; returns other values unchanged."""
    motion = armature_object.spacetime.motion
    if name == "height":
        assert isinstance(value, float)
        return scene.spacetime.ground_height + in_units(value * leg)
    if name == "first":
        assert isinstance(value, float)
        later = value * motion.length * rate_of(scene)
        return first_frame_of(armature_object, scene) + round(later)
    return value


def _say_of_whom(
    goal: bpy.types.PropertyGroup,
    preset: GoalPreset,
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    character: Character,
    feet: Feet,
) -> None:
    """Sets the character's bone, target or formula of a goal."""
    if preset.part == "root":
        goal.bone = character.root_joint.body
    elif preset.part == "head":
        goal.bone = _head(armature_object)
    elif preset.part == "hand":
        goal.bone = _hand(armature_object)
        goal.target = _add_empty(armature_object, scene, character, goal.name, REACH)
    elif preset.part == "sore foot":
        sore = [foot for foot, (side, _) in feet.items() if side == "R"]
        goal.bone = armature_data(armature_object).spacetime.contacts[sore[0]].bone
        forces = [f"contact({foot!r}).force.z" for foot in sore]
        goal.formula, goal.upper = " + ".join(forces), SORE_SHARE * character.mass * GRAVITY
    elif preset.part == "thrower":
        goal.bone, goal.flight = _hand(armature_object), FLIGHT * math.sqrt(character.hip_height / GRAVITY)
        goal.target = _add_empty(armature_object, scene, character, goal.name, FAR)


def _head(armature_object: bpy.types.Object) -> str:
    """Bone of the head, or of the neck if they share a body; empty if neither has a body."""
    armature = armature_data(armature_object)
    parts = {str(entry.name): str(entry.bone) for entry in armature.spacetime.bone_map}
    found = (parts.get(part, "") for part in ("head", "neck"))
    return next(
        (bone for bone in found if bone in armature.bones and armature.bones[bone].spacetime.is_body), ""
    )


def _hand(armature_object: bpy.types.Object) -> str:
    """The right hand's bone, or the lower arm's."""
    armature = armature_data(armature_object)
    parts = {str(entry.name): str(entry.bone) for entry in armature.spacetime.bone_map}
    bone = parts.get("hand.R") or parts.get("forearm.R")
    if not bone or bone not in armature.bones or body_bone(armature.bones[bone]) is None:
        raise InputError("this preset needs a right arm; set its bones in the bone map")
    return bone


def ground_below(character: Character, scene: bpy.types.Scene) -> Array:
    """Point on the ground below the hips in the rest pose (3,) [m]."""
    place = np.array(character.bodies[character.body_index(character.root_joint.body)].position)
    place[2] = in_meters(scene.spacetime.ground_height)
    return place


def _add_empty(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character, name: str, at: Vector3
) -> bpy.types.Object:
    """Adds an empty ahead, left, and up from the ground below the hips, in legs."""
    ahead = facing_of(armature_object)
    axes = np.stack([ahead, np.cross([0.0, 0.0, 1.0], ahead), [0.0, 0.0, 1.0]])
    empty = bpy.data.objects.new(name, None)
    empty.empty_display_size = in_units(0.1 * character.hip_height)
    empty.location = in_units(ground_below(character, scene) + character.hip_height * np.array(at) @ axes)
    armature_object.users_collection[0].objects.link(empty)
    return empty
