"""What a character is made of, stored with its bones and armature. Data; edits are mirrored elsewhere."""

import math
from collections.abc import Iterator

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import Context, PropertyGroup

from .mirrored_edits import AUTO, mirror_body, told_by_hand
from .shared_beginning import shared_beginning

MALE, FEMALE, SKIN = "male", "female", "skin"  # what shapes a human's bodies
FREE, PLANE, FIXED = "FREE", "PLANE", "FIXED"  # how the root moves
_ORDERS = tuple(
    (order, " ".join(order), f"Turns about {order[0]}, then {order[1]}, then {order[2]}")
    for order in ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
)


class SPACETIME_PG_bone(PropertyGroup):
    """A bone that carries a body, and the joint at its head; bones without one move with their parent's."""

    is_body: BoolProperty(
        name="Has a Body",
        description="This bone carries weight of its own and turns at its head. Bones without a body move "
        "with the nearest parent that has one",
        default=False,
    )
    mass: FloatProperty(
        name="Weight",
        description="How heavy this part of the character is",
        unit="MASS",
        default=1.0,
        min=1e-7,
        update=mirror_body,
        soft_max=100.0,
    )
    diameters: FloatVectorProperty(
        name="Size",
        description="Size of the body's ellipsoid along its own axes, in the bone's units; they grow with the "
        "object's scale. Longer bodies are harder to swing",
        unit="LENGTH",
        subtype="XYZ_LENGTH",
        size=3,
        default=(0.1, 0.1, 0.1),
        min=1e-6,
        update=mirror_body,
    )
    center: FloatVectorProperty(
        name="Center",
        description="Where the weight sits, from the bone's head along the bone's own axes",
        unit="LENGTH",
        subtype="TRANSLATION",
        size=3,
        default=(0.0, 0.0, 0.0),
        update=mirror_body,
    )
    rotation: FloatVectorProperty(
        name="Rotation",
        description="How the ellipsoid lies in the bone",
        subtype="QUATERNION",
        size=4,
        default=(1.0, 0.0, 0.0, 0.0),
        update=mirror_body,
    )
    order: EnumProperty(
        name="Order",
        description="Which of the bone's axes the joint turns about first. Locked axes of the bone's inverse "
        "kinematics are left out. The middle one should turn least: beyond 85 degrees it is stopped",
        items=((AUTO, "Automatic", "The axis that turns least comes in the middle"), *_ORDERS),
        default=AUTO,
        update=mirror_body,
    )
    torque_limits: FloatVectorProperty(
        name="Strength",
        description="Strongest muscle torque about each of the bone's axes, in newton metres. 0 leaves the "
        "axis limp",
        subtype="XYZ",
        size=3,
        default=(50.0, 50.0, 50.0),
        precision=0,
        min=0.0,
        soft_max=500.0,
        update=mirror_body,
    )
    preferred: FloatVectorProperty(
        name="At Ease",
        description="Angles about the bone's axes, from the rest pose, that the joint takes when nothing asks "
        "for others",
        unit="ROTATION",
        subtype="EULER",
        size=3,
        default=(0.0, 0.0, 0.0),
        min=-math.pi,
        max=math.pi,
        update=mirror_body,
    )
    carrier: StringProperty(
        name="Hangs On",
        description="The bone that carries this one. Empty: its parent, or the nearest above it that has a body. "
        "Generated control rigs need it, as their deforming bones hang on control bones",
    )
    mirror: StringProperty(
        name="Other Side",
        description="The bone on the other side that mirrors this one. Empty: the one whose name says so",
    )


def map_beginning(armature: bpy.types.Armature) -> str:
    """What all bones of a bone map begin with."""
    return shared_beginning(
        [line.bone for line in armature.spacetime.bone_map if line.bone in armature.bones]
    )


def _armature(part: PropertyGroup) -> bpy.types.Armature:
    assert isinstance(part.id_data, bpy.types.Armature)
    return part.id_data


def _short_name(part: PropertyGroup) -> str:
    return str(part.bone).removeprefix(map_beginning(_armature(part)))


def _choose_by_short_name(part: PropertyGroup, name: str) -> None:
    whole = map_beginning(_armature(part)) + name
    part.bone = whole if whole in _armature(part).bones else name


def _short_names(part: PropertyGroup, context: Context, typed: str) -> Iterator[str]:
    beginning = map_beginning(_armature(part))
    return (bone.name.removeprefix(beginning) for bone in _armature(part).bones)


class SPACETIME_PG_part(PropertyGroup):
    """One line of the bone map."""

    name: StringProperty(name="Part", description="Part of the character, as thigh.L or chest")
    bone: StringProperty(
        name="Bone",
        description="The bone that is this part. Empty: the character has none",
        update=told_by_hand,
    )
    short_name: StringProperty(
        name="Bone",
        description="The bone that is this part, without what all names begin with. Empty: the character has none",
        get=_short_name,
        set=_choose_by_short_name,
        search=_short_names,
        search_options=set(),  # only what is there can be chosen
    )
    confidence: FloatProperty(
        name="Confidence",
        description="How sure the match is: 1 is the same name, 0.7 a common word, 0.5 the shape alone",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
    )


