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
MOST_STEPS = 1000  # of one value
EVERY, EVENLY, BY_LOT = "EVERY", "EVENLY", "BY_LOT"
EQUAL, AT_MOST, AT_LEAST = "EQUAL", "AT_MOST", "AT_LEAST"


def _move(dimension: PropertyGroup, _context: Context) -> None:
    armature_object = dimension.id_data
    assert isinstance(armature_object, bpy.types.Object)
    spaces.move(armature_object)


def _begin_finer(dimension: PropertyGroup, _context: Context) -> None:
    """Resets finer steps outside of the range to the first step."""
    if not dimension.low <= dimension.finer_low < dimension.finer_high <= dimension.high:
        step = (dimension.high - dimension.low) / (dimension.steps - 1)
        dimension.finer_low, dimension.finer_high = dimension.low, dimension.low + step


class SPACETIME_PG_dimension(PropertyGroup):
    """One setting that varies, with its values."""

    name: Text(
        name="Name",
        description="Name used in formulas, clips and messages. Can contain letters, digits and underscores",
    )
    is_open: BoolProperty(name="Show", description="Show all settings of this dimension", default=True)
    use: BoolProperty(name="Use", description="Vary this from one motion to the next", default=True)
    kind: EnumProperty(
        name="What Varies", description="What differs from one motion to the next", items=KINDS
    )
    low: FloatProperty(name="From", description="Lowest value", default=0.0)
    high: FloatProperty(
        name="To",
        description="Highest value",
        default=1.0,
        translation_context=OWN_SENSE,
    )
    steps: IntProperty(
        name="Steps",
        description="Number of values from the lowest to the highest, both included",
        default=3,
        min=2,
        soft_max=20,
        max=MOST_STEPS,
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
        description="Value at which the finer steps end",
        default=0.0,
        translation_context=OWN_SENSE,
    )
    finer_steps: IntProperty(
        name="Steps",
        description="Number of values in this part of the range, both ends included",
        default=3,
        min=2,
        soft_max=20,
        max=MOST_STEPS,
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
        translation_context=OWN_SENSE,
    )
    setting: EnumProperty(
        name="Setting",
        description="Setting of the motion to vary",
        translation_context=OWN_SENSE,
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
        description="How the formula compares to the value that varies",
        items=(
            (EQUAL, "Equal To", "Keep the formula equal to this value"),
            (AT_MOST, "At Most", "Keep the formula at or below this value"),
            (AT_LEAST, "At Least", "Keep the formula at or above this value"),
        ),
        default=AT_MOST,
    )
    of: EnumProperty(name="Quantity", description="Value of the formula to use", items=OF_A_FORMULA)


class SPACETIME_PG_space(PropertyGroup):
    """Variations of a character's motion, solved together."""

    space_name: Text(
        name="Name",
        description=(
            "Prefix of the names of the variations. After changing what varies, enter a new name to "
            "keep both sets"
        ),
        default="Variation",
    )
    dimensions: CollectionProperty(
        type=SPACETIME_PG_dimension,
        name="What Varies",
        description="What differs from one motion to the next",
    )
    sampling: EnumProperty(
        name="Which",
        description="Combinations of values to solve",
        items=(
            (EVERY, "Every Combination", "Combine each value with all values of everything else that varies"),
            (EVENLY, "Even Spread",
                "Spread a given number of motions evenly between From and To, ignoring steps (Sobol sequence)"),
            (BY_LOT, "Random", "Choose a given number of motions at random, one in each of as many equal parts of the "
                "range (Latin hypercube)"),
        ),
    )  # fmt: skip
    count: IntProperty(
        name="Variations",
        description="Number of motions, before Only Where removes any",
        default=32,
        min=1,
        soft_max=1000,
    )
    seed: IntProperty(
        name="Seed", description="Random seed. Different values choose different motions", default=0, min=0
    )
    where: Text(
        name="Only Where",
        description="Only solve motions that meet this condition on what varies, such as speed < 2 or turn == 0",
    )

    shows_options: BoolProperty(
        name="Options",
        description="Show options for finer steps, for combinations of values and for the file of the clips",
        default=False,
    )
    page: IntProperty(name="Page", description="Page of pictures to show", default=1, min=1)


class SPACETIME_PG_clips(PropertyGroup):
    """File with the variations of all characters of a scene."""

    store: Text(
        name="File",
        description="File in which the variations are stored, on a local disk. Leave empty to use the name and "
        "folder of the .blend file; until that is saved, they are stored in a temporary file",
        subtype="FILE_PATH",
    )
    workers: IntProperty(
        name="Processes",
        description="Number of motions to solve in parallel. Set to 0 for one per core",
        default=0,
        min=0,
    )
