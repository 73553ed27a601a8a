"""Which overlays are on, stored with the scene. Data only."""

from bpy.props import BoolProperty
from bpy.types import PropertyGroup

from ..translations import OWN_SENSE


class SPACETIME_PG_overlays(PropertyGroup):
    """What is drawn of a character and of the solved motion it plays."""

    show_bodies: BoolProperty(
        name="Bodies",
        description="The ellipsoids that carry the character's weight; those of selected bones stand out and can be "
        "sized by their arrows in pose mode",
        default=True,
    )
    show_limits: BoolProperty(
        name="Joint Limits",
        description="How far the joints of selected bones turn: a sector per axis, red, green and blue for X, Y and Z. "
        "While more than three are selected, only that of the active bone",
        default=True,
    )
    show_contacts: BoolProperty(
        name="Contacts",
        description="The points that may touch the ground",
        default=True,
    )
    show_centre: BoolProperty(
        name="Center of Mass",
        description="The point where the character's weight sits, its way and its shadow on the ground",
        default=True,
    )
    show_support: BoolProperty(
        name="Support",
        translation_context=OWN_SENSE,
        description="The area between all that touches the ground: green while the center of mass is over it; a line "
        "or a dot while only two points or one touch",
        default=False,
    )
    show_forces: BoolProperty(
        name="Ground Forces",
        description="How the ground pushes; an arrow of half the character's height is its weight",
        default=True,
    )
    show_effort: BoolProperty(
        name="Effort",
        description="Bodies in the color of their muscles' work: blue rests, red is at the end of its strength",
        default=False,
    )
    show_arc: BoolProperty(
        name="Flight Arc",
        description="The arc that the center of mass must follow in the air, or would if it let go now",
        default=False,
    )
    show_spin: BoolProperty(
        name="Spin",
        description="Angular momentum: the axis and strength of the whole body's turning. In the air it stays",
        default=False,
    )
    show_onion: BoolProperty(
        name="Onion Skin",
        description="The figure some frames before, in blue, and after, in red",
        default=False,
    )
    show_stripe: BoolProperty(
        name="Stripe on the Timeline",
        description="Color of each frame in the timeline and dope sheet: green is as you keyed it, yellow was "
        "changed, red is still physically impossible",
        default=True,
    )
    show_strips: BoolProperty(
        name="Contacts on the Timeline",
        description="A lane for each contact at the foot of a timeline or dope sheet that is high enough. Drag a bar "
        "or its ends; Ctrl click or double click adds one, X removes it. Blue stays as you set it, teal is polished "
        "and purple searched by the solver, pink is both; the thin line is when the solved motion touches",
        default=True,
    )
