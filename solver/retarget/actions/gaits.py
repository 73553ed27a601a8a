"""Ways to get along; speeds are in units of sqrt(g leg), so that large and small creatures move alike."""

from ..action import Gait, GeneralAction
from .keys import HANDS, HEADS, REST, TAIL, placed, turned


def walk() -> tuple[GeneralAction, ...]:
    """At ease."""
    return (GeneralAction("walk", 1.5, (), loops=True, gait=Gait(0.35)),)


def trot() -> tuple[GeneralAction, ...]:
    """Faster."""
    return (GeneralAction("trot", 1.0, (), loops=True, gait=Gait(0.8)),)


def limp() -> tuple[GeneralAction, ...]:
    """One foot hurts."""
    heads = turned("heads", HEADS, [(0.0, (0, 0.15, 0))])
    return (GeneralAction("limp", 1.5, (heads,), loops=True, gait=Gait(0.3, style="limp")),)


def sneak() -> tuple[GeneralAction, ...]:
    """Slowly, with high feet."""
    return (GeneralAction("sneak", 2.0, (), loops=True, gait=Gait(0.2, style="sneak")),)


def circle() -> tuple[GeneralAction, ...]:
    """Along a curve, without a slip."""
    return (GeneralAction("circle", 1.5, (), loops=True, gait=Gait(0.35, turn=0.4)),)


def parade() -> tuple[GeneralAction, ...]:
    """Proudly, with hands that swing and a tail held high."""
    hands = placed("hands", HANDS, REST, [(0.0, (0.1, 0.1, 0.1))])
    tail = turned("tail", TAIL, [(0.0, (0, -0.3, 0))])
    return (GeneralAction("parade", 1.5, (hands, tail), loops=True, gait=Gait(0.5, style="prance")),)
