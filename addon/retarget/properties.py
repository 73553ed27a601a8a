"""From which armature a character gets a motion, and which limbs correspond. Data only."""

import bpy
from bpy.props import CollectionProperty, PointerProperty, StringProperty
from bpy.types import PropertyGroup


def _is_other_armature(group: PropertyGroup, candidate: bpy.types.Object) -> bool:
    return candidate.type == "ARMATURE" and candidate != group.id_data


class SPACETIME_PG_limb_pair(PropertyGroup):
    """Two limbs that correspond, by the bones of their ends."""

    source: StringProperty(name="Source", description="End of a limb of the source")
    target: StringProperty(
        name="Character", description="End of the limb of this character that moves like it; empty for none"
    )


class SPACETIME_PG_limb_map(PropertyGroup):
    """Limbs of one source and of this character; its name is that of the source."""

    pairs: CollectionProperty(
        type=SPACETIME_PG_limb_pair, name="Limbs", description="Limbs of the source and of this character"
    )


class SPACETIME_PG_retarget(PropertyGroup):
    """Motions of other armatures."""

    source: PointerProperty(
        type=bpy.types.Object,
        name="Source",
        description="Armature whose motion this character gets, with any skeleton. Leave empty to use the other "
        "selected armature",
        poll=_is_other_armature,
    )
    maps: CollectionProperty(
        type=SPACETIME_PG_limb_map,
        name="Limb Maps",
        description="Which limbs correspond, for each source that was retargeted to this character",
    )
    told: StringProperty(
        name="Report",
        description="What was matched, and how closely hands and feet follow",
        options={"HIDDEN"},
    )
