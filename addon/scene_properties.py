"""Properties shared by all characters of a scene. Data only."""

from bpy.props import BoolProperty, FloatProperty, PointerProperty
from bpy.types import Object, PropertyGroup

from .overlays.properties import SPACETIME_PG_overlays
from .spaces.properties import SPACETIME_PG_clips


class SPACETIME_PG_scene(PropertyGroup):
    """Settings shared by all characters of a scene."""

    ground_height: FloatProperty(
        name="Ground", description="Height of the ground in world space", unit="LENGTH", default=0.0
    )
    character: PointerProperty(
        type=Object, name="Character", description="Character that was active last, for objects of several"
    )
    shows_details: BoolProperty(
        name="Details",
        description="Show energy, and all known reasons why no motion was found",
        default=False,
    )
    overlays: PointerProperty(
        type=SPACETIME_PG_overlays, name="Overlays", description="Overlays drawn around the character"
    )
    clips: PointerProperty(
        type=SPACETIME_PG_clips, name="Variations", description="File and processes of the variations"
    )
