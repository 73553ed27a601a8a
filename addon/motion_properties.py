"""The motion that is asked for, stored in the scene, and the solve that is going on. Data only."""

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

from .goal_properties import SPACETIME_PG_goal
from .overlays.properties import SPACETIME_PG_overlays
from .sketch_properties import SPACETIME_PG_sketch
from .spaces.properties import SPACETIME_PG_space


class SPACETIME_PG_motion(PropertyGroup):
    """The motion that is asked for, stored in the scene."""

    motion_name: StringProperty(
        name="Name",
        description="The new action is called this; the action you have now is kept",
        default="Walk",
    )
    length: FloatProperty(
        name="Length",
        description="Duration of the motion, or of one cycle when it repeats; rounded to whole frames",
        unit="TIME_ABSOLUTE",
        default=1.1,
        min=0.05,
        soft_max=10.0,
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
        unit="VELOCITY",
        default=1.3,
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
    ground_height: FloatProperty(
        name="Ground", description="Height of the ground in the world", unit="LENGTH", default=0.0
    )
    overlays: PointerProperty(
        type=SPACETIME_PG_overlays, name="Overlays", description="What is drawn around the character"
    )
    sketch: PointerProperty(
        type=SPACETIME_PG_sketch, name="Sketch", description="Your own animation, which the motion follows"
    )
    goals: CollectionProperty(
        type=SPACETIME_PG_goal, name="Goals", description="What else the motion shall do"
    )
    space: PointerProperty(
        type=SPACETIME_PG_space,
        name="Space",
        description="Many motions at once, told by what differs between them",
    )
    root_motion_bone: StringProperty(
        name="Travel On",
        description="Bone above the hips that carries the travel along the ground, as game engines want it. "
        "Empty: the hips carry everything",
    )
    effort: FloatProperty(
        name="Effort",
        description="How much the character saves its strength: higher is lazier, lower is wilder",
        default=1.0,
        min=0.0,
        soft_max=10.0,
    )
    smoothness: FloatProperty(
        name="Smoothness",
        description="How much sudden changes of movement are avoided",
        default=1.0,
        min=0.0,
        soft_max=10.0,
    )
    soft_contact: FloatProperty(
        name="Soft Contact",
        description="How gently contacts take up and give back the weight",
        default=1.0,
        min=0.0,
        soft_max=10.0,
    )
    ease: FloatProperty(
        name="Posture",
        description="How much joints stay near their pose at ease",
        default=1.0,
        min=0.0,
        soft_max=10.0,
    )
    max_iterations: IntProperty(
        name="Iterations", description="Most steps of the optimiser before it gives up", default=1000, min=1
    )
    time_limit: FloatProperty(
        name="Time Limit",
        description="Longest time for the optimiser before it gives up",
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


def settings_of_motion(motion: PropertyGroup) -> dict[str, Any]:
    """The panel's settings as plain values, to be remembered with what comes of them."""
    names = [name for name, kind in _plain(motion)]
    return {name: getattr(motion, name) for name in names}


def restore_settings(motion: PropertyGroup, settings: dict[str, Any]) -> None:
    """Puts remembered settings back; those of other versions that are not there now are left out."""
    for name, kind in _plain(motion):
        if name in settings and isinstance(settings[name], kind):
            setattr(motion, name, settings[name])


def _plain(motion: PropertyGroup) -> list[tuple[str, tuple[type, ...]]]:
    """Settings that are one number, switch, choice or text, with the types that fit them."""
    types: dict[str, tuple[type, ...]] = {
        "FLOAT": (float, int), "INT": (int,), "BOOLEAN": (bool, int), "STRING": (str,), "ENUM": (str,),
    }  # fmt: skip
    return [
        (p.identifier, types[p.type])
        for p in motion.bl_rna.properties
        if p.type in types and p.identifier != "name" and not getattr(p, "is_array", False)
        and not getattr(p, "is_enum_flag", False)
    ]  # fmt: skip


class SPACETIME_PG_run(PropertyGroup):
    """The solve that is going on; lives in the window manager, so it is never saved."""

    is_running: BoolProperty(name="Solving", description="A motion is being solved", options={"SKIP_SAVE"})
    text: StringProperty(name="Progress", description="What the solver is doing", options={"SKIP_SAVE"})
    outlook: StringProperty(
        name="Time Left", description="How long the solver may still take", options={"SKIP_SAVE"}
    )
    error: StringProperty(name="Problem", description="Why the last solve ended badly", options={"SKIP_SAVE"})
    error_armature: StringProperty(
        name="Whose Problem", description="The armature that the problem is about", options={"SKIP_SAVE"}
    )
    error_bone: StringProperty(
        name="Problem's Bone", description="The bone at which the problem shows", options={"SKIP_SAVE"}
    )
    error_has_frame: BoolProperty(
        name="At a Frame", description="The problem shows at one frame", options={"SKIP_SAVE"}
    )
    error_frame: IntProperty(
        name="Problem's Frame", description="The frame at which the problem shows", options={"SKIP_SAVE"}
    )
    solver_check: StringProperty(
        name="Solver Check", description="What the check of the solver's Python found", options={"SKIP_SAVE"}
    )
    iteration: IntProperty(
        name="Iteration", description="Steps of the optimiser so far", options={"SKIP_SAVE"}
    )
    violation: FloatProperty(
        name="Unphysical",
        description="How far the motion still is from physical; 0 is there",
        options={"SKIP_SAVE"},
    )
    seconds: FloatProperty(
        name="Time", description="Time since the solve began", unit="TIME_ABSOLUTE", options={"SKIP_SAVE"}
    )
