"""How the artist's own animation is followed, stored with the motion that is asked for. Data only."""

from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..translations import OWN_SENSE

BY_TYPE, HINT, PIN, IGNORE = "BY_TYPE", "HINT", "PIN", "IGNORE"
_USES = (
    (
        BY_TYPE,
        "By Key Type",
        "Extremes are kept, jitter and generated keys are ignored, all others are hints",
    ),
    (HINT, "Hint", "The motion stays near these keys as far as physics lets it"),
    (PIN, "Pin", "The motion goes through these keys exactly, if it can"),
    (IGNORE, "Ignore", "These bones move as they like"),
)


class SPACETIME_PG_sketch_group(PropertyGroup):
    """How the keys of one bone collection are taken."""

    name: StringProperty(name="Bones", description="The bone collection that this is about")
    use: EnumProperty(
        name="Keys",
        description="What the keys of these bones mean",
        items=_USES,
        default=HINT,
        translation_context=OWN_SENSE,
    )


class SPACETIME_PG_sketch(PropertyGroup):
    """Whether and how closely the artist's own animation is followed."""

    use: BoolProperty(
        name="Follow My Keys",
        description="Your keys are a sketch: the motion stays as close to them as physics lets it. Length and "
        "frames are those of your animation, NLA strips included, or of the preview range where one is set",
        default=False,
    )
    closeness: FloatProperty(
        name="Closeness",
        description="How much staying near your animation counts against moving with ease",
        default=10.0,
        min=0.0,
        soft_max=100.0,
    )
    keys: EnumProperty(
        name="Keys",
        description="What keys mean, but for the bones below",
        items=_USES,
        default=BY_TYPE,
        translation_context=OWN_SENSE,
    )
    groups: CollectionProperty(
        type=SPACETIME_PG_sketch_group, name="Bone Groups", description="Bones whose keys mean something else"
    )
