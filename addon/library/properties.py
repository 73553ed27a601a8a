"""What the motion library of a character works on. Data only."""

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

from ...solver.library.edges.edge import LIMITS
from ..blender.units import meters
from ..locale import OWN_SENSE
from .entries import ACTION, CLIP, TAKE

KINDS = (
    (TAKE, "Take", "Take of this character"),
    (ACTION, "Action", "Other action that moves bones of this character"),
    (CLIP, "Clip", "Solved variation"),
)


def _is_curve(_group: PropertyGroup, candidate: bpy.types.Object) -> bool:
    return candidate.type == "CURVE"


def _choose(entry: PropertyGroup, _context: bpy.types.Context) -> None:
    """Later choices come after earlier ones."""
    others = [each.order for each in entry.id_data.spacetime.library.entries]
    entry["order"] = max(others) + 1 if entry.is_chosen else 0


class SPACETIME_PG_entry(PropertyGroup):
    """A motion of the list; its name is that of its action or clip."""

    kind: EnumProperty(name="Kind", description="Source of the motion", items=KINDS)
    is_solved: BoolProperty(name="Solved", description="The motion was solved and can be joined")
    is_chosen: BoolProperty(
        name="Choose",
        description="Choose this motion. Join uses the first two chosen motions, Build Graph all of them",
        update=_choose,
    )
    values: StringProperty(
        name="Values",
        description="What distinguishes a variation from the others",
        options={"HIDDEN"},
    )
    space: StringProperty(
        name="Variations",
        description="Name that all these variations share",
        options={"HIDDEN"},
    )
    order: IntProperty(
        name="Order", description="Position among the chosen motions, or 0 if it is not chosen"
    )


class SPACETIME_PG_library(PropertyGroup):
    """Settings for motions made from solved ones."""

    entries: CollectionProperty(
        type=SPACETIME_PG_entry, name="Motions", description="All motions of the list"
    )
    active_entry: IntProperty(name="Motion", description="Motion selected in the list")
    upper_bones: StringProperty(
        name="Bones",
        description="Bone collection that follows the upper of two selected NLA strips that play at the same time. "
        "All other bones follow the lower one",
    )
    ease: FloatProperty(
        name="Ease",
        description="Time before and after the upper strip over which these bones blend from the lower strip and back",
        translation_context=OWN_SENSE,
        unit="TIME_ABSOLUTE",
        default=0.3,
        min=0.0,
        soft_max=2.0,
        max=60.0,
    )
    graph: StringProperty(
        name="Graph",
        description="File in which the motion graph is stored. Leave empty to use the name and folder of the "
        ".blend file",
        subtype="FILE_PATH",
    )
    uses_clips: BoolProperty(
        name="Include Clips",
        description="Include the solved variations of this character, which are in the clips file",
        default=False,
    )
    has_bridges: BoolProperty(
        name="Bridges",
        description=(
            "Solve transitions to and from motions that are too different from all others to connect "
            "by blending"
        ),
        default=True,
    )
    most_force: FloatProperty(
        name="Missing Force",
        description="Reject transitions whose blend lacks more force than this, in body weights",
        default=LIMITS.force,
        min=0.0,
        soft_max=2.0,
        max=100.0,
    )
    most_moment: FloatProperty(
        name="Missing Moment",
        description=(
            "Reject transitions whose blend lacks more moment than this, in body weights times meters"
        ),
        default=LIMITS.moment,
        min=0.0,
        soft_max=2.0,
        max=100.0,
    )
    most_slide: FloatProperty(
        name="Max Slide",
        description="Reject transitions in which a foot slides farther than this during the blend",
        unit="LENGTH",
        soft_max=1.0,
        **meters("most_slide", default=LIMITS.slide, least=0.0),
    )
    told: StringProperty(
        name="Result", description="Contents of the motion graph, and motions that were left out"
    )
    within: FloatProperty(
        name="Within",
        description="Time within which every motion should be reachable from every other",
        unit="TIME_ABSOLUTE",
        default=2.0,
        min=0.01,
        soft_max=10.0,
        max=3600.0,
    )
    covered: StringProperty(name="Coverage", description="Speeds and turns of the motion graph")
    curve: PointerProperty(
        type=bpy.types.Object,
        name="Curve",
        description="Curve along which the character walks, seen from above",
        poll=_is_curve,
    )
    target: PointerProperty(
        type=bpy.types.Object,
        name="Target",
        description="Object that the ghost walks toward while it plays",
        translation_context=OWN_SENSE,
    )
    steering: EnumProperty(
        name="Steering",
        description="How the characters are steered while they play",
        translation_context=OWN_SENSE,
        items=(
            ("TARGET", "Target", "Each walks toward its target"),
            ("KEYS", "Keyboard", "W, A, D or the arrow keys, with Shift to go faster"),
        ),
        default="TARGET",
    )
    bakes_physical: BoolProperty(
        name="Bake Physical",
        description="Make the played motion physical when baking, with forces. Otherwise it is baked "
        "immediately as shown, and feet may slide in the blends",
        default=False,
    )
    speed: FloatProperty(
        name="Speed",
        description="Preferred speed. Set to 0 to use any",
        unit="VELOCITY",
        soft_max=8.0,
        **meters("speed", least=0.0),
    )
    seconds: FloatProperty(
        name="Duration",
        description="Duration of a random walk",
        unit="TIME_ABSOLUTE",
        default=10.0,
        min=0.5,
        soft_max=60.0,
        max=600.0,
    )
    seed: IntProperty(
        name="Seed",
        description="Random seed of the walk. Different values lead to other paths",
        default=0,
        min=0,
    )
    is_physical: BoolProperty(
        name="Physical",
        description="Make the whole walk physical. Otherwise motions are only blended, which is quick but lets "
        "feet slide in the blends",
        default=True,
    )
    around_blends: BoolProperty(
        name="Around Blends Only",
        description="Only change 0.4 seconds on either side of each blend, and keep all other frames. "
        "Otherwise the walk is solved as a whole, which changes all of it slightly",
        default=False,
    )
