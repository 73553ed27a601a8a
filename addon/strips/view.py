"""Where tracks are in a timeline, and what is under the mouse. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .lane import Lane, Piece

HEIGHT, LOWEST = 16.0, 8.0  # of a lane where there is room below the keys, and at least [points]
GAP = 0.12  # of a lane's height, above and below its bars
REACH, OUTSIDE = 6.0, 4.0  # how far from an edge it can be taken, within its bar and beside it [points]
# In a timeline as low as Blender's own, keys are seen through lanes: the numbers above these, and each lane at least.
NUMBERS, COMPACT = 23.5, 2.0  # points
KEYS, KEY = 34.0, 6.0  # from the timeline's top to its first row of keys, and half of a key [points]
HEAD, MARKERS = 43.0, 42.0  # of a timeline: numbers with the first row of keys; markers [points]
FOOT = 11.0  # of its scroll bar, which takes the mouse also where it is not seen [points]
EDGE = 1.0  # below lanes that have no room above it [points]


class BarPart(Enum):
    """What of a bar is held."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True)
class Strips:
    """All lanes of a character, the first on top.

    Attributes:
        first: frame of the scene at which the motion starts.
        lanes: one for each contact.
        is_mirrored: whether one side does what the other did half a cycle before.
    """

    first: float
    lanes: tuple[Lane, ...]
    is_mirrored: bool = False


@dataclass(frozen=True)
class View:
    """A timeline's window, in pixels from its lower left corner.

    Attributes:
        left: frame of the scene at the window's left edge.
        per_frame: pixels between two frames.
        width: of the window.
        bottom: of the lowest lane.
        height: of one lane.
        scale: pixels per point.
        keys: height of the row of keys that lanes lie over; None where they lie below it.
    """

    left: float
    per_frame: float
    width: float
    bottom: float
    height: float
    scale: float = 1.0
    keys: float | None = None

    def across(self, frame: float) -> float:
        """Where a frame of the scene is."""
        return (frame - self.left) * self.per_frame

    def frame(self, across: float) -> float:
        """The frame of the scene at a place."""
        return self.left + across / self.per_frame

    def base(self, lane: int, count: int) -> float:
        """Lower edge of a lane."""
        return self.bottom + (count - 1 - lane) * self.height


@dataclass(frozen=True)
class BarGrip:
    """What is under the mouse.

    Attributes:
        lane: its number.
        at: frames since the motion's start.
        phase: number of the bar; None in an empty place of the lane.
        part: of the bar.
    """

    lane: int
    at: float
    phase: int | None = None
    part: BarPart = BarPart.MIDDLE


def fit(
    frames: tuple[float, float], size: tuple[float, float], count: int, *, scale: float, has_markers: bool
) -> View | None:
    """Lanes at the foot of a timeline, flatter where it is low; None where they do not fit at all.

    Args:
        frames: of the scene, at the window's left and right edge.
        size: width and height of the window [pixels].
        count: of lanes.
        scale: pixels per point.
        has_markers: whether markers are at the foot, which stay free.
    """
    height = lane_height(size[1], count, scale=scale, has_markers=has_markers)
    if not height or frames[1] <= frames[0]:
        return None
    room = size[1] - scale * NUMBERS - count * height
    bottom = min(_foot(scale, has_markers=has_markers), room)
    keys = size[1] - scale * KEYS if height < scale * LOWEST else None
    return View(frames[0], size[0] / (frames[1] - frames[0]), size[0], bottom, height, scale, keys)


def lane_height(height: float, count: int, *, scale: float, has_markers: bool) -> float:
    """How high a lane is in a timeline of a height [pixels], as in `fit`; 0 where there is no lane or no room."""
    if not count:
        return 0.0
    lane = min((height - scale * HEAD - _foot(scale, has_markers=has_markers)) / count, scale * HEIGHT)
    if lane >= scale * LOWEST:
        return lane
    for foot in (FOOT, EDGE):
        compact = min((height - scale * (NUMBERS + foot)) / count, 0.99 * scale * LOWEST)
        if compact >= scale * COMPACT and not has_markers:
            return compact
    return 0.0


def room_for(count: int, lane: float, *, scale: float, has_markers: bool) -> float:
    """How high a timeline is in which so many lanes have a height [points] below the keys [pixels]."""
    return scale * (HEAD + count * lane) + _foot(scale, has_markers=has_markers)


def _foot(scale: float, *, has_markers: bool) -> float:
    """What stays free at the foot [pixels]."""
    return scale * (MARKERS if has_markers else FOOT)


def is_on_key(frames: Iterable[float], view: View, mouse: tuple[float, float]) -> bool:
    """Whether the mouse is on one of the keys that lanes lie over, at frames of the scene: a click is for the key."""
    reach = KEY * view.scale
    return (
        view.keys is not None
        and abs(mouse[1] - view.keys) <= reach
        and any(abs(mouse[0] - view.across(frame)) <= reach for frame in frames)
    )


def grip_at(strips: Strips, view: View, mouse: tuple[float, float]) -> BarGrip | None:
    """What is at a place of the window: a bar's edge or middle, or an empty place of a lane; None elsewhere."""
    count = len(strips.lanes)
    above = (mouse[1] - view.bottom) / view.height
    if not 0 <= above < count:
        return None
    number = count - 1 - int(above)
    lane, at = strips.lanes[number], view.frame(mouse[0]) - strips.first
    if not 0 <= at <= lane.steps:
        return None
    for outside in (0.0, OUTSIDE * view.scale):  # the bar below the mouse first, then one whose edge is near
        for piece in lane.pieces:
            part = _held(piece, at, view, outside)
            if part is not None:
                return BarGrip(number, at, piece.phase, part)
    return BarGrip(number, at)


def _held(piece: Piece, at: float, view: View, outside: float) -> BarPart | None:
    """What of a bar is taken at a frame, with its edges reaching as far out of it as told [pixels]."""
    after, before = (at - piece.start) * view.per_frame, (piece.end - at) * view.per_frame
    reach = min(REACH * view.scale, (after + before) / 3)  # the middle of a short bar can be taken too
    if piece.begins and -outside <= after <= reach:
        return BarPart.START
    if piece.ends and -outside < before <= reach:
        return BarPart.END
    return BarPart.MIDDLE if after >= 0 < before else None
