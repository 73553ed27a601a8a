"""Properties of a character's object: its motion, the pending result, its ghost, and all takes. Data only."""

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

from .blender.units import meters
from .explore.properties import SPACETIME_PG_explore
from .files.file_units import CUSTOM, UNITS, change_unit
from .library.properties import SPACETIME_PG_library
from .motion.properties import SPACETIME_PG_motion
from .result import review
from .result.lineup import place_lineup
from .result.properties import (
    SPACETIME_PG_guidance,
    SPACETIME_PG_posed,
    SPACETIME_PG_take,
    SPACETIME_PG_taken_over,
)
from .retarget.properties import SPACETIME_PG_retarget
from .spaces.properties import SPACETIME_PG_space


def _follow(group: PropertyGroup, _context: Context) -> None:
    armature_object = group.id_data
    assert isinstance(armature_object, bpy.types.Object)
    review.follow_sliders(armature_object)
    place_lineup(armature_object)


def _scale_to_unit(group: PropertyGroup, _context: Context) -> None:
    armature_object = group.id_data
    assert isinstance(armature_object, bpy.types.Object)
    change_unit(armature_object, group.file_unit)


class SPACETIME_PG_object(PropertyGroup):
    """Settings and solved motions of an armature object, stored with it."""

    motion: PointerProperty(type=SPACETIME_PG_motion, name="Motion", description="Motion of this character")
    space: PointerProperty(
        type=SPACETIME_PG_space,
        name="Space",
        description="Range of motions, defined by the properties that vary between them",
    )
    explore: PointerProperty(
        type=SPACETIME_PG_explore,
        name="Explore",
        description="Settings of the searches for alternatives and trade-offs",
    )
    library: PointerProperty(
        type=SPACETIME_PG_library, name="Library", description="Settings for motions made from solved ones"
    )
    retarget: PointerProperty(
        type=SPACETIME_PG_retarget, name="Retarget", description="Motions of other armatures"
    )
    ghost: PointerProperty(
        type=bpy.types.Object, name="Ghost", description="Second armature that shows the motion"
    )
    rival: PointerProperty(
        type=bpy.types.Object,
        name="Comparison Ghost",
        description="Armature that shows the take used for comparison",
    )
    pending: PointerProperty(
        type=bpy.types.Action, name="Result", description="Motion waiting to be accepted or rejected"
    )
    file_unit: EnumProperty(
        name="Unit of File",
        description="Length of one unit in the file of which this armature was imported. A change scales the armature",
        items=(*UNITS, (CUSTOM, "Custom", "Another length")),
        update=_scale_to_unit,
    )
    file_unit_length: FloatProperty(
        name="Unit Length",
        description="Length of one unit in the file of which this armature was imported, in meters; 0 for others",
        default=0.0,
        min=0.0,
        options={"HIDDEN"},
    )
    offset: FloatProperty(
        name="Offset",
        description="Distance of the ghost to the side of the character. Set to 0 to overlay them",
        unit="LENGTH",
        soft_min=-3.0,
        soft_max=3.0,
        update=_follow,
        **meters("offset", default=1.0),
    )
    stands_at_goals: BoolProperty(
        name="Stand at Goals",
        description="Show the ghost where the motion takes place, without an offset, while a goal has a target",
        default=True,
        update=_follow,
    )
    stays_in_place: BoolProperty(
        name="In Place",
        description="Show the ghost without its travel, as on a treadmill, so that it stays in view. The motion "
        "itself is not changed",
        default=False,
        update=_follow,
    )
    blend: FloatProperty(
        name="Blend",
        description="Amount of physical motion: 0 is your keyed motion, 1 is the solved motion",
        subtype="FACTOR",
        default=1.0,
        min=0.0,
        max=1.0,
        update=_follow,
    )
    guidance: PointerProperty(
        type=SPACETIME_PG_guidance, name="Refine", description="Settings for refining a solved motion"
    )
    takes: CollectionProperty(
        type=SPACETIME_PG_take, name="Takes", description="All motions solved for this character"
    )
    bake_to: EnumProperty(
        name="Bake To",
        description="Bones that Accept keys on a rig whose bones are posed by controls",
        items=(
            (
                "BOTH",
                "IK and FK Controls",
                "Key the controls of both inverse and forward kinematics, so that limbs can be switched at any frame",
            ),
            ("ACTIVE", "Active Controls", "Key each limb only with the kinematics that currently pose it"),
            ("BONES", "Deform Bones", "Key the deforming bones and mute the constraints that pose them"),
        ),
        default="BOTH",
    )
    takes_over: BoolProperty(
        name="Mute Constraints and Drivers",
        description="Mute constraints and drivers that would override the motion when accepting or snapping. "
        "Restore Rig, above the list of takes, turns them back on",
        default=True,
    )
    taken_over: CollectionProperty(
        type=SPACETIME_PG_taken_over,
        name="Turned Off",
        description="What was turned off for a solved motion. Restore Rig turns it back on",
    )
    posed: CollectionProperty(
        type=SPACETIME_PG_posed, name="Posed", description="Bone poses before a solved motion took over"
    )
    own_action: PointerProperty(
        type=bpy.types.Action,
        name="Original Action",
        description="Action the character used before a solved motion took over",
    )
    own_slot: StringProperty(
        name="Original Slot", description="Slot of that action that animated the character"
    )
    active_take: IntProperty(name="Take", description="Take that the buttons below apply to", min=0)
