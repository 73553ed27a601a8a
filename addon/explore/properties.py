"""Settings for exploring a character's motions. Data only; ``sliding`` follows the slider."""

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
from bpy.types import Context, PropertyGroup

from ..locale import OWN_SENSE
from ..result.clip_on_action import has_clip, is_attempt
from .choices import (
    ANGLES,
    BODY,
    BONE_HEIGHT,
    ENDS,
    EXPRESSION,
    FLIGHT,
    FORMULA,
    HEIGHT,
    LEVEL,
    LIFT,
    MUSCLES,
    NONE,
    SHAPE,
    SPEED,
    WHOLE,
)
from .sliding import slide


def _is_solved(_: "SPACETIME_PG_explore", action: bpy.types.Action) -> bool:
    return has_clip(action) and not is_attempt(action)


def _slide(chosen: "SPACETIME_PG_explore", _: Context) -> None:
    if isinstance(chosen.id_data, bpy.types.Object):
        slide(chosen.id_data)


class SPACETIME_PG_front_point(PropertyGroup):
    """One motion of the last trade-offs."""

    action: PointerProperty(type=bpy.types.Action, name="Take", description="Take of this motion")
    level: FloatProperty(name="Value", description="Value of the quantity in this motion, in SI units")
    cost: FloatProperty(name="Effort", description="Effort of this motion")
    has_help: BoolProperty(name="Help", description="Whether the motion is beyond the character's muscles")


