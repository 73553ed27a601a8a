"""What a rig was recognized as, kept with its armature, and what the artist wants it to be instead."""

import bpy
from bpy.props import EnumProperty, FloatProperty, IntProperty
from bpy.types import PropertyGroup

from ...solver.errors import InputError
from ...solver.fitting.kind import BIPED, HUMAN, LEGLESS, MANY_LEGGED, QUADRUPED
from ...solver.fitting.rig_map import AUTO, CREATURE, Recognized, recognize
from ..blender.rest_pose import armature_data, place_of, skeleton_of
from .own_maps import own_maps

UNKNOWN = "UNKNOWN"
KINDS = {
    "HUMAN": HUMAN,
    "BIPED": BIPED,
    "QUADRUPED": QUADRUPED,
    "MANY_LEGGED": MANY_LEGGED,
    "LEGLESS": LEGLESS,
}
WANTED = {"AUTO": AUTO, "HUMAN": HUMAN, "CREATURE": CREATURE, "LEGLESS": LEGLESS}
SENTENCES = {
    "HUMAN": "A human ({sure} sure)",
    "BIPED": "A biped, not a human ({sure} sure)",
    "QUADRUPED": "A quadruped ({sure} sure)",
    "MANY_LEGGED": "A creature of {legs} legs ({sure} sure)",
    "LEGLESS": "No legs found ({sure} sure)",
}
WANTED_ITEMS = (
    ("AUTO", "As Recognized", "Let the shape of the skeleton decide"),
    ("HUMAN", "As Human", "Fit measured proportions, human joint ranges, and heels and toes"),
    ("CREATURE", "As Creature", "Fit the limbs on which it stands, and those on which it does not"),
    ("LEGLESS", "Bone by Bone", "Fit a body for each deforming bone, without legs"),
)


class SPACETIME_PG_kind(PropertyGroup):
    """What a rig is."""

    found: EnumProperty(
        name="Kind",
        description="What the rig was recognized as, by its shape",
        items=(
            (UNKNOWN, "Not Recognized", "Bodies were not fitted yet"),
            ("HUMAN", "Human", "Two legs, an upright back, and feet that stand on their heels"),
            ("BIPED", "Biped", "Two legs, but no human's"),
            ("QUADRUPED", "Quadruped", "Four legs"),
            ("MANY_LEGGED", "Many-Legged", "Six legs or more"),
            ("LEGLESS", "Legless", "No legs that stand on the ground"),
        ),
        default=UNKNOWN,
    )
    sure: FloatProperty(
        name="Confidence",
        description="How sure this is; 50 % is a guess",
        subtype="FACTOR",
        min=0.0,
        max=1.0,
    )
    n_legs: IntProperty(name="Legs", description="Number of legs that stand on the ground", min=0)
    wanted: EnumProperty(
        name="Fit As", description="What to fit bodies for", items=WANTED_ITEMS, default="AUTO"
    )


def recognized(armature_object: bpy.types.Object, wanted: str) -> Recognized:
    """Recognizes the rig; nothing is stored.

    Args:
        armature_object: with the rig.
        wanted: an identifier of ``WANTED_ITEMS``.

    Raises:
        InputError: the armature has no deforming bones, a preset of the artist's is damaged, or the rig cannot be what
            is wanted.
    """
    rotation = place_of(armature_object).rotation
    skeleton = skeleton_of(armature_object)
    found = recognize(skeleton, rotation[:, :2].T, own_maps(), wanted=WANTED[wanted])
    if not found.bones and wanted == "HUMAN":
        raise InputError(
            f"'{armature_object.name}' has no human's parts: expected two legs with feet, two arms and a head; press "
            "Detect Bones and choose bones in the bone map"
        )
    if not found.bones and wanted == "CREATURE":
        raise InputError(
            f"'{armature_object.name}' has no legs in its rest pose: expected at least one pair that reaches the ground"
        )
    return found


def keep_kind(armature_object: bpy.types.Object, found: Recognized, wanted: str) -> None:
    """Stores what was recognized with the armature."""
    kind = armature_data(armature_object).spacetime.kind
    names = {name: identifier for identifier, name in KINDS.items()}
    kind.found, kind.sure = names.get(found.kind.name, "BIPED"), found.kind.confidence
    kind.n_legs, kind.wanted = found.kind.n_legs, wanted


def recognized_as(kind: PropertyGroup) -> str:
    """What a rig was recognized as, as an English sentence with the fields "sure" and "legs"; "" if it was not."""
    return SENTENCES.get(kind.found, "")


def values_of(kind: PropertyGroup) -> dict[str, object]:
    """The fields of ``recognized_as``."""
    return {"sure": f"{kind.sure:.0%}", "legs": kind.n_legs}
