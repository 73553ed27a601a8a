"""The motion that is asked of a character, stored with its object. Data only."""

import math
from typing import Any

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

from ..translations import OWN_SENSE
from .goal_properties import SPACETIME_PG_goal
from .sketch_properties import SPACETIME_PG_sketch


def _weight(name: str, description: str) -> Any:
    """How much a part of the style counts, against all others."""
    return FloatProperty(name=name, description=description, default=1.0, min=0.0, soft_max=10.0)


class SPACETIME_PG_motion(PropertyGroup):
    """The motion that is asked of a character."""

    motion_name: StringProperty(
        name="Name",
        description="The new action is called this; the action you have now is kept. Until you type a name it "
        "is that of the preset, or of the keys that are followed",
        default="Walk",
    )
    given_name: StringProperty(
        name="Given Name",
        description="The name that a preset or the keys gave; while it is the motion's, nobody typed another",
        default="Walk",
        options={"HIDDEN"},
    )
    length: FloatProperty(
        name="Length",
        description="Duration of the motion, or of one cycle when it repeats; rounded to whole frames",
        unit="TIME_ABSOLUTE",
        default=1.1,
        precision=3,
        min=0.05,
        soft_max=10.0,
    )
    use_start: BoolProperty(
        name="Starts At",
        description="The motion begins at a frame of its own; otherwise where the scene does, or its preview range "
        "while that is on",
        default=False,
    )
    start: IntProperty(
        name="First Frame", description="The frame of the timeline at which the motion begins", default=1
    )
    is_cyclic: BoolProperty(
        name="Repeats",
        description="The motion's end leads into its start, as in a walk",
        default=True,
    )
    is_mirrored: BoolProperty(
        name="Symmetric",
        description="The second half of a cycle mirrors the first, left and right exchanged, as in a straight "
        "walk; solved several times faster",
        default=False,
    )
    speed: FloatProperty(
        name="Speed",
        description="How fast the character travels while the motion repeats",
        translation_context=OWN_SENSE,
        unit="VELOCITY",
        default=1.3,
        precision=3,
        soft_min=0.0,
        soft_max=8.0,
    )
    heading: FloatProperty(
        name="Direction",
        description="Where it travels: 0 is the way the character faces, 90 degrees is sideways to its left",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=-math.pi,
        max=math.pi,
    )
    turn: FloatProperty(
        name="Turn",
        description="How far each cycle turns, along a circle; positive is to the left",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=-math.pi,
        max=math.pi,
    )
    timing: EnumProperty(
        name="Timing",
        description="When contacts touch and how long the motion takes: as you set it, or found by the solver. "
        "Contacts with Keep Timing stay as they are",
        items=(
            ("GIVEN", "As Set", "Contacts and length stay as they are"),
            ("POLISHED", "Polished", "The best timings near yours; some ten solves"),
            ("SEARCHED", "Searched", "Looks far and wide; hundreds of solves"),
            ("BOTH", "Searched, Polished", "Looks far and wide, then goes on to the best near what it found"),
        ),
        default="GIVEN",
    )
    free_length: BoolProperty(
        name="Length Too",
        description="The length may change as well, from half to twice what is set",
        default=True,
    )
    unhurried: FloatProperty(
        name="Unhurried",
        description="How much muscles avoid to pull and let go in a hurry. Counts while the timing is found: with 1 a "
        "walk's steps come as often as people's and its arms swing far. Not for runs; several times slower",
        default=0.0,
        min=0.0,
        soft_max=2.0,
    )
    sketch: PointerProperty(
        type=SPACETIME_PG_sketch, name="Sketch", description="Your own animation, which the motion follows"
    )
    goals: CollectionProperty(
        type=SPACETIME_PG_goal, name="Goals", description="What else the motion shall do"
    )
    root_motion_bone: StringProperty(
        name="Travel On",
        description="Bone above the hips that carries the travel along the ground, as game engines want it. "
        "Empty: the hips carry everything",
    )
    effort: _weight("Effort", "How much the character saves its strength: higher is lazier, lower is wilder")
    smoothness: _weight("Smoothness", "How much sudden changes of movement are avoided")
    soft_contact: _weight("Soft Contact", "How gently contacts take up and give back the weight")
    ease: _weight("Posture", "How much joints stay near their pose at ease")
    max_iterations: IntProperty(
        name="Most Steps", description="Most steps of the solver before it gives up", default=1000, min=1
    )
    time_limit: FloatProperty(
        name="Time Limit",
        description="Longest time for the solver before it gives up",
        unit="TIME_ABSOLUTE",
        default=300.0,
        min=1.0,
    )
    seed: IntProperty(name="Variation", description="Another number starts from another first guess", min=0)
    noise: FloatProperty(
        name="Variety",
        description="How far the first guess strays from the usual one; 0 keeps it",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=0.0,
        max=1.0,
    )
