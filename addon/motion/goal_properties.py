"""What else the motion shall do, row by row, stored with it. Data only."""

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

from ..translations import OWN_SENSE

KINDS = (
    ("GO_THERE", "Go There", "A bone is at a target", "EMPTY_AXIS", 0),
    ("FOLLOW", "Follow", "A bone follows a target that moves", "CON_FOLLOWPATH", 1),
    ("FACE", "Face That", "A bone's front looks at a target", "CON_TRACKTO", 2),
    ("UNDER", "Stay Under", "A bone stays below a height", "TRIA_DOWN_BAR", 3),
    ("OVER", "Stay Over", "A bone stays above a height", "TRIA_UP_BAR", 4),
    ("INSIDE", "Stay Inside", "A bone stays in the target's space", "CUBE", 5),
    ("OUTSIDE", "Keep Out", "A bone stays out of the target's space", "MOD_BOOLEAN", 6),
    ("HOLD", "Hold", "A bone holds on to a target or to another bone, and pulls on it", "CON_LOCLIKE", 7),
    ("APART", "Do Not Touch", "Two bones do not go through each other; without names, none do", "ARROW_LEFTRIGHT", 8),
    ("OFF_GROUND", "Above Ground", "Bones do not go through the ground; without a name, none do", "NORMALS_FACE", 9),
    ("POSE", "Hold Pose", "The pose of the moment at which the goal was added is held", "ARMATURE_DATA", 10),
    ("REST", "Be Still", "The motion begins and ends at rest", "PAUSE", 11),
    ("STEADY", "Keep Steady", "A bone, as the head, turns and shakes little", "USER", 12),
    ("TURN_OVER", "Turn Over", "The character turns over between its first and its last frame", "FILE_REFRESH", 15),
    ("LIMIT", "Formula Within", "A formula stays within bounds", "DRIVER", 13),
    ("LEAST", "Formula Small", "A formula is as small as can be over the motion", "DRIVER_TRANSFORM", 14),
)  # fmt: skip
WHOLE, FRAME, FRAMES = "WHOLE", "FRAME", "FRAMES"
OF_A_FORMULA = (
    ("each", "Every Frame", "Its value at each frame"),
    ("mean", "Average", "Its average over the motion"),
    ("integral", "Sum over Time", "Its integral over time"),
    ("peak", "Peak", "Its greatest value"),
)


class SPACETIME_PG_angle(PropertyGroup):
    """One angle of a pose that is held."""

    name: StringProperty(name="Axis", description="The bone and the axis it turns about")
    angle: FloatProperty(name="Angle", description="From the rest pose", unit="ROTATION", subtype="ANGLE")


class SPACETIME_PG_goal(PropertyGroup):
    """One thing that the motion shall do."""

    name: StringProperty(name="Name", description="What messages call this goal")
    is_open: BoolProperty(name="Show", description="Show all of this goal", default=True)
    use: BoolProperty(name="Use", description="Ask for this goal", default=True)
    kind: EnumProperty(name="Goal", description="What shall happen", items=KINDS, default="GO_THERE")
    bone: StringProperty(name="Bone", description="The bone that this is about")
    other_bone: StringProperty(name="Other Bone", description="The second bone, or none")
    at_tail: BoolProperty(
        name="Tip",
        description="The bone's tip counts, as of a hand or a foot; otherwise its middle",
        default=False,
    )
    target: PointerProperty(
        type=bpy.types.Object, name="Target", description="An object of the scene; an empty will do"
    )
    tolerance: FloatProperty(
        name="Tolerance",
        description="How far off is near enough",
        unit="LENGTH",
        default=0.02,
        min=0.0,
        soft_max=1.0,
    )
    angle: FloatProperty(
        name="Within",
        description="How far the front may look aside",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.35,
        min=0.01,
        max=1.5,
    )
    height: FloatProperty(name="Height", description="In the world", unit="LENGTH", default=1.0)
    weight: FloatProperty(
        name="Importance",
        description="How much it counts against the rest",
        default=1.0,
        min=0.0,
        soft_max=100.0,
    )
    formula: StringProperty(
        name="Formula",
        description="Such as hand.position.z - 1 or left_foot.force.z / mass; the manual lists all words",
        default="com.z",
    )
    use_lower: BoolProperty(name="At Least", description="Ask for a lower bound", default=True)
    lower: FloatProperty(name="At Least", description="Lower bound, in SI units")
    use_upper: BoolProperty(name="At Most", description="Ask for an upper bound", default=False)
    upper: FloatProperty(name="At Most", description="Upper bound, in SI units")
    of: EnumProperty(name="Of", description="What of the formula is bounded", items=OF_A_FORMULA)
    when: EnumProperty(
        name="When",
        description="At which frames",
        items=(
            (WHOLE, "Always", "At all frames of the motion"),
            (FRAME, "At Frame", "At one frame of the timeline"),
            (FRAMES, "From, To", "From one frame of the timeline to another"),
        ),
        default=WHOLE,
    )
    first: IntProperty(name="From", description="First frame of the timeline", default=1)
    last: IntProperty(
        name="To", description="Last frame of the timeline", default=1, translation_context=OWN_SENSE
    )
    from_preset: BoolProperty(
        name="Of a Preset", description="Goes when another preset is chosen", options={"HIDDEN"}
    )
    turns: FloatProperty(
        name="Turns", description="How often; positive is forwards, negative backwards", default=-1.0
    )
    at_start: BoolProperty(name="Start", description="Nothing moves at the first frame", default=True)
    at_end: BoolProperty(name="End", description="Nothing moves at the last frame", default=True)
    pose: CollectionProperty(type=SPACETIME_PG_angle, name="Pose", description="The angles that are held")
