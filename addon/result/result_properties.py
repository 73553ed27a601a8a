"""A character's motions: the one that waits for a decision, its ghost, and all takes. Data only."""

import bpy
from bpy.props import BoolProperty, CollectionProperty, FloatProperty, IntProperty, PointerProperty
from bpy.types import Context, PropertyGroup

from . import review


def _follow(group: PropertyGroup, _context: Context) -> None:
    armature_object = group.id_data
    assert isinstance(armature_object, bpy.types.Object)
    review.follow_sliders(armature_object)


class SPACETIME_PG_take(PropertyGroup):
    """One solved motion."""

    action: PointerProperty(
        type=bpy.types.Action, name="Action", description="The motion; rename it by a double click"
    )
    is_starred: BoolProperty(
        name="Star", description="Keep this take when it is rejected or the list is cleared", default=False
    )


class SPACETIME_PG_result(PropertyGroup):
    """What has been solved for an armature object, stored with it."""

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
    takes: CollectionProperty(
        type=SPACETIME_PG_take, name="Takes", description="All motions solved for this character"
    )
    active_take: IntProperty(name="Take", description="The take that the buttons below work on", min=0)
