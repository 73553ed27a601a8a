"""Switches of the overlays, stored with the scene. Data only."""

from bpy.props import BoolProperty
from bpy.types import PropertyGroup

from ..locale import OWN_SENSE


class SPACETIME_PG_overlays(PropertyGroup):
    """Visibility of overlays on a character and its solved motion."""

    show_bodies: BoolProperty(
        name="Bodies",
        description="Show the ellipsoids that carry the character's mass, in Pose Mode as outlines. Those of selected "
        "bones are highlighted and can be resized with arrows",
        default=True,
    )
    show_limits: BoolProperty(
        name="Joint Limits",
        description="Show the range of rotation of the active bone's joint in Pose Mode, in red, green and blue for X, "
        "Y and Z",
        default=True,
    )
    show_contacts: BoolProperty(
        name="Contacts",
        description="Show the points that can touch the ground",
        default=True,
    )
    show_posing: BoolProperty(
        name="Balance and Flight",
        description="In Pose Mode, show the support area of the pose, in green while its center of mass is "
        "above it. Between keys of take-off and landing, show the arc that gravity prescribes for "
        "the center of mass",
        default=True,
    )
    show_centre: BoolProperty(
        name="Center of Mass",
        description="Show the center of mass, its path and its projection onto the ground",
        default=True,
    )
    show_support: BoolProperty(
        name="Support Area",
        translation_context=OWN_SENSE,
        description="Show the area between all ground contacts, in green while the center of mass is above it. "
        "With only two contacts it is a line, with one a dot",
        default=False,
    )
    show_forces: BoolProperty(
        name="Ground Forces",
        description="Show the ground reaction forces. An arrow half as long as the character is tall equals its "
        "weight",
        default=True,
    )
    show_effort: BoolProperty(
        name="Effort",
        description="Color bodies by muscle effort, from blue at rest to red at full strength",
        default=False,
    )
    show_arc: BoolProperty(
        name="Flight Arc",
        description=(
            "Show the path that the center of mass follows in the air, or would follow if all contacts "
            "ended now"
        ),
        default=False,
    )
    show_spin: BoolProperty(
        name="Angular Momentum",
        description="Show the axis and magnitude of the whole body's angular momentum, which is constant in the air",
        default=False,
    )
    show_onion: BoolProperty(
        name="Onion Skin",
        description="Show the pose a few frames earlier in blue and a few frames later in red",
        default=False,
    )
    show_stripe: BoolProperty(
        name="Timeline Stripe",
        description="Color each frame in the Timeline and Dope Sheet: green is as you keyed it, yellow was "
        "changed, red is not physical",
        default=True,
    )
    show_strips: BoolProperty(
        name="Timeline Contacts",
        description="Show a track for each contact at the bottom of the Timeline and Dope Sheet, if they are "
        "tall enough. Drag a bar or its ends to edit it, Ctrl-click or double-click to add one, "
        "press X to remove it. Bars are blue if fixed, teal if refined, purple if searched, pink "
        "if both. The thin line shows when the solved motion touches the ground. In Pose Mode, the "
        "tracks of the active bone are also shown at the bottom of the 3D Viewport",
        default=True,
    )
