"""Settings of a character's motion, stored with its object. Data only."""

import math
from typing import Any

from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..blender.units import meters
from ..locale import OWN_SENSE
from .goal_properties import SPACETIME_PG_goal
from .sketch_properties import SPACETIME_PG_sketch


def _weight(name: str, description: str) -> Any:
    """How much a part of the style counts, against all others."""
    return FloatProperty(
        name=name, description=description, translation_context=OWN_SENSE, default=1.0, min=0.0, soft_max=10.0
    )


class SPACETIME_PG_motion(PropertyGroup):
    """Settings of a character's motion."""

    motion_name: StringProperty(
        name="Name",
        description="Name of the new action. Your current action is kept. Unless you enter a name, it is taken "
        "from the preset or from the keys being followed",
        default="Walk",
    )
    given_name: StringProperty(
        name="Automatic Name",
        description="Name taken from a preset or the keys. The user entered a name if the motion's name differs",
        default="Walk",
        options={"HIDDEN"},
    )
    length: FloatProperty(
        name="Length",
        description="Duration of the motion, or of one cycle if it repeats, rounded to whole frames",
        unit="TIME_ABSOLUTE",
        default=1.1,
        precision=3,
        min=0.05,
        soft_max=10.0,
    )
    use_start: BoolProperty(
        name="Start Frame",
        description="Start the motion at a custom frame instead of the start of the scene or preview range",
        default=False,
    )
    start: IntProperty(name="First Frame", description="Frame at which the motion starts", default=1)
    free_start: BoolProperty(
        name="Free Start",
        description="Let a motion that does not repeat begin anywhere. Otherwise, its feet and hips begin where the "
        "character stands, unless a goal places it at the first frame",
        default=False,
    )
    is_cyclic: BoolProperty(
        name="Cyclic",
        description="Make the end of the motion lead into its start, as in a walk",
        translation_context=OWN_SENSE,
        default=True,
    )
    is_mirrored: BoolProperty(
        name="Symmetric",
        description="Make the second half of the cycle mirror the first, as in a straight walk. Solves several "
        "times faster",
        default=False,
    )
    speed: FloatProperty(
        name="Speed",
        description="Travel speed of the character in a cyclic motion",
        translation_context=OWN_SENSE,
        unit="VELOCITY",
        precision=3,
        soft_min=0.0,
        soft_max=8.0,
        **meters("speed", default=1.3),
    )
    heading: FloatProperty(
        name="Direction",
        description="Direction of travel: 0 is straight ahead, 90 degrees is sideways to the character's left",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=-math.pi,
        max=math.pi,
    )
    turn: FloatProperty(
        name="Turn",
        description="Angle the character turns in each cycle, along a circle. Positive is to the left",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=-math.pi,
        max=math.pi,
    )
    timing: EnumProperty(
        name="Timing",
        description="Whether contact phases and the length of the motion are fixed or optimized by the solver. "
        "Contacts with Keep Timing are never changed",
        translation_context=OWN_SENSE,
        items=(
            ("GIVEN", "Fixed", "Keep contact phases and length as set"),
            ("POLISHED", "Refine", "Find the best timing close to yours. Takes about ten solves"),
            ("SEARCHED", "Search", "Search a wide range of timings. Takes hundreds of solves"),
            ("BOTH", "Search and Refine", "Search a wide range of timings, then refine the best one found"),
        ),
        default="GIVEN",
    )
    free_length: BoolProperty(
        name="Include Length",
        description="Also optimize the length, from half to twice the value set",
        default=True,
    )
    unhurried: FloatProperty(
        name="Smooth Torques",
        description="Penalizes abrupt changes in muscle torque while timing is optimized. A value of 1 gives walks "
        "a human step rate and a wide arm swing. Not suited to runs; solves several times slower",
        default=0.0,
        min=0.0,
        soft_max=2.0,
    )
    sketch: PointerProperty(
        type=SPACETIME_PG_sketch, name="Sketch", description="Your own animation, followed by the motion"
    )
    goals: CollectionProperty(type=SPACETIME_PG_goal, name="Goals", description="Further goals of the motion")
    root_motion_bone: StringProperty(
        name="Root Bone",
        description="Bone above the hips that carries the travel along the ground, as game engines expect. Leave "
        "empty to keep all travel on the hips",
    )
    effort: _weight(
        "Effort", "Penalizes muscle effort. Higher values make the motion lazier, lower values make it wilder"
    )
    smoothness: _weight("Smoothness", "Favors smooth movement. Higher values suppress sudden changes")
    soft_contact: _weight(
        "Soft Contact",
        "Penalizes abrupt changes in contact force. Higher values make landings and take-offs softer",
    )
    ease: _weight("Posture", "Pulls joints toward their relaxed pose. Higher values pull harder")
    max_iterations: IntProperty(
        name="Max Iterations",
        description="Maximum number of solver iterations before it stops",
        default=1000,
        min=1,
    )
    time_limit: FloatProperty(
        name="Time Limit",
        description="Maximum solve time before the solver stops",
        unit="TIME_ABSOLUTE",
        default=300.0,
        min=1.0,
    )
    seed: IntProperty(
        name="Seed",
        description="Random seed of the starting motion. Different values can lead to different solutions",
        min=0,
    )
    noise: FloatProperty(
        name="Start Noise",
        description="Amount of noise added to the starting motion. Set to 0 for none",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=0.0,
        max=1.0,
    )
