"""Properties of a character, stored with its bones and armature. Data; edits are mirrored elsewhere."""

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

from ..blender.units import kilograms, meters
from ..locale import OWN_SENSE
from .kind import SPACETIME_PG_kind
from .mirrored_edits import AUTO, mark_as_certain, mirror_body
from .shared_beginning import shared_beginning

MALE, FEMALE, SKIN = "male", "female", "skin"  # source of a human's body shapes
FREE, PLANE, FIXED = "FREE", "PLANE", "FIXED"  # freedom of the root
_ORDERS = tuple(
    (order, " ".join(order), f"Rotate about {order[0]}, then {order[1]}, then {order[2]}")
    for order in ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
)


class SPACETIME_PG_bone(PropertyGroup):
    """Body of a bone and the joint at its head; bones without a body move with their parent's."""

    is_body: BoolProperty(
        name="Has Body",
        description="Give this bone its own mass and a joint at its head. Bones without a body move with the "
        "nearest parent that has one",
        default=False,
    )
    mass: FloatProperty(
        name="Mass",
        description="Mass of this part of the character",
        unit="MASS",
        update=mirror_body,
        soft_max=100.0,
        **kilograms("mass", default=1.0, least=1e-7),
    )
    diameters: FloatVectorProperty(
        name="Size",
        description="Size of the body's ellipsoid along its own axes, in bone units that scale with the object. "
        "Longer bodies are harder to swing",
        unit="LENGTH",
        subtype="XYZ_LENGTH",
        size=3,
        default=(0.1, 0.1, 0.1),
        min=1e-6,
        update=mirror_body,
    )
    center: FloatVectorProperty(
        name="Center",
        description="Center of mass, measured from the bone's head along the bone's axes",
        unit="LENGTH",
        subtype="TRANSLATION",
        size=3,
        default=(0.0, 0.0, 0.0),
        update=mirror_body,
    )
    rotation: FloatVectorProperty(
        name="Rotation",
        description="Rotation of the ellipsoid relative to the bone",
        subtype="QUATERNION",
        size=4,
        default=(1.0, 0.0, 0.0, 0.0),
        update=mirror_body,
    )
    order: EnumProperty(
        name="Rotation Order",
        description="Order in which the joint rotates about the bone's axes, skipping axes locked in the bone's "
        "inverse kinematics. Put the axis that turns least in the middle, as it is limited to 85 "
        "degrees",
        items=((AUTO, "Automatic", "Put the axis that turns least in the middle"), *_ORDERS),
        default=AUTO,
        update=mirror_body,
    )
    torque_limits: FloatVectorProperty(
        name="Strength",
        translation_context=OWN_SENSE,
        description="Maximum muscle torque about each of the bone's axes, in newton meters. Set to 0 for no muscle",
        subtype="XYZ",
        size=3,
        default=(50.0, 50.0, 50.0),
        precision=0,
        min=0.0,
        soft_max=500.0,
        update=mirror_body,
    )
    preferred: FloatVectorProperty(
        name="Relaxed Pose",
        description="Joint angles about the bone's axes, relative to the rest pose, that the joint returns to when "
        "nothing else determines them",
        unit="ROTATION",
        subtype="EULER",
        size=3,
        default=(0.0, 0.0, 0.0),
        min=-math.pi,
        max=math.pi,
        update=mirror_body,
    )
    carrier: StringProperty(
        name="Body Parent",
        description="Bone whose body carries this one. Leave empty to use the nearest parent that has a body. "
        "Needed for generated control rigs, where deforming bones are parented to control bones",
    )
    is_root: BoolProperty(
        name="Moves by Itself",
        description="Let this bone and the bones it carries move independently of all others, for a second "
        "character or a prop in the same armature",
        default=False,
    )
    mirror: StringProperty(
        name="Mirror Bone",
        description="Matching bone on the other side. Leave empty to find it by name",
    )


