"""Short ways to write channels."""

from collections.abc import Sequence

from ..channel import GeneralChannel
from ..curve import KeyedCurve
from ..movement import Movement
from ..query import EXTERNAL, Query
from ..requirement import FRONT_GRASPERS

Key = tuple[float, tuple[float, float, float]]  # time [s] and value

HANDS = Query("grasper")
FRONT_HANDS = FRONT_GRASPERS
MOUTH = Query("mouth")
HEADS = Query("head")
ROOT = Query("root")
TAIL = Query("tail")
TARGET = Query(EXTERNAL)

BASE = Movement(from_base=True)
REST = Movement()
GROUND = Movement(to_ground=True)
MEETING = Movement(from_base=True, to_middle=True)
TO_TARGET = Movement(toward=TARGET)
TO_MOUTH = Movement(toward=MOUTH)
WHOLE = Movement(scale="creature")


def placed(
    name: str, select: Query, movement: Movement, keys: Sequence[Key], *, one: bool = False, importance: float = 1.0,
    while_: tuple[float, float, float, float] | None = None,
) -> GeneralChannel:  # fmt: skip
    """A channel of positions.

    Args:
        name: of the channel.
        select: its bodies.
        movement: its modes.
        keys: positions in generalized coordinates.
        while_: times at which its weight begins to rise from 0, is 1, begins to fall and is 0 again; None: always 1.
        one: whether only one body moves at a time.
        importance: of the channel.
    """
    return GeneralChannel(
        name,
        select,
        movement,
        position=_curve(keys),
        weight=_weight(while_),
        one_at_a_time=one,
        importance=importance,
    )


def turned(
    name: str, select: Query, keys: Sequence[Key], *, movement: Movement = REST, mirrors: bool = False
) -> GeneralChannel:
    """A channel of rotation vectors [rad]."""
    return GeneralChannel(name, select, movement, rotation=_curve(keys), mirrors=mirrors)


def bowed(pitch: float, height: float, times: tuple[float, float, float, float]) -> GeneralChannel:
    """The root leans forward and goes down, and up again.

    Args:
        pitch: of the bow [rad].
        height: by which it rises, in creature heights.
        times: at which it begins, is done, is still held and is over.
    """
    shares = (0.0, 1.0, 1.0, 0.0)
    keys = [(time, (0.0, 0.0, share * height)) for time, share in zip(times, shares, strict=True)]
    turns = [(time, (0.0, share * pitch, 0.0)) for time, share in zip(times, shares, strict=True)]
    return GeneralChannel("bow", ROOT, WHOLE, position=_curve(keys), rotation=_curve(turns), mirrors=False)


def _curve(keys: Sequence[Key]) -> KeyedCurve:
    return KeyedCurve(tuple(time for time, _ in keys), tuple(value for _, value in keys))


def _weight(times: tuple[float, float, float, float] | None) -> KeyedCurve:
    if times is None:
        return KeyedCurve((0.0,), ((1.0,),))
    return KeyedCurve(times, ((0.0,), (1.0,), (1.0,), (0.0,)))
