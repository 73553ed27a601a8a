"""Layout of tracks in a timeline, and the bar under the mouse. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .lane import Lane, Piece

HEIGHT, LOWEST = 16.0, 8.0  # full and minimum height of a lane below the keys [points]
GAP = 0.12  # of a lane's height, above and below its bars
REACH, OUTSIDE = 6.0, 4.0  # reach of an edge for the mouse, inside and outside its bar [points]
# In timelines of Blender's default height, lanes cover keys: frame numbers above them, and minimum lane height.
NUMBERS, COMPACT = 23.5, 2.0  # points
KEYS, KEY = 34.0, 6.0  # distance of the first row of keys from the top, and half the size of a key [points]
HEAD, MARKERS = 43.0, 42.0  # heights of frame numbers with the first row of keys, and of markers [points]
FOOT = 11.0  # height of the scroll bar, which receives mouse events even if invisible [points]
EDGE = 1.0  # margin below lanes without room above the scroll bar [points]


class BarPart(Enum):
    """The part of a bar under the mouse."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True)
class Strips:
    """All lanes of a character, the first on top.

    Attributes:
        first: scene frame at which the motion starts.
        lanes: one for each contact.
        is_mirrored: whether each side repeats the other half a cycle later.
    """

    first: float
    lanes: tuple[Lane, ...]
    is_mirrored: bool = False


@dataclass(frozen=True)
class View:
    """A timeline's main region, in pixels from its lower left corner.

    Attributes:
        left: scene frame at its left edge.
        per_frame: pixels per frame.
        width: of the region.
        bottom: lower edge of the lowest lane.
        height: of one lane.
        scale: pixels per point.
        keys: position of the row of keys if lanes cover it; None otherwise.
    """

    left: float
    per_frame: float
    width: float
    bottom: float
    height: float
    scale: float = 1.0
    keys: float | None = None

    def across(self, frame: float) -> float:
        """Horizontal position of a scene frame."""
        return (frame - self.left) * self.per_frame

    def frame(self, across: float) -> float:
        """Scene frame at a horizontal position."""
        return self.left + across / self.per_frame

    def base(self, lane: int, count: int) -> float:
        """Lower edge of a lane."""
        return self.bottom + (count - 1 - lane) * self.height


@dataclass(frozen=True)
class BarGrip:
    """The bar or the empty part of a lane under the mouse.

    Attributes:
        lane: index of the lane.
        at: frames since the start of the motion.
        phase: index of the bar; None in an empty part of the lane.
        part: of the bar.
    """

    lane: int
    at: float
    phase: int | None = None
    part: BarPart = BarPart.MIDDLE


def fit(
    frames: tuple[float, float], size: tuple[float, float], count: int, *, scale: float, has_markers: bool
) -> View | None:
    """Lanes at the bottom of a timeline, flatter in a low one; None if they do not fit.

    Args:
        frames: scene frames at the left and right edges.
        size: width and height of the region [pixels].
        count: number of lanes.
        scale: pixels per point.
        has_markers: whether to leave room for markers at the bottom.
    """
    height = lane_height(size[1], count, scale=scale, has_markers=has_markers)
    if not height or frames[1] <= frames[0]:
        return None
    room = size[1] - scale * NUMBERS - count * height
    bottom = min(_foot(scale, has_markers=has_markers), room)
    keys = size[1] - scale * KEYS if height < scale * LOWEST else None
    return View(frames[0], size[0] / (frames[1] - frames[0]), size[0], bottom, height, scale, keys)


def lane_height(height: float, count: int, *, scale: float, has_markers: bool) -> float:
    """Height of a lane in a timeline with a height [pixels], as in `fit`; 0 without lanes or room."""
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
    """Height of a timeline [pixels] for a number of lanes with a height [points] below the keys."""
    return scale * (HEAD + count * lane) + _foot(scale, has_markers=has_markers)


def _foot(scale: float, *, has_markers: bool) -> float:
    """Margin at the bottom [pixels]."""
    return scale * (MARKERS if has_markers else FOOT)


def is_on_key(frames: Iterable[float], view: View, mouse: tuple[float, float]) -> bool:
    """Whether the mouse is on a key covered by lanes, at given scene frames, which gets the click."""
    reach = KEY * view.scale
    return (
        view.keys is not None
        and abs(mouse[1] - view.keys) <= reach
        and any(abs(mouse[0] - view.across(frame)) <= reach for frame in frames)
    )


def grip_at(strips: Strips, view: View, mouse: tuple[float, float]) -> BarGrip | None:
    """The bar's edge or middle, or the empty part of a lane, at a point of the region; None elsewhere."""
    count = len(strips.lanes)
    above = (mouse[1] - view.bottom) / view.height
    if not 0 <= above < count:
        return None
    number = count - 1 - int(above)
    lane, at = strips.lanes[number], view.frame(mouse[0]) - strips.first
    if not 0 <= at <= lane.steps:
        return None
    for outside in (0.0, OUTSIDE * view.scale):  # the bar under the mouse first, then one with a nearby edge
        for piece in lane.pieces:
            part = _held(piece, at, view, outside)
            if part is not None:
                return BarGrip(number, at, piece.phase, part)
    return BarGrip(number, at)


def _held(piece: Piece, at: float, view: View, outside: float) -> BarPart | None:
    """Part of a bar at a frame; its edges reach ``outside`` pixels beyond it."""
    after, before = (at - piece.start) * view.per_frame, (piece.end - at) * view.per_frame
    reach = min(REACH * view.scale, (after + before) / 3)  # keeps the middle of a short bar reachable
    if piece.begins and -outside <= after <= reach:
        return BarPart.START
    if piece.ends and -outside < before <= reach:
        return BarPart.END
    return BarPart.MIDDLE if after >= 0 < before else None
