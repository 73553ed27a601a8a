"""What hands do; creatures without hands use their mouths where that makes sense."""

from dataclasses import replace

from ..action import GeneralAction
from ..movement import Movement
from ..query import Query
from ..requirement import Requirement
from .keys import (
    BASE,
    FRONT_HANDS,
    GROUND,
    HANDS,
    HEADS,
    MEETING,
    MOUTH,
    ROOT,
    TARGET,
    TO_MOUTH,
    TO_TARGET,
    bowed,
    placed,
    turned,
)

HAS_HANDS, NO_HANDS = Requirement("graspers"), Requirement("graspers", holds=False)
TWO_HANDS = Requirement("two_graspers")
UPRIGHT = Requirement("upright_spine")
HEAD_TOP = Query("head", (), extent="top")


def wave() -> tuple[GeneralAction, ...]:
    """One hand up, from side to side."""
    keys = [
        (0.0, (0.3, 0.2, 0.7)),
        (0.7, (0.3, 0.05, 0.75)),
        (1.0, (0.3, 0.45, 0.6)),
        (1.3, (0.3, 0.05, 0.75)),
        (2.0, (0.3, 0.3, 0.7)),
    ]
    hand = placed("hand", HANDS, BASE, keys, while_=(0.0, 0.7, 1.4, 2.0), one=True)
    head = turned("head", HEADS, [(0.0, (0, 0, 0)), (1.0, (0.12, 0, 0)), (2.0, (0, 0, 0))])
    return (GeneralAction("wave", 2.0, (hand, head), (HAS_HANDS,)),)


def clap() -> tuple[GeneralAction, ...]:
    """Both hands meet in the middle, in front, three times."""
    apart, close = (0.55, 0.55, -0.05), (0.55, 1.0, -0.05)
    keys = [
        (0.0, apart),
        (0.5, apart),
        (0.7, close),
        (0.9, apart),
        (1.1, close),
        (1.3, apart),
        (1.5, close),
        (2.0, apart),
    ]
    front, every = (
        placed("hands", which, MEETING, keys, while_=(0.0, 0.5, 1.5, 2.0), importance=2.0)
        for which in (FRONT_HANDS, HANDS)
    )
    return (
        GeneralAction("clap", 2.0, (front,), (Requirement("two_front_graspers"),)),
        GeneralAction("clap", 2.0, (every,), (TWO_HANDS,)),
    )


def pick() -> tuple[GeneralAction, ...]:
    """Something from the ground, with a hand, or with the mouth."""
    keys = [(0.0, (0, 0, 0)), (0.8, (0.25, 0, 1.0)), (1.2, (0.25, 0, 1.0)), (2.0, (0, 0, 0))]
    bow = bowed(0.5, -0.08, (0.0, 0.8, 1.2, 2.0))
    hand = placed("hand", HANDS, GROUND, keys, one=True, importance=2.0)
    nod = bowed(0.25, -0.08, (0.0, 0.8, 1.2, 2.0))
    mouth = placed("mouth", MOUTH, GROUND, keys, one=True, importance=2.0)
    return (
        GeneralAction("pick", 2.0, (bow, hand), (HAS_HANDS, UPRIGHT)),
        GeneralAction("pick", 2.0, (hand,), (HAS_HANDS,)),
        GeneralAction("pick", 2.0, (nod, mouth), (NO_HANDS,)),
    )


def eat() -> tuple[GeneralAction, ...]:
    """Hand to mouth; without hands, the mouth goes to the ground."""
    keys = [
        (0.0, (0, 0, 0)),
        (0.7, (1.0, 0, 0)),
        (1.0, (1.0, 0, 0)),
        (1.2, (0.8, 0, 0)),
        (1.4, (1.0, 0, 0)),
        (2.0, (0, 0, 0)),
    ]
    hand = placed("hand", HANDS, TO_MOUTH, keys, one=True, importance=2.0)
    graze = [
        (0.0, (0, 0, 0)),
        (0.8, (0.1, 0, 1.0)),
        (1.0, (0.15, 0, 0.95)),
        (1.3, (0.1, 0, 1.0)),
        (2.0, (0, 0, 0)),
    ]
    nod = bowed(0.25, -0.08, (0.0, 0.8, 1.3, 2.0))
    mouth = placed("mouth", MOUTH, GROUND, graze, one=True, importance=2.0)
    return (
        GeneralAction("eat", 2.0, (hand,), (HAS_HANDS, Requirement("mouth"))),
        GeneralAction("eat", 2.0, (nod, mouth), (NO_HANDS, Requirement("mouth"))),
    )


def point() -> tuple[GeneralAction, ...]:
    """A hand, or the head, toward a target."""
    toward = Movement(toward=TARGET, direction_only=True)
    keys = [(0.0, (0, 0, 0)), (0.6, (0.8, 0, 0)), (1.2, (0.8, 0, 0)), (1.8, (0, 0, 0))]
    hand = placed("hand", HANDS, toward, keys, one=True)
    look = turned("head", HEADS, [(0.0, (0, 0, 0))], movement=Movement(toward=TARGET, looks=True))
    return (
        GeneralAction("point", 1.8, (hand, look), (HAS_HANDS,)),
        GeneralAction("point", 1.8, (look,), (NO_HANDS,)),
    )