class SPACETIME_PG_explore(PropertyGroup):
    """Settings of the searches for alternatives and trade-offs."""

    count: IntProperty(
        name="Alternatives",
        description="Number of different motions to find, including the one that takes the least effort",
        default=4,
        min=2,
        max=100,
        soft_max=8,
    )
    slack: FloatProperty(
        name="Extra Effort",
        description="How much more effort an alternative may take than the best motion. More effort allows "
        "larger differences",
        subtype="FACTOR",
        default=0.25,
        min=0.01,
        soft_max=1.0,
        max=100.0,
    )
    measure: EnumProperty(
        name="Differ By",
        description="How the difference between two motions is measured",
        items=(
            (BODY, "Body", "Distribution of the body's mass around its center of mass", 0),
            (
                WHOLE,
                "Whole Body",
                "Like Body, but trunk and legs alone must differ more than half as much as the "
                "whole body. Takes longer",
                5,
            ),
            (ENDS, "Hands and Feet", "Positions of the ends of limbs relative to the center of mass", 1),
            (ANGLES, "Joint Angles", "Angles of all joints", 2),
            (EXPRESSION, "Formula", "The value of an expression over time", 3),
            (
                SHAPE,
                "Proportions",
                "Proportions of the character. Each alternative has its own, with parts 0.4 to 2.5 "
                "times as long and heavy, and its ghost scales the bones to match",
                4,
            ),
        ),
        default=BODY,
    )
    difference: StringProperty(
        name="Formula",
        description="Expression such as hand.position.z - head.position.z, by which alternatives differ. The manual "
        "lists all available names",
        default="com.z",
    )
    only_selected: BoolProperty(
        name="Only Selected Bones",
        description="Only look for differences in the bones selected in Pose Mode. Otherwise all bones count, "
        "but limbs without contacts count less",
        default=False,
    )
    keep_apart: BoolProperty(
        name="Keep Bodies Apart",
        description="Find alternatives in which bodies pass through each other no deeper than in the best motion",
        default=True,
    )
    seed: IntProperty(
        name="Seed", description="Random seed. Different values find other alternatives", default=0, min=0
    )
    quantity: EnumProperty(
        name="Quantity",
        description="Quantity that is traded for effort",
        items=(
            (HEIGHT, "Height", "Maximum height of the center of mass", 0),
            (BONE_HEIGHT, "Height of a Bone", "Maximum height of a bone", 1),
            (SPEED, "Speed", "Maximum speed of the center of mass", 2),
            (FORMULA, "Formula", "Maximum value of an expression", 3),
        ),
        default=HEIGHT,
    )
    bone: StringProperty(name="Bone", description="Bone whose height is used")
    formula: StringProperty(
        name="Formula",
        description="Expression such as hand.position.z - 1. The manual lists all available names",
        default="com.z",
    )
    by: EnumProperty(
        name="In Steps Of",
        description="What differs from one motion to the next",
        items=(
            (
                FLIGHT,
                "Frames in the Air",
                "Duration of the flight of a jump, which determines its height",
                0,
            ),
            (LEVEL, "Value", "Value of the quantity, with the same timing", 1),
        ),
        default=FLIGHT,
    )
    first_flight: IntProperty(
        name="From", description="Frames in the air of the lowest jump", default=6, min=1, max=1000
    )
    last_flight: IntProperty(
        name="To",
        description="Frames in the air of the highest jump",
        translation_context=OWN_SENSE,
        default=12,
        min=1,
        max=1000,
    )
    first_level: FloatProperty(name="From", description="Value of the first motion, in SI units", default=1.0)
    last_level: FloatProperty(
        name="To",
        description="Value of the last motion, in SI units. If it is smaller than the first, less is better",
        translation_context=OWN_SENSE,
        default=1.2,
    )
    n_levels: IntProperty(
        name="Motions",
        description="Number of motions from the first value to the last",
        default=4,
        min=2,
        max=100,
    )
    resume: BoolProperty(
        name="Resume",
        description="Store the motions found in a file next to the .blend file, so that a search for the same "
        "goals continues where it stopped, or finds only the missing ones",
        default=True,
    )
    show_front: BoolProperty(
        name="Show Trade-Offs",
        description="Plot the last trade-offs in the corner of the 3D Viewport: effort over the quantity, with "
        "motions that have help in orange",
        default=True,
    )
    front_of: StringProperty(
        name="Quantity", description="Quantity that increases from one motion to the next"
    )
    points: CollectionProperty(
        type=SPACETIME_PG_front_point, name="Show Trade-Offs", description="The trade-offs found last"
    )
    second_quantity: EnumProperty(
        name="And",
        description="Second quantity that is traded for effort",
        items=(
            (NONE, "Nothing Else", "Trade effort for one quantity only", 0),
            (HEIGHT, "Height", "Maximum height of the center of mass", 1),
            (SPEED, "Speed", "Maximum speed of the center of mass", 2),
            (FORMULA, "Formula", "Maximum value of an expression", 3),
        ),
        default=NONE,
    )
    second_formula: StringProperty(
        name="Formula",
        description="Expression such as com.x. The manual lists all available names",
        default="com.x",
    )
    first_second: FloatProperty(
        name="From", description="Lowest minimum of the second quantity, in SI units", default=0.0
    )
    last_second: FloatProperty(
        name="To", description="Highest minimum of the second quantity, in SI units", default=0.6
    )
    n_seconds: IntProperty(
        name="Steps",
        description="Number of minimum values of the second quantity. A motion is found for each combination with a "
        "step of the first",
        default=3,
        min=1,
        max=100,
    )
    help: EnumProperty(
        name="Help",
        description="Help for motions that are beyond the character's muscles. Other motions get none",
        items=(
            (NONE, "None", "Leave out motions beyond the character's muscles", 0),
            (LIFT, "Upward Push", "Push the root upward", 1),
            (MUSCLES, "Stronger Muscles", "Make all muscles stronger by the same factor", 2),
        ),
        default=NONE,
    )
    lift_price: FloatProperty(
        name="Price",
        description="Effort counted for each newton second of the push. A higher price gives less help",
        default=0.03,
        min=1e-4,
        max=1e6,
    )
    muscle_price: FloatProperty(
        name="Price",
        description="Effort counted for muscles twice as strong. A higher price gives less help",
        default=1.0,
        min=1e-4,
        max=1e6,
    )
    first: PointerProperty(
        type=bpy.types.Action,
        name="First",
        description="Take at the left end of the slider",
        translation_context=OWN_SENSE,
        poll=_is_solved,
    )
    second: PointerProperty(
        type=bpy.types.Action,
        name="Second",
        description="Take at the right end of the slider. It must reach the same goals as the first, or be a "
        "jump with more or fewer frames in the air",
        translation_context=OWN_SENSE,
        poll=_is_solved,
    )
    share: FloatProperty(
        name="In Between",
        description="Position between the first take and the second. The ghost follows with a blend of both; "
        "when you release the slider, the physical motion there is found in the background",
        subtype="FACTOR",
        default=0.5,
        min=0.0,
        max=1.0,
        update=_slide,
    )
    between: PointerProperty(
        type=bpy.types.Action, name="In-Between", description="Motion found with the slider"
    )
