"""The parameter space of a character, and the scene's file of clips. Data only."""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
)
from bpy.props import StringProperty as Text
from bpy.types import Context, PropertyGroup

from ..locale import OWN_SENSE
from ..motion.goal_properties import OF_A_FORMULA
from .session import spaces

KINDS = (
    ("SPEED", "Speed", "Travel speed of the character, in meters per second", "FORWARD", 0),
    ("TURN", "Turn",
     "Angle the character turns in each cycle, in degrees. Positive is to the left", "LOOP_FORWARDS", 1),
    ("CROUCH", "Crouch", "How far the hips stay below their rest height, in leg lengths", "TRIA_DOWN_BAR", 2),
    ("LIMP", "Limp", "Maximum fraction of body weight on one foot", "ERROR", 3),
    ("LOAD", "Load", "Extra mass on one body, in kilograms", "MOD_PHYSICS", 4),
    ("CHARACTER", "Character", "Use each character of a collection", "ARMATURE_DATA", 5),
    ("SETTING", "Setting", "Vary a setting of the motion, such as its length or effort", "PREFERENCES", 6),
    ("FORMULA", "Formula", "Keep a formula at, below or above this value", "DRIVER", 7),
)  # fmt: skip
OTHER = "OTHER"
PATHS = {  # of a setting in the job
    "LENGTH": "timing.length",
    "EFFORT": "objectives[0].weight",
    "SOFT_CONTACT": "objectives[1].weight",
    "SMOOTHNESS": "objectives[2].weight",
    "POSTURE": "objectives[3].weight",
    "GRAVITY": "gravity[2]",
}
EVERY, EVENLY, BY_LOT = "EVERY", "EVENLY", "BY_LOT"
EQUAL, AT_MOST, AT_LEAST = "EQUAL", "AT_MOST", "AT_LEAST"


def _move(dimension: PropertyGroup, context: Context) -> None:
    armature_object = dimension.id_data
    assert isinstance(armature_object, bpy.types.Object)
    spaces.move(context, armature_object)


def _begin_finer(dimension: PropertyGroup, _context: Context) -> None:
    """A stretch that is nowhere in the range is the first step, halved."""
    if not dimension.low <= dimension.finer_low < dimension.finer_high <= dimension.high:
        dimension.finer_low, dimension.finer_high = dimension.low, dimension.low + dimension.step
        dimension.finer_step = dimension.step / 2


