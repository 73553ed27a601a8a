"""How a character's motions are varied. Data only."""

from bpy.props import BoolProperty, FloatProperty, IntProperty
from bpy.types import PropertyGroup


class SPACETIME_PG_explore(PropertyGroup):
    """How many ways to do the same thing are looked for, and how different they may be."""

    count: IntProperty(
        name="Variations",
        description="Number of different motions to find, including the one that takes the least effort",
        default=4,
        min=2,
        max=100,
        soft_max=8,
    )
    slack: FloatProperty(
        name="Extra Effort",
        description="How much more effort a variation may take than the best motion. More effort allows "
        "larger differences",
        subtype="FACTOR",
        default=0.25,
        min=0.01,
        soft_max=1.0,
        max=100.0,
    )
    only_selected: BoolProperty(
        name="Only Selected Bones",
        description="Only look for differences of the bones selected in Pose Mode. Otherwise all count, but for limbs "
        "that touch nothing in a motion with contacts",
        default=False,
    )
    seed: IntProperty(
        name="Seed", description="Random seed. Different values lead to other variations", default=0, min=0
    )