def map_beginning(armature: bpy.types.Armature) -> str:
    """Shared prefix of all bones of a bone map."""
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

    name: StringProperty(name="Part", description="Part of the character, such as thigh.L or chest")
    bone: StringProperty(
        name="Bone",
        description="Bone used for this part. Leave empty if the character has no such part",
        update=mark_as_certain,
    )
    short_name: StringProperty(
        name="Bone",
        description="Bone used for this part, without the prefix common to all names. Leave empty if the character "
        "has no such part",
        get=_short_name,
        set=_choose_by_short_name,
        search=_short_names,
        search_options=set(),  # only existing bones can be chosen
    )
    confidence: FloatProperty(
        name="Confidence",
        description="Confidence of the match: 1 for an exact name, 0.7 for a common word, 0.5 for shape alone",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
    )


class SPACETIME_PG_phase(PropertyGroup):
    """One phase of a contact, in fractions of the motion."""

    start: FloatProperty(
        name="Start",
        description="Start of the contact, as a fraction of the motion: 0 is its start, 1 its end",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
    )
    duration: FloatProperty(
        name="Duration",
        description="Duration of the contact, as a fraction of the motion. In a cycle it can extend past the end",
        subtype="FACTOR",
        default=0.5,
        min=0.0,
        max=1.0,
    )
    surface: PointerProperty(
        type=bpy.types.Object,
        name="Surface",
        description="Object to touch, such as a step: its largest face that points up. Leave empty for the ground",
    )
    confidence: FloatProperty(
        name="Confidence",
        description="Confidence of Guess from Animation in this contact; 1 for contacts you set yourself",
        subtype="FACTOR",
        default=1.0,
        min=0.0,
        max=1.0,
        options={"HIDDEN"},
    )


class SPACETIME_PG_contact(PropertyGroup):
    """A point of a bone that can touch the ground."""

    name: StringProperty(name="Name", description="Name of this contact, such as heel.L")
    is_open: BoolProperty(name="Show", description="Show all settings of this contact", default=False)
    is_fitted: BoolProperty(
        name="Fitted",
        description="Created by Fit Bodies, which can remove it again. Contacts you add yourself are kept",
        default=False,
        options={"HIDDEN"},
    )
    is_guessed: BoolProperty(
        name="Guessed",
        description="Added by Guess from Animation, which can remove it again",
        default=False,
        options={"HIDDEN"},
    )
    bone: StringProperty(name="Bone", description="Bone whose body touches the ground at this point")
    point: FloatVectorProperty(
        name="Point",
        description="Position of the contact in armature space, in the rest pose",
        unit="LENGTH",
        subtype="TRANSLATION",
        size=3,
    )
    friction: FloatProperty(
        name="Friction",
        description="Friction coefficient of this contact: 0.8 for a shoe on a floor, 0.1 for ice",
        default=0.8,
        min=0.01,
        soft_max=1.5,
    )
    twist_radius: FloatProperty(
        name="Patch Size",
        description="Size of the area that resists twisting on the ground. Set to 0 for a point contact",
        unit="LENGTH",
        soft_max=0.2,
        **meters("twist_radius", least=0.0),
    )
    clearance: FloatProperty(
        name="Lift",
        description="Minimum height of this point in the middle of each swing. Set to 0 for no minimum. "
        "With Follow Keys, your keys decide",
        unit="LENGTH",
        soft_max=0.5,
        **meters("clearance", least=0.0),
    )
    keep_timing: BoolProperty(
        name="Keep Timing",
        description="Keep the phases of this contact when the solver optimizes timing",
        default=False,
    )
    phases: CollectionProperty(
        type=SPACETIME_PG_phase, name="Phases", description="Times at which it touches the ground"
    )