def punch() -> tuple[GeneralAction, ...]:
    """A hand strikes toward a target and comes back."""
    toward = Movement(toward=TARGET, direction_only=True)
    keys = [
        (0.0, (0, 0, 0)),
        (0.3, (-0.15, 0, 0)),
        (0.5, (0.75, 0, 0)),
        (0.6, (0.75, 0, 0)),
        (1.2, (0, 0, 0)),
    ]
    hand = placed("hand", HANDS, toward, keys, one=True)
    trunk = turned(
        "trunk", ROOT, [(0.0, (0, 0, 0)), (0.3, (0, 0, -0.1)), (0.5, (0, 0, 0.12)), (1.2, (0, 0, 0))]
    )
    return (GeneralAction("punch", 1.2, (hand, trunk), (HAS_HANDS,)),)


def throw() -> tuple[GeneralAction, ...]:
    """A hand back and up, then fast forward."""
    keys = [
        (0.0, (-0.3, 0.2, 0.4)),
        (0.7, (-0.4, 0.3, 0.55)),
        (1.0, (0.3, 0.1, 0.8)),
        (1.3, (0.75, 0.0, 0.2)),
        (1.9, (0.5, 0.1, -0.3)),
    ]
    hand = placed("hand", HANDS, BASE, keys, while_=(0.0, 0.6, 1.4, 1.9), one=True)
    trunk = turned(
        "trunk", ROOT, [(0.0, (0, 0, 0)), (0.7, (0, -0.08, 0)), (1.2, (0, 0.15, 0)), (1.8, (0, 0, 0))]
    )
    return (GeneralAction("throw", 1.9, (hand, trunk), (HAS_HANDS,)),)


def hand_over() -> tuple[GeneralAction, ...]:
    """Something to a target, such as another creature's hand, or held out by the mouth."""
    keys = [(0.0, (0, 0, 0)), (0.8, (1.0, 0, 0)), (1.3, (1.0, 0, 0)), (2.0, (0, 0, 0))]
    hand = placed("hand", HANDS, TO_TARGET, keys, one=True, importance=2.0)
    mouth = placed("mouth", MOUTH, TO_TARGET, keys, one=True, importance=2.0)
    return (
        GeneralAction("hand over", 2.0, (hand,), (HAS_HANDS,)),
        GeneralAction("hand over", 2.0, (mouth,), (NO_HANDS, Requirement("mouth"))),
    )


def pass_on() -> tuple[GeneralAction, ...]:
    """From one hand to another on the opposite side."""
    meet = (0.55, 1.0, -0.05)
    keys = [(0.0, meet), (2.0, meet)]
    give = placed("giving hand", HANDS, MEETING, keys, while_=(0.0, 0.7, 1.1, 1.8), one=True, importance=2.0)
    take = replace(give, name="taking hand", side="opposite")
    return (GeneralAction("pass on", 2.0, (give, take), (TWO_HANDS,)),)


def cheer() -> tuple[GeneralAction, ...]:
    """All hands up, twice."""
    keys = [
        (0.0, (0.2, 0.3, 0.6)),
        (0.6, (0.15, 0.35, 0.72)),
        (1.0, (0.2, 0.4, 0.5)),
        (1.4, (0.15, 0.35, 0.72)),
        (2.2, (0.2, 0.3, 0.5)),
    ]
    hands = placed("hands", HANDS, BASE, keys, while_=(0.0, 0.6, 1.5, 2.2))
    return (GeneralAction("cheer", 2.2, (hands,), (HAS_HANDS,)),)


def scratch() -> tuple[GeneralAction, ...]:
    """A hand at the head, up and down."""
    keys = [
        (0.0, (0, 0, 0)),
        (0.6, (0.9, 0, 0)),
        (0.8, (0.9, 0, 0.06)),
        (1.0, (0.9, 0, 0)),
        (1.2, (0.9, 0, 0.06)),
        (1.8, (0, 0, 0)),
    ]
    hand = placed("hand", HANDS, Movement(toward=HEAD_TOP), keys, one=True)
    return (GeneralAction("scratch", 1.8, (hand,), (HAS_HANDS, Requirement("mouth"))),)


def pound() -> tuple[GeneralAction, ...]:
    """Hands on the ground; who stands upright bows and takes one."""
    keys = [
        (0.0, (0, 0, 0)),
        (0.5, (0.2, 0, 0.2)),
        (0.9, (0.2, 0, 1.0)),
        (1.1, (0.2, 0, 1.0)),
        (1.8, (0, 0, 0)),
    ]
    hand = placed("hand", HANDS, GROUND, keys, one=True, importance=2.0)
    hands = placed("hands", HANDS, GROUND, keys, importance=2.0)
    bow = bowed(0.5, -0.08, (0.0, 0.8, 1.1, 1.8))
    return (
        GeneralAction("pound", 1.8, (bow, hand), (HAS_HANDS, UPRIGHT)),
        GeneralAction("pound", 1.8, (hands,), (HAS_HANDS,)),
    )


def conduct() -> tuple[GeneralAction, ...]:
    """Both sides draw circles in front."""
    keys = [
        (0.0, (0.5, 0.3, 0.0)),
        (0.5, (0.5, 0.3, 0.0)),
        (0.8, (0.5, 0.55, 0.2)),
        (1.1, (0.5, 0.3, 0.4)),
        (1.4, (0.5, 0.05, 0.2)),
        (2.0, (0.5, 0.3, 0.0)),
    ]
    hands = placed("hands", HANDS, BASE, keys, while_=(0.0, 0.5, 1.5, 2.0))
    return (GeneralAction("conduct", 2.0, (hands,), (HAS_HANDS,)),)
