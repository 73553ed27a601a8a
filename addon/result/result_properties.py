"""A character's takes, and what is remembered while one of them rules a control rig. Data only."""

import bpy
from bpy.props import BoolProperty, FloatVectorProperty, PointerProperty, StringProperty
from bpy.types import PropertyGroup


class SPACETIME_PG_take(PropertyGroup):
    """One solved motion."""

    action: PointerProperty(
        type=bpy.types.Action, name="Action", description="The motion; rename it by a double click"
    )
    is_starred: BoolProperty(
        name="Star", description="Keep this take when it is rejected or the list is cleared", default=False
    )


class SPACETIME_PG_taken_over(PropertyGroup):
    """A constraint that is muted while a solved motion plays."""

    name: StringProperty(name="Constraint", description="Its name")
    bone: StringProperty(name="Bone", description="Whose constraint it is")


class SPACETIME_PG_posed(PropertyGroup):
    """How a bone was posed before a solved motion played; its name is the bone's."""

    basis: FloatVectorProperty(name="Pose", description="The bone's own transform, row by row", size=16)
