"""A character's motions: what is asked for, what waits for a decision, its ghost, and all takes. Data only."""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import Context, PropertyGroup

from .motion.motion_properties import SPACETIME_PG_motion
from .result import review
from .result.result_properties import (
    SPACETIME_PG_guidance,
    SPACETIME_PG_posed,
    SPACETIME_PG_take,
    SPACETIME_PG_taken_over,
)
from .spaces.properties import SPACETIME_PG_space


def _follow(group: PropertyGroup, _context: Context) -> None:
    armature_object = group.id_data
    assert isinstance(armature_object, bpy.types.Object)
    review.follow_sliders(armature_object)


class SPACETIME_PG_object(PropertyGroup):
    """What is asked of an armature object and what has been solved for it, stored with it."""

    motion: PointerProperty(
        type=SPACETIME_PG_motion, name="Motion", description="What this character shall do"
    )
    space: PointerProperty(
        type=SPACETIME_PG_space,
        name="Space",
        description="Many motions at once, told by what differs between them",
    )
    ghost: PointerProperty(
        type=bpy.types.Object, name="Ghost", description="The second armature that shows the motion"
    )
    rival: PointerProperty(
        type=bpy.types.Object, name="Other Ghost", description="The armature that shows the take beside it"
    )
    pending: PointerProperty(
        type=bpy.types.Action, name="Result", description="The motion that waits for Accept or Reject"
    )
    offset: FloatProperty(
        name="Offset",
        description="How far beside the character its ghost stands; 0 puts it over the character",
        unit="LENGTH",
        default=1.0,
        soft_min=-3.0,
        soft_max=3.0,
        update=_follow,
    )
    blend: FloatProperty(
        name="Blend",
        description="How much of the physical motion is taken: 0 is as you keyed it, 1 is as it was solved",
        subtype="FACTOR",
        default=1.0,
        min=0.0,
        max=1.0,
        update=_follow,
    )
    guidance: PointerProperty(
        type=SPACETIME_PG_guidance, name="Work on It", description="How a solved motion is worked on"
    )
    takes: CollectionProperty(
        type=SPACETIME_PG_take, name="Takes", description="All motions solved for this character"
    )
    takes_over: BoolProperty(
        name="Mute Constraints",
        description="Accept and Snap mute the constraints that would hide the motion on this control rig; Give Back, "
        "above the list of takes, lets them rule again",
        default=True,
    )
    taken_over: CollectionProperty(
        type=SPACETIME_PG_taken_over,
        name="Taken Over",
        description="Constraints that are muted while a solved motion plays; Give Back lets them rule again",
    )
    posed: CollectionProperty(
        type=SPACETIME_PG_posed, name="Posed", description="How bones were posed before they were taken over"
    )
    own_action: PointerProperty(
        type=bpy.types.Action,
        name="Own Action",
        description="What the character played before they were muted",
    )
    own_slot: StringProperty(name="Own Slot", description="The slot of it that moved the character")
    active_take: IntProperty(name="Take", description="The take that the buttons below work on", min=0)
