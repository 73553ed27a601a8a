"""What heads, tails, feet and the whole body do."""

from collections.abc import Sequence
from dataclasses import replace

from ..action import GeneralAction
from ..channel import GeneralChannel
from ..movement import Movement
from ..query import Query
from ..requirement import Requirement
from .keys import BASE, GROUND, HANDS, HEADS, MOUTH, ROOT, TAIL, TARGET, WHOLE, Key, bowed, placed, turned

HAS_HEAD, HAS_FEET, TWO_FEET = Requirement("mouth"), Requirement("feet"), Requirement("two_feet")
LIMB_REST = Movement(scale="limb")
SPINE = Query("spine")


def look() -> tuple[GeneralAction, ...]:
    """All heads follow a target, with a nod."""
    keys = [(0.0, (0, 0, 0)), (0.5, (0, 0, 0)), (0.7, (0, 0.15, 0)), (0.9, (0, 0, 0)), (1.5, (0, 0, 0))]
    return (
        GeneralAction(
            "look",
            1.5,
            (turned("heads", HEADS, keys, movement=Movement(toward=TARGET, looks=True)),),
            (HAS_HEAD,),
        ),
    )


def nod() -> tuple[GeneralAction, ...]:
    """Yes."""
    keys = [(0.0, (0, 0, 0)), (0.3, (0, 0.35, 0)), (0.6, (0, -0.1, 0)), (0.9, (0, 0.35, 0)), (1.4, (0, 0, 0))]
    return (GeneralAction("nod", 1.4, (turned("heads", HEADS, keys),), (HAS_HEAD,)),)


def shake() -> tuple[GeneralAction, ...]:
    """No."""
    keys = [(0.0, (0, 0, 0)), (0.3, (0, 0, 0.4)), (0.7, (0, 0, -0.4)), (1.1, (0, 0, 0.4)), (1.6, (0, 0, 0))]
    return (GeneralAction("shake", 1.6, (turned("heads", HEADS, keys),), (HAS_HEAD,)),)


def roar() -> tuple[GeneralAction, ...]:
    """Low, then heads up and hands apart."""
    root = placed(
        "root",
        ROOT,
        WHOLE,
        [(0.0, (0, 0, 0)), (0.6, (0, 0, -0.06)), (1.0, (0, 0, 0.0)), (1.8, (0, 0, 0.0)), (2.4, (0, 0, 0))],
    )
    heads = turned(
        "heads",
        HEADS,
        [
            (0.0, (0, 0, 0)),
            (0.6, (0, 0.3, 0)),
            (1.0, (0, -0.45, 0)),
            (1.2, (0.1, -0.45, 0)),
            (1.4, (-0.1, -0.45, 0)),
            (1.8, (0, -0.4, 0)),
            (2.4, (0, 0, 0)),
        ],
    )
    hands = placed(
        "hands",
        HANDS,
        BASE,
        [(0.0, (0.3, 0.6, 0.0)), (1.0, (0.1, 0.8, 0.2)), (2.4, (0.3, 0.5, 0.0))],
        while_=(0.0, 1.0, 1.8, 2.4),
    )
    return (GeneralAction("roar", 2.4, (root, heads, hands), (HAS_HEAD,)),)


def dance() -> tuple[GeneralAction, ...]:
    """The body bobs and sways, hands swing across, tails and heads follow."""
    beat = 0.4
    sway = [(k * beat, (0, 0.05 * (-1) ** k * (0 < k < 8), -0.03 * (k % 2))) for k in range(9)]
    twist = [(k * beat, (0, 0, 0.15 * (-1) ** k * (0 < k < 8))) for k in range(9)]
    swing = [(k * beat, (0.35, 0.3 + 0.2 * (-1) ** k, -0.2 + 0.3 * (k % 2))) for k in range(9)]
    hands = placed("hands", HANDS, BASE, swing, while_=(0.0, beat, 7 * beat, 8 * beat))
    hands = replace(hands, mirrors=False)
    root = replace(
        placed("root", ROOT, WHOLE, sway), rotation=turned("r", ROOT, twist).rotation, mirrors=False
    )
    heads = turned("heads", HEADS, [(t, (0.1 * z / 0.15, 0, 0)) for t, (_, _, z) in twist])
    tail = turned("tail", TAIL, [(t, (0, 0, -2 * z)) for t, (_, _, z) in twist])
    return (GeneralAction("dance", 8 * beat, (root, hands, heads, tail)),)


def jump() -> tuple[GeneralAction, ...]:
    """Crouch, up, and land again."""
    keys = [
        (0.0, (0, 0, 0)),
        (0.5, (0, 0, -0.14)),
        (0.7, (0, 0, 0.02)),
        (0.9, (0, 0, 0.13)),
        (1.1, (0, 0, 0.02)),
        (1.3, (0, 0, -0.12)),
        (1.8, (0, 0, 0)),
    ]
    root = placed("root", ROOT, WHOLE, keys)
    lift = Movement(scale="creature")
    feet_keys = [(0.0, (0, 0, 0)), (0.7, (0, 0, 0)), (0.9, (0, 0, 0.12)), (1.1, (0, 0, 0)), (1.8, (0, 0, 0))]
    feet = replace(
        placed("feet", Query("foot"), lift, feet_keys),
        rotation=turned("r", ROOT, [(0.0, (0, 0, 0))]).rotation,
        contact=True,
    )
    return (GeneralAction("jump", 1.8, (root, feet), (HAS_FEET,)),)


