"""Bodies stay apart."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...number_range import within
from ..display_names import DISPLAY_NAMES

SHAPES = ("ellipsoid", "sphere")


@dataclass(frozen=True)
class Apart:
    """Two bodies' ellipsoids do not overlap, at any frame.

    Attributes:
        body_a: name of one body.
        body_b: name of the other.
        shape: "ellipsoid": exact; "sphere": McIntosh's approximation (2011, section 4.2.1).
        between_frames: whether this also holds halfway between frames.
        overlap: share of their sizes by which both ellipsoids are shrunk first, such as 0.1 for limbs that are slimmer
            than their ellipsoids.
        display_names: names of the two in messages; empty: their own.
    """

    kind: ClassVar[str] = "apart"
    body_a: str
    body_b: str
    shape: str = "ellipsoid"
    between_frames: bool = False
    overlap: float = field(default=0.0, metadata=within(0, 0.999))
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)


@dataclass(frozen=True)
class NoSelfIntersection:
    """``Apart`` for all pairs of bodies that can meet.

    Pairs that a joint connects, that overlap in the rest pose, or that the first guess keeps far apart are left out.

    Attributes:
        shape: as in ``Apart``.
        between_frames: as in ``Apart``.
    """

    kind: ClassVar[str] = "no_self_intersection"
    shape: str = "ellipsoid"
    between_frames: bool = False
