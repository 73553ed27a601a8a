"""The parameter space that is asked of a character, and where a scene keeps the clips. Data only."""

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

from ..motion.goal_properties import OF_A_FORMULA
from ..translations import OWN_SENSE
from . import session

KINDS = (
    ("SPEED", "Speed", "How fast the character travels, in metres a second", "FORWARD", 0),
    ("TURN", "Turn", "How far each cycle turns, in degrees; positive is to the left", "LOOP_FORWARDS", 1),
    ("CROUCH", "Crouch", "How far the hips stay below their height at rest, in leg lengths", "TRIA_DOWN_BAR", 2),
    ("LIMP", "Limp", "The share of the body's weight that one foot bears at most", "ERROR", 3),
    ("LOAD", "Load", "What a part of the body weighs more, in kilograms", "MOD_PHYSICS", 4),
    ("CHARACTER", "Character", "Who moves: each character of a collection", "ARMATURE_DATA", 5),
    ("SETTING", "Setting", "A number of the motion, as its length or its effort", "PREFERENCES", 6),
    ("FORMULA", "Formula", "A formula of the motion has this value, or keeps above or below it", "DRIVER", 7),
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
    session.move(context, armature_object)


def _begin_finer(dimension: PropertyGroup, _context: Context) -> None:
    """A stretch that is nowhere in the range is the first step, halved."""
    if not dimension.low <= dimension.finer_low < dimension.finer_high <= dimension.high:
        dimension.finer_low, dimension.finer_high = dimension.low, dimension.low + dimension.step
        dimension.finer_step = dimension.step / 2


class SPACETIME_PG_dimension(PropertyGroup):
    """One parameter of the space, with the values it takes."""

    name: Text(name="Name", description="What formulas, clips and messages call it: letters, digits and _")
    is_open: BoolProperty(name="Show", description="Show all of this dimension", default=True)
    use: BoolProperty(name="Use", description="Take part in the space", default=True)
    kind: EnumProperty(name="Dimension", description="What differs from motion to motion", items=KINDS)
    low: FloatProperty(name="From", description="Lowest value", default=0.0)
    high: FloatProperty(
        name="To",
        description="Highest value, if the steps meet it",
        default=1.0,
        translation_context=OWN_SENSE,
    )
    step: FloatProperty(name="Step", description="From one value to the next", default=0.5, min=1e-6)
    use_finer: BoolProperty(
        name="Finer Steps",
        description="More values on a stretch where a small change matters much, as about the speed at which a walk "
        "becomes a run",
        default=False,
        update=_begin_finer,
    )
    finer_low: FloatProperty(name="From", description="Where the finer steps begin", default=0.0)
    finer_high: FloatProperty(
        name="To",
        description="Where the finer steps end, if they meet it",
        default=0.0,
        translation_context=OWN_SENSE,
    )
    finer_step: FloatProperty(
        name="Step", description="From one value to the next on this stretch", default=0.25, min=1e-6
    )
    also_at: Text(
        name="Also At",
        description="Single values besides those of the steps, as 0.85 0.95, with spaces between",
    )
    at: FloatProperty(
        name="At",
        description="Show the solved motion that is nearest to this value: 0 is the lowest, 1 the highest",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
        update=_move,
    )
    bone: Text(
        name="Bone",
        description="Of a load: the bone whose body grows heavier, empty for the hips. Of a limp: a bone of the sore "
        "foot, empty for the right one",
    )
    collection: PointerProperty(
        type=bpy.types.Collection, name="Characters", description="Armatures with bodies of the same names"
    )
    setting: EnumProperty(
        name="Setting",
        description="Which number of the motion",
        items=(
            ("LENGTH", "Length", "Duration in seconds"),
            ("EFFORT", "Effort", "How much strength is saved"),
            ("SMOOTHNESS", "Smoothness", "How much sudden changes are avoided"),
            ("SOFT_CONTACT", "Soft Contact", "How gently contacts take up weight"),
            ("POSTURE", "Posture", "How much joints stay near their pose at ease"),
            ("GRAVITY", "Gravity", "Along the world's Z, below 0, in metres per second squared"),
            (OTHER, "Other", "Any number of the job, by its path"),
        ),
    )
    path: Text(
        name="Path",
        description="Of a number in the job, as errors tell it, such as cycle.translation[2]",
        default="options.noise",
    )
    formula: Text(
        name="Formula",
        description="Such as hand.position.z or left_foot.force.z / mass; the manual lists all words",
        default="com.z",
    )
    bound: EnumProperty(
        name="Is",
        description="What the dimension's value is to the formula",
        items=(
            (EQUAL, "Equal To", "The formula has this value"),
            (AT_MOST, "At Most", "The formula keeps at or below this value"),
            (AT_LEAST, "At Least", "The formula keeps at or above this value"),
        ),
        default=AT_MOST,
    )
    of: EnumProperty(name="Of", description="What of the formula is meant", items=OF_A_FORMULA)


class SPACETIME_PG_space(PropertyGroup):
    """Many motions of a character at once."""

    space_name: Text(
        name="Name",
        description="The clips' names begin with it; a space that has changed needs another name in the same file",
        default="Space",
    )
    dimensions: CollectionProperty(
        type=SPACETIME_PG_dimension, name="Dimensions", description="What differs from motion to motion"
    )
    sampling: EnumProperty(
        name="Samples",
        description="Which motions of the space are solved",
        items=(
            (EVERY, "Every Combination", "Each value of each dimension with all values of the others"),
            (EVENLY, "Evenly Spread", "So many motions from all over the space, not in steps (a Sobol sequence)"),
            (BY_LOT, "By Lot", "So many motions, each dimension in as many equal parts, one motion in each (a Latin "
             "hypercube)"),
        ),
    )  # fmt: skip
    count: IntProperty(
        name="Motions",
        description="How many motions are spread over the space; Only Where may leave some of them out",
        default=32,
        min=1,
        soft_max=1000,
    )
    seed: IntProperty(
        name="Seed", description="Another number spreads the motions elsewhere", default=0, min=0
    )
    where: Text(
        name="Only Where",
        description="Condition over the dimensions, such as speed < 2 or turn == 0; other points are left out",
    )


class SPACETIME_PG_clips(PropertyGroup):
    """Where the spaces of all characters of a scene are solved to."""

    store: Text(
        name="Clips",
        description="The file that keeps the clips; empty: beside the .blend file, with its name. Any folder on "
        "a disk of this computer will do",
        subtype="FILE_PATH",
    )
    workers: IntProperty(
        name="Processes", description="Motions that are solved at once; 0: one per core", default=0, min=0
    )
