"""How the artist's own animation is followed, stored with the motion. Data only."""

from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..locale import OWN_SENSE

BY_TYPE, HINT, PIN, IGNORE = "BY_TYPE", "HINT", "PIN", "IGNORE"
_USES = (
    (
        BY_TYPE,
        "By Key Type",
        "Pin extremes, ignore jitter and generated keys, and use all other keys as hints",
    ),
    (HINT, "Hint", "Stay as close to these keys as physics allows"),
    (PIN, "Pin", "Pass exactly through these keys if possible"),
    (IGNORE, "Ignore", "Ignore the keys of these bones"),
)


class SPACETIME_PG_sketch_group(PropertyGroup):
    """How the keys of one bone collection are used."""

    name: StringProperty(name="Bones", description="Bone collection that the exception applies to")
    use: EnumProperty(
        name="Keys",
        description="How the keys of these bones are used",
        items=_USES,
        default=HINT,
        translation_context=OWN_SENSE,
    )


class SPACETIME_PG_sketch(PropertyGroup):
    """Whether and how closely the artist's own animation is followed."""

    use: BoolProperty(
        name="Follow Keys",
        description="Stay as close to your keys as physics allows. The frame range is that of your animation, "
        "including NLA strips, or the preview range if one is set",
        default=False,
    )
    closeness: FloatProperty(
        name="Closeness",
        description="How closely to follow your animation. Higher values favor your keys over effortless movement",
        default=10.0,
        min=0.0,
        soft_max=100.0,
    )
    keys: EnumProperty(
        name="Keys",
        description="How keys are used, except for the bones listed below",
        items=_USES,
        default=BY_TYPE,
        translation_context=OWN_SENSE,
    )
    keeps_limits: BoolProperty(
        name="Keep Limits",
        description="Keep joints within their own limits and strength. Otherwise they bend as far as your keys "
        "do, and use up to three times their strength",
        default=False,
    )
    first_frame: IntProperty(
        name="First Frame",
        description="First frame of the animation that contacts were guessed from. At or after Last Frame, none was",
        options={"HIDDEN"},
    )
    last_frame: IntProperty(
        name="Last Frame",
        description="Last frame of the animation that contacts were guessed from",
        options={"HIDDEN"},
    )
    groups: CollectionProperty(
        type=SPACETIME_PG_sketch_group,
        name="Bone Groups",
        description="Bones whose keys are used differently",
    )