class SPACETIME_PG_phase(PropertyGroup):
    """One stretch of a contact, as fractions of the motion."""

    start: FloatProperty(
        name="Start",
        description="When the contact begins: 0 is the start of the motion, 1 its end",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
    )
    duration: FloatProperty(
        name="Duration",
        description="How long the contact lasts, as a share of the motion. In a cycle it may run past the end",
        subtype="FACTOR",
        default=0.5,
        min=0.0,
        max=1.0,
    )
    surface: PointerProperty(
        type=bpy.types.Object,
        name="On",
        description="The object whose top is touched, as a step; none is the ground. Its bounding box counts",
    )


class SPACETIME_PG_contact(PropertyGroup):
    """A point of a bone that may touch the ground."""

    name: StringProperty(name="Name", description="What this contact is called, as heel.L")
    is_open: BoolProperty(name="Show", description="Show all of this contact", default=False)
    is_fitted: BoolProperty(
        name="Fitted",
        description="Fit Bodies has made it, and may take it away again; what you add yourself stays",
        default=False,
        options={"HIDDEN"},
    )
    bone: StringProperty(name="Bone", description="The bone whose body touches the ground here")
    point: FloatVectorProperty(
        name="Point",
        description="Where it touches, in the armature's own space in the rest pose",
        unit="LENGTH",
        subtype="TRANSLATION",
        size=3,
    )
    friction: FloatProperty(
        name="Friction",
        description="Grip of this contact: 0.8 is a shoe on a floor, 0.1 is ice",
        default=0.8,
        min=0.01,
        soft_max=1.5,
    )
    twist_radius: FloatProperty(
        name="Patch Size",
        description="Size of the patch that keeps the contact from twisting on the ground; 0 is a bare point. "
        "In metres of the world",
        unit="LENGTH",
        default=0.0,
        min=0.0,
        soft_max=0.2,
    )
    clearance: FloatProperty(
        name="Lift",
        description="How high this point must rise in the middle of each swing; 0 asks for nothing. In metres "
        "of the world",
        unit="LENGTH",
        default=0.0,
        min=0.0,
        soft_max=0.5,
    )
    keep_timing: BoolProperty(
        name="Keep Timing",
        description="Its phases stay as they are when timings are found by the solver",
        default=False,
    )
    phases: CollectionProperty(
        type=SPACETIME_PG_phase, name="Phases", description="When it touches the ground"
    )


class SPACETIME_PG_character(PropertyGroup):
    """The whole character, stored on its armature."""

    body_mass: FloatProperty(
        name="Weight",
        description="Weight of the whole character, shared out when bodies are fitted",
        unit="MASS",
        default=75.0,
        min=1e-6,
        soft_max=500.0,
    )
    weigh_by: EnumProperty(
        name="Weigh By",
        description="Where the weights come from when bodies are fitted",
        items=(
            ("AUTO", "Automatic", "A human by body weight, any other creature by density"),
            ("WEIGHT", "Weight", "Share out the weight below"),
            (
                "DENSITY",
                "Density",
                "Volume of the bodies times the density below; for a human of measured "
                "proportions, people's volume at this height",
            ),
        ),
        default="AUTO",
    )
    density: FloatProperty(
        name="Density",
        description="Weight of a cubic metre of the character in kilograms; water and flesh have 1000",
        default=1000.0,
        precision=0,
        min=1.0,
        soft_max=8000.0,
    )
    use_mirror: BoolProperty(
        name="Mirror Edits",
        description="A change to the body or joint on one side changes the other side too",
        default=True,
    )
    bone_map: CollectionProperty(
        type=SPACETIME_PG_part, name="Bone Map", description="Which bone is which part of the character"
    )
    body_type: EnumProperty(
        name="Body Type",
        description="What shapes a human's bodies and shares out the weight: people's measured proportions "
        "(de Leva 1996), or the skin. Other creatures always go by their skin",
        items=(
            (MALE, "Male", "Average of young men"),
            (FEMALE, "Female", "Average of young women"),
            (
                SKIN,
                "As Skinned",
                "Around the skin that each bone moves most, as for a stout or slim character; parts without "
                "skin are as those of young men",
            ),
        ),
        default=MALE,
    )
    use_stature: BoolProperty(
        name="Set Height",
        description="Scale the armature object so that a human is as tall as told here when bodies are fitted; "
        "physics looks right only at the right size",
        default=True,
    )
    stature: FloatProperty(
        name="Height",
        description="Height of a human from the ground to the crown",
        unit="LENGTH",
        default=1.75,
        precision=3,
        min=0.1,
        soft_max=3.0,
    )
    root_moves: EnumProperty(
        name="Moves",
        description="How the character's root may move in the world",
        items=(
            (FREE, "Freely", "In all directions, as anything that walks"),
            (
                PLANE,
                "In a Plane",
                "Up, down, ahead and back only, and it turns in that plane, as a side view",
            ),
            (FIXED, "Not at All", "Its root is bolted to the world, as a robot's arm"),
        ),
        default=FREE,
    )
    root_turn: FloatProperty(
        name="Body Turn",
        description="How far the character's root may turn away from its rest pose; 0 leaves it free to flip "
        "and spin",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=0.0,
        max=math.pi,
    )
    facing: FloatProperty(
        name="Front",
        description="Where the character looks in its rest pose, about the object's Z; 0 is -Y, as Blender's own "
        "characters do",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=-math.pi,
        max=math.pi,
    )
    contacts: CollectionProperty(
        type=SPACETIME_PG_contact, name="Contacts", description="Points that may touch the ground"
    )
