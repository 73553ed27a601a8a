"""Properties of takes, refinement, and constraints muted on a control rig. Data only."""

import bpy
from bpy.props import (
    BoolProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup


class SPACETIME_PG_take(PropertyGroup):
    """One solved motion."""

    action: PointerProperty(
        type=bpy.types.Action, name="Action", description="Action of this take. Double-click to rename"
    )
    is_starred: BoolProperty(name="Star", description="Keep this take when it is rejected", default=False)


class SPACETIME_PG_guidance(PropertyGroup):
    """Settings of Refine for a solved motion."""

    only_selected: BoolProperty(
        name="Only Selected Bones",
        description="Limit Smooth, Shake, Reweight, Continue and Snap to bones selected in Pose Mode",
        default=False,
    )
    passes: IntProperty(
        name="Passes", description="Number of times Smooth filters the motion", default=2, min=1, soft_max=20
    )
    size: FloatProperty(
        name="Size",
        description="How far Shake moves joints in the middle of the interval",
        subtype="ANGLE",
        default=0.1,
        min=0.0,
        soft_max=0.5,
    )
    seed: IntProperty(
        name="Seed",
        description="Random seed of Shake. Different values can lead to different solutions",
        min=0,
    )


class SPACETIME_PG_taken_over(PropertyGroup):
    """A constraint, driver or NLA setting that is turned off while a solved motion plays."""

    name: StringProperty(name="Name", description="Name of the constraint or track, or path of the driver")
    bone: StringProperty(name="Bone", description="Bone that has the constraint")
    kind: StringProperty(name="Kind", description="What was turned off. Empty for a constraint")
    index: IntProperty(name="Index", description="Component of the driven property")
    value: FloatProperty(name="Value", description="Value of the setting before it was changed")


class SPACETIME_PG_posed(PropertyGroup):
    """Pose of a bone before a solved motion played; its name is the bone's."""

    basis: FloatVectorProperty(name="Pose", description="Local transform of the bone, row by row", size=16)
