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
        body_a: name of one.
        body_b: name of the other.
        shape: "ellipsoid": exact; "sphere": McIntosh's approximation (2011, section 4.2.1).
        between_frames: also halfway between frames.
        overlap: share of their sizes by which they may overlap all the same, such as 0.1 of limbs that are slimmer
            than their ellipsoids: shrunk by it, both are apart.
        display_names: names that messages give the two; empty: their own.
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
    """No two bodies that can meet overlap: the same as Apart for all of them.

    Bodies that a joint connects, that overlap at rest, or that the first guess keeps far apart are left out.

    Attributes:
        shape: as of Apart.
        between_frames: as of Apart.
    """

    kind: ClassVar[str] = "no_self_intersection"
    shape: str = "ellipsoid"
    between_frames: bool = False