class SPACETIME_PG_dimension(PropertyGroup):
    """One parameter of the space, with the values it takes."""

    name: Text(
        name="Name",
        description="Name used in formulas, clips and messages. Can contain letters, digits and underscores",
    )
    is_open: BoolProperty(name="Show", description="Show all settings of this dimension", default=True)
    use: BoolProperty(name="Use", description="Include this dimension in the space", default=True)
    kind: EnumProperty(name="Dimension", description="Property that varies between motions", items=KINDS)
    low: FloatProperty(name="From", description="Lowest value", default=0.0)
    high: FloatProperty(
        name="To",
        description="Highest value, if the steps reach it",
        default=1.0,
        translation_context=OWN_SENSE,
    )
    step: FloatProperty(
        name="Step", description="Difference between one value and the next", default=0.5, min=1e-6
    )
    use_finer: BoolProperty(
        name="Finer Steps",
        description="Use smaller steps over part of the range, for example around the speed at which a walk "
        "becomes a run",
        default=False,
        update=_begin_finer,
    )
    finer_low: FloatProperty(name="From", description="Value at which the finer steps start", default=0.0)
    finer_high: FloatProperty(
        name="To",
        description="Value at which the finer steps end, if they reach it",
        default=0.0,
        translation_context=OWN_SENSE,
    )
    finer_step: FloatProperty(
        name="Step",
        description="Difference between one value and the next in this part of the range",
        default=0.25,
        min=1e-6,
    )
    also_at: Text(
        name="Extra Values",
        description="Additional values, separated by spaces, such as 0.85 0.95",
    )
    at: FloatProperty(
        name="Position",
        description="Show the solved motion closest to this value: 0 is the lowest, 1 the highest",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
        update=_move,
    )
    bone: Text(
        name="Bone",
        description="For a load, the bone that carries it; leave empty for the hips. For a limp, a bone of the "
        "limping foot; leave empty for the right foot",
    )
    collection: PointerProperty(
        type=bpy.types.Collection,
        name="Characters",
        description="Collection of armatures whose bodies have the same names",
    )
    setting: EnumProperty(
        name="Setting",
        description="Setting of the motion to vary",
        items=(
            ("LENGTH", "Length", "Duration in seconds"),
            ("EFFORT", "Effort", "Penalty on muscle effort"),
            ("SMOOTHNESS", "Smoothness", "Favors smooth movement"),
            ("SOFT_CONTACT", "Soft Contact", "Penalty on abrupt changes in contact force"),
            ("POSTURE", "Posture", "Pulls joints toward their relaxed pose. Higher values pull harder"),
            (
                "GRAVITY",
                "Gravity",
                "Gravity along the world Z axis, in meters per second squared. Must be negative",
            ),
            (OTHER, "Other", "Any number in the job, given by its path"),
        ),
    )
    path: Text(
        name="Path",
        description="Path of a number in the job, such as cycle.translation[2]",
        default="options.noise",
    )
    formula: Text(
        name="Formula",
        description="Expression such as hand.position.z or left_foot.force.z / mass. The manual lists all "
        "available names",
        default="com.z",
    )
    bound: EnumProperty(
        name="Comparison",
        description="How the formula compares to the dimension's value",
        items=(
            (EQUAL, "Equal To", "Keep the formula equal to this value"),
            (AT_MOST, "At Most", "Keep the formula at or below this value"),
            (AT_LEAST, "At Least", "Keep the formula at or above this value"),
        ),
        default=AT_MOST,
    )
    of: EnumProperty(name="Quantity", description="Which value of the formula to use", items=OF_A_FORMULA)


class SPACETIME_PG_space(PropertyGroup):
    """Many motions of a character at once."""

    space_name: Text(
        name="Name",
        description="Prefix of the clip names. A modified space needs a new name in the same file",
        default="Space",
    )
    dimensions: CollectionProperty(
        type=SPACETIME_PG_dimension, name="Dimensions", description="Property that varies between motions"
    )
    sampling: EnumProperty(
        name="Samples",
        description="How the motions of the space are chosen",
        items=(
            (EVERY, "Every Combination", "Combine every value of each dimension with all values of the others"),
            (EVENLY, "Even Spread",
                "Spread a given number of motions evenly over the space, ignoring steps (Sobol sequence)"),
            (BY_LOT, "Random", "Choose a given number of motions at random, with one in each of as many equal parts of "
                "every dimension (Latin hypercube)"),
        ),
    )  # fmt: skip
    count: IntProperty(
        name="Motions",
        description="Number of motions in the space, before Condition removes any",
        default=32,
        min=1,
        soft_max=1000,
    )
    seed: IntProperty(
        name="Seed", description="Random seed. Different values choose different motions", default=0, min=0
    )
    where: Text(
        name="Condition",
        description="Only solve motions that meet this condition on the dimensions, such as speed < 2 or turn == 0",
    )


class SPACETIME_PG_clips(PropertyGroup):
    """Where the spaces of all characters of a scene are solved to."""

    store: Text(
        name="Clips",
        description="File in which the clips are stored, on a local disk. Leave empty to use the name and folder "
        "of the .blend file",
        subtype="FILE_PATH",
    )
    workers: IntProperty(
        name="Processes",
        description="Number of motions to solve in parallel. Set to 0 for one per core",
        default=0,
        min=0,
    )
