"""What all characters of a scene share, stored with it. Data only."""

from bpy.props import FloatProperty, PointerProperty
from bpy.types import PropertyGroup

from .overlays.properties import SPACETIME_PG_overlays
from .spaces.properties import SPACETIME_PG_space


class SPACETIME_PG_scene(PropertyGroup):
    """What all characters of a scene share."""

    ground_height: FloatProperty(
        name="Ground", description="Height of the ground in the world", unit="LENGTH", default=0.0
    )
    overlays: PointerProperty(
        type=SPACETIME_PG_overlays, name="Overlays", description="What is drawn around the character"
    )
    space: PointerProperty(
        type=SPACETIME_PG_space,
        name="Space",
        description="Many motions at once, told by what differs between them",
    )