class SPACETIME_PG_character(PropertyGroup):
    """Settings of the whole character, stored on its armature."""

    body_mass: FloatProperty(
        name="Mass",
        description="Total mass of the character, distributed among the bodies when they are fitted",
        unit="MASS",
        soft_max=500.0,
        **kilograms("body_mass", default=75.0, least=1e-6),
    )
    weigh_by: EnumProperty(
        name="Mass From",
        description="Source of the body masses when bodies are fitted",
        items=(
            ("AUTO", "Automatic", "Use total mass for humans and density for other creatures"),
            ("WEIGHT", "Mass", "Distribute the mass set below"),
            (
                "DENSITY",
                "Density",
                "Multiply the volume of the bodies by the density set below. For humans of measured "
                "proportions, use the average volume at this height",
            ),
        ),
        default="AUTO",
    )
    density: FloatProperty(
        name="Density",
        description="Mass of one cubic meter of the character, in kilograms. Water and flesh are about 1000",
        default=1000.0,
        precision=0,
        min=1.0,
        soft_max=8000.0,
    )
    use_mirror: BoolProperty(
        name="Mirror Edits",
        description="Apply changes to a body or joint to the other side as well",
        default=True,
    )
    bone_map: CollectionProperty(
        type=SPACETIME_PG_part, name="Bone Map", description="Bones used for the parts of the character"
    )
    kind: PointerProperty(type=SPACETIME_PG_kind, name="Kind", description="What the rig is")
    body_type: EnumProperty(
        name="Body Type",
        description="Source of the body shapes and mass distribution of a human: measured proportions (de Leva "
        "1996) or the skin. Other creatures always use their skin",
        items=(
            (MALE, "Male", "Average proportions of young men"),
            (FEMALE, "Female", "Average proportions of young women"),
            (
                SKIN,
                "From Skin",
                "Fit each body to the skin that its bone moves most, for example for a stout or slim "
                "character. Parts without skin use the proportions of young men",
            ),
        ),
        default=MALE,
    )
    use_toes: BoolProperty(
        name="Bend Toes",
        description="Let the feet of a human roll over the ball of the foot: the toes stay on the floor while the "
        "heel lifts. Toes listed in the bone map are keyed with every motion, unless your own keys turn "
        "them. Applies when bodies are fitted",
        default=True,
    )
    use_clavicles: BoolProperty(
        name="Body for Clavicles",
        description="Give the collar bones of a human bodies and muscles of their own, so that the solver moves them. "
        "Otherwise they keep the motion of your keys, or their rest pose. Applies when bodies are fitted",
        default=False,
    )
    use_stature: BoolProperty(
        name="Set Height",
        description="Scale the armature of a human to the height set here when bodies are fitted. Physics only "
        "looks right at the right size",
        default=True,
    )
    stature: FloatProperty(
        name="Height",
        description="Height of a human from the ground to the top of the head",
        unit="LENGTH",
        precision=3,
        soft_max=3.0,
        **meters("stature", default=1.75, least=0.1),
    )
    root_moves: EnumProperty(
        name="Movement",
        description="How the character's root can move in the world",
        items=(
            (FREE, "Free", "Move in all directions, like anything that walks"),
            (
                PLANE,
                "Planar",
                "Move and rotate only in the plane seen from the side",
            ),
            (FIXED, "Fixed", "Fix the root to the world, like the base of a robot arm"),
        ),
        default=FREE,
    )
    root_turn: FloatProperty(
        name="Max Root Turn",
        description="Maximum rotation of the character's root from its rest pose. Set to 0 to let it flip and spin "
        "freely",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=0.0,
        max=math.pi,
    )
    facing: FloatProperty(
        name="Front",
        description="Direction the character faces in its rest pose, as an angle about the object's axis that points "
        "up. 0 is -Y, Blender's convention, or Z if Y points up",
        unit="ROTATION",
        subtype="ANGLE",
        default=0.0,
        min=-math.pi,
        max=math.pi,
    )
    upright: FloatVectorProperty(
        name="Up",
        description="Direction of the object that points up in its rest pose. Found when bodies are fitted: files of "
        "other programs have Y up and turn the object",
        subtype="DIRECTION",
        default=(0.0, 0.0, 1.0),
        options={"HIDDEN"},
    )
    contacts: CollectionProperty(
        type=SPACETIME_PG_contact, name="Contacts", description="Points that can touch the ground"
    )
