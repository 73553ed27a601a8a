"""Goals of a motion, stored with it. Data only."""

import bpy
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
from .goal_kinds import GOAL_KINDS

KINDS = tuple(
    (each.identifier, each.label, each.description, each.icon, each.number) for each in GOAL_KINDS.values()
)
WHOLE, FRAME, FRAMES = "WHOLE", "FRAME", "FRAMES"
EACH = ("each", "Every Frame", "Value at each frame")
MEAN = ("mean", "Average", "Average over the motion")
INTEGRAL = ("integral", "Integral", "Integral over time")
PEAK = ("peak", "Peak", "Largest value over the motion")
OF_A_FORMULA = (EACH, MEAN, INTEGRAL, PEAK)


class SPACETIME_PG_angle(PropertyGroup):
    """One joint angle of a held pose."""

    name: StringProperty(name="Axis", description="Bone and rotation axis")
    angle: FloatProperty(
        name="Angle", description="Angle relative to the rest pose", unit="ROTATION", subtype="ANGLE"
    )


class SPACETIME_PG_goal(PropertyGroup):
    """One goal of the motion."""

    name: StringProperty(name="Name", description="Name of this goal, used in messages")
    is_open: BoolProperty(name="Show", description="Show all settings of this goal", default=True)
    use: BoolProperty(name="Use", description="Include this goal when solving", default=True)
    kind: EnumProperty(
        name="Goal",
        description="Type of goal",
        translation_context=OWN_SENSE,
        items=KINDS,
        default="GO_THERE",
    )
    bone: StringProperty(name="Bone", description="Bone that the goal applies to")
    other_bone: StringProperty(name="Other Bone", description="Second bone, if any")
    at_tail: BoolProperty(
        name="Tip",
        description="Use the tip of the bone, for example of a hand or foot, instead of its middle",
        default=False,
    )
    target: PointerProperty(
        type=bpy.types.Object,
        name="Target",
        description="Object to use as the target, such as an empty",
        translation_context=OWN_SENSE,
    )
    tolerance: FloatProperty(
        name="Tolerance",
        description="Maximum distance from the target",
        unit="LENGTH",
        soft_max=1.0,
        **meters("tolerance", default=0.02, least=0.0),
    )
    flight: FloatProperty(
        name="Flight Time",
        description="From the release to the target. More time makes a higher arc",
        unit="TIME_ABSOLUTE",
        default=0.6,
        min=0.01,
        soft_max=5.0,
    )
    angle: FloatProperty(
        name="Max Angle",
        description="Maximum angle between the bone's front and the target",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.35,
        min=0.01,
        max=1.5,
    )
    height: FloatProperty(
        name="Height", description="Height in world space", unit="LENGTH", **meters("height", default=1.0)
    )
    weight: FloatProperty(
        name="Weight",
        description="Weight relative to the other objectives",
        default=1.0,
        min=0.0,
        soft_max=100.0,
    )
    rate: FloatProperty(
        name="Speed at Full Strength",
        description="Maximum power of a muscle, given as the speed in radians per second at which it can turn "
        "its joint with full strength. About 4 for an athlete",
        default=4.0,
        min=0.01,
        soft_min=1.0,
        soft_max=20.0,
        max=10000.0,
    )
    formula: StringProperty(
        name="Formula",
        description="Expression such as hand.position.z - 1 or left_foot.force.z / mass. The manual lists all "
        "available names",
        default="com.z",
    )
    use_lower: BoolProperty(name="At Least", description="Use a lower bound", default=True)
    lower: FloatProperty(name="At Least", description="Lower bound, in SI units")
    use_upper: BoolProperty(name="At Most", description="Use an upper bound", default=False)
    upper: FloatProperty(name="At Most", description="Upper bound, in SI units")
    excess: FloatProperty(
        name="Max Excess",
        description="How far a solved motion may exceed the bounds, in SI units. 0 allows a millionth of the bound",
        default=0.0,
        precision=4,
        min=0.0,
        soft_max=0.1,
        max=1000.0,
    )
    of: EnumProperty(name="Quantity", description="Value to limit", items=OF_A_FORMULA)
    least_of: EnumProperty(name="Quantity", description="Value to minimize", items=(INTEGRAL, MEAN, PEAK))
    when: EnumProperty(
        name="When",
        description="Frames at which the goal applies",
        translation_context=OWN_SENSE,
        items=(
            (WHOLE, "Always", "Apply at all frames of the motion"),
            (FRAME, "Single Frame", "Apply at one frame of the timeline"),
            (FRAMES, "Frame Range", "Apply over a range of frames on the timeline"),
        ),
        default=WHOLE,
    )
    first: IntProperty(name="From", description="First frame at which the goal applies", default=1)
    last: IntProperty(
        name="To",
        description="Last frame at which the goal applies",
        default=1,
        translation_context=OWN_SENSE,
    )
    from_preset: BoolProperty(
        name="From Preset", description="Removed when another preset is applied", options={"HIDDEN"}
    )
    turns: FloatProperty(
        name="Turns", description="Number of turns: positive for forward, negative for backward", default=-1.0
    )
    at_start: BoolProperty(name="Start", description="Hold everything still at the first frame", default=True)
    at_end: BoolProperty(name="End", description="Hold everything still at the last frame", default=True)
    pose: CollectionProperty(type=SPACETIME_PG_angle, name="Pose", description="Joint angles to hold")