def bow() -> tuple[GeneralAction, ...]:
    """The trunk leans forward, the heads go down."""
    trunk = turned(
        "trunk", ROOT, [(0.0, (0, 0, 0)), (0.7, (0, 0.3, 0)), (1.1, (0, 0.3, 0)), (1.8, (0, 0, 0))]
    )
    heads = turned(
        "heads", HEADS, [(0.0, (0, 0, 0)), (0.7, (0, 0.6, 0)), (1.1, (0, 0.6, 0)), (1.8, (0, 0, 0))]
    )
    return (GeneralAction("bow", 1.8, (trunk, heads)),)


def crouch() -> tuple[GeneralAction, ...]:
    """Down and up."""
    keys = [(0.0, (0, 0, 0)), (0.8, (0, 0, -0.15)), (1.2, (0, 0, -0.15)), (2.0, (0, 0, 0))]
    return (GeneralAction("crouch", 2.0, (placed("root", ROOT, WHOLE, keys),), (HAS_FEET,)),)


def stretch() -> tuple[GeneralAction, ...]:
    """Up and out with everything."""
    root = placed(
        "root", ROOT, WHOLE, [(0.0, (0, 0, 0)), (0.9, (0, 0, 0.015)), (1.4, (0, 0, 0.015)), (2.2, (0, 0, 0))]
    )
    hands = placed(
        "hands",
        HANDS,
        BASE,
        [(0.0, (0.1, 0.5, 0.4)), (0.9, (0.1, 0.45, 0.7)), (2.2, (0.2, 0.5, 0.2))],
        while_=(0.0, 0.9, 1.4, 2.2),
    )
    heads = turned(
        "heads", HEADS, [(0.0, (0, 0, 0)), (0.9, (0, -0.35, 0)), (1.4, (0, -0.35, 0)), (2.2, (0, 0, 0))]
    )
    return (GeneralAction("stretch", 2.2, (root, hands, heads)),)


def sniff() -> tuple[GeneralAction, ...]:
    """The mouth goes near the ground, from side to side; who stands upright bows as far as a nose needs."""

    def keys(depth: float) -> list[Key]:
        places = [(0.0, 0.0, 0.0), (0.1, 0.0, depth), (0.1, 0.1, depth), (0.1, -0.1, depth), (0.0, 0.0, 0.0)]
        return list(zip((0.0, 0.8, 1.2, 1.6, 2.4), places, strict=True))

    def mouth(depth: float) -> GeneralChannel:
        return replace(placed("mouth", MOUTH, GROUND, keys(depth), one=True), mirrors=False)

    bow = bowed(0.4, -0.06, (0.0, 0.8, 1.6, 2.4))
    return (
        GeneralAction("sniff", 2.4, (bow, mouth(0.35)), (HAS_HEAD, Requirement("upright_spine"))),
        GeneralAction("sniff", 2.4, (mouth(0.9),), (HAS_HEAD,)),
    )


def wag() -> tuple[GeneralAction, ...]:
    """Tails from side to side."""
    keys = [(0.25 * k, (0, 0, 0.4 * (-1) ** k * (0 < k < 6))) for k in range(7)]
    return (GeneralAction("wag", 1.5, (turned("tail", TAIL, keys),), (Requirement("tail"),)),)


def stomp() -> tuple[GeneralAction, ...]:
    """One front foot up and down hard."""
    keys = [(0.0, (0, 0, 0)), (0.5, (0.05, 0, 0.2)), (0.7, (0, 0, 0)), (1.2, (0, 0, 0))]
    root = placed("root", ROOT, WHOLE, [(0.0, (0, 0, 0)), (0.5, (-0.01, 0, -0.01)), (1.2, (0, 0, 0))])
    return (GeneralAction("stomp", 1.2, (_front_foot(keys), root), (TWO_FEET,)),)


def kick() -> tuple[GeneralAction, ...]:
    """One front foot swings back and forward."""
    keys = [(0.0, (0, 0, 0)), (0.4, (-0.2, 0, 0.12)), (0.7, (0.4, 0, 0.25)), (1.3, (0, 0, 0))]
    root = placed("root", ROOT, WHOLE, [(0.0, (0, 0, 0)), (0.6, (-0.01, 0, -0.02)), (1.3, (0, 0, 0))])
    return (GeneralAction("kick", 1.3, (_front_foot(keys), root), (TWO_FEET,)),)


def _front_foot(keys: Sequence[Key]) -> GeneralChannel:
    """A channel of the front-most foot, which stands while it is on the ground."""
    return replace(placed("foot", Query("foot", (), extent="front"), LIMB_REST, keys), contact=True)


def breathe() -> tuple[GeneralAction, ...]:
    """Standing at ease, alive."""
    root = placed("root", ROOT, WHOLE, [(0.0, (0, 0, 0)), (1.2, (0, 0, -0.012)), (2.4, (0, 0, 0))])
    heads = turned("heads", HEADS, [(0.0, (0, 0, 0)), (1.2, (0, 0.05, 0.04)), (2.4, (0, 0, 0))])
    return (GeneralAction("breathe", 2.4, (root, heads), loops=False),)


def lean() -> tuple[GeneralAction, ...]:
    """From one side to the other."""
    keys = [(0.0, (0, 0, 0)), (0.6, (0, 0.04, -0.01)), (1.4, (0, -0.04, -0.01)), (2.0, (0, 0, 0))]
    return (GeneralAction("lean", 2.0, (replace(placed("root", ROOT, WHOLE, keys), mirrors=False),)),)
