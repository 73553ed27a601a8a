"""The character as a drawing: bodies, joint ranges, contacts. Pure geometry."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ...solver.arrays import Array, Flags
from ...solver.mechanics.euler import turn_about
from .drawing import Colour, Drawing, discs, ellipsoids, fan, outlines, path, segments, together

BODY, SELECTED = (0.55, 0.65, 0.8, 0.4), (1.0, 0.7, 0.25, 0.6)
CONTACT, CHOSEN = (0.95, 0.9, 0.2, 0.9), (1.0, 0.5, 0.1, 1.0)
AXIS_COLOURS: dict[str, tuple[float, float, float]] = {
    "X": (1.0, 0.25, 0.3), "Y": (0.45, 0.8, 0.15), "Z": (0.25, 0.5, 1.0),
}  # fmt: skip
ARC_STEP = 0.1  # rad between points of an arc
CONTACT_SHARE = 0.02  # of the figure's size: radius of a contact without a patch


@dataclass(frozen=True, eq=False)
class JointRange:
    """Range of rotation of a joint about one axis.

    Attributes:
        letter: of the bone's axis, X, Y or Z.
        place: (3,) of the joint.
        frame: (3, 3) columns are the bone's axes with the joint at rest.
        ends: (lowest, highest) [rad].
        radius: of the arc [m].
    """

    letter: str
    place: Array
    frame: Array
    ends: tuple[float, float]
    radius: float


@dataclass(frozen=True, eq=False)
class Figure:
    """A character in its displayed pose, world space.

    Attributes:
        centres: (B, 3) of its bodies [m].
        axes: (B, 3, 3) columns are their principal axes.
        radii: (B, 3) [m].
        selected: (B,) mask of bodies whose bone is selected.
        ranges: of the joint of the active bone, if selected.
        contacts: (C, 3) points [m].
        patches: (C,) radii [m]; 0 for a bare point.
        chosen: (C,) mask of contacts whose bone is selected.
        size: largest extent [m].
        is_posed: whether it is in Pose Mode.
    """

    centres: Array
    axes: Array
    radii: Array
    selected: Flags
    ranges: tuple[JointRange, ...]
    contacts: Array
    patches: Array
    chosen: Flags
    size: float
    is_posed: bool = False

    @cached_property
    def content(self) -> bytes:
        """All of its numbers, equal for figures that look the same."""
        arrays = [
            self.centres,
            self.axes,
            self.radii,
            self.selected,
            self.contacts,
            self.patches,
            self.chosen,
        ]
        for each in self.ranges:
            arrays += [each.place, each.frame, np.array([*each.ends, each.radius, ord(each.letter)])]
        numbers = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)
        return numbers + bytes([self.is_posed])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figure) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


def bodies(figure: Figure) -> Drawing:
    """An ellipsoid per body, or its outline in Pose Mode; those of selected bones are highlighted."""
    colours = np.where(figure.selected[:, None], SELECTED, BODY)
    drawn = outlines if figure.is_posed else ellipsoids
    return drawn(figure.centres, figure.axes, figure.radii, colours)


def plain_bodies(figure: Figure, colour: Colour) -> Drawing:
    """All bodies in one color, regardless of the selection."""
    colours = np.tile(colour, (len(figure.centres), 1))
    return ellipsoids(figure.centres, figure.axes, figure.radii, colours)


def limits(figure: Figure) -> Drawing:
    """A sector per axis, from the lowest to the highest angle, in the axis color."""
    sectors = [(_sector(each.letter, each.ends, each.radius), each) for each in figure.ranges]
    return together([sector.placed(joint.place, joint.frame) for sector, joint in sectors])


def contact_points(figure: Figure) -> Drawing:
    """A disc and a cross at each point that can touch the ground."""
    if not len(figure.contacts):
        return Drawing()
    colours = np.where(figure.chosen[:, None], CHOSEN, CONTACT)
    radii = np.maximum(figure.patches, CONTACT_SHARE * figure.size)
    arms = radii[:, None, None] * np.eye(3)
    below, above = ((figure.contacts[:, None] + side * arms).reshape(-1, 3) for side in (-1, 1))
    crosses = segments(below, above, np.repeat(colours, 3, axis=0))
    faint = np.concatenate([colours[:, :3], np.full((len(colours), 1), 0.35)], 1)
    return together([discs(figure.contacts, radii, faint), crosses])


@lru_cache(maxsize=32)
def _sector(letter: str, ends: tuple[float, float], radius: float) -> Drawing:
    """Sector swept about one axis by the bone's tail, or about Y by its X axis, in the axes of the joint."""
    lowest, highest = ends
    angles = np.linspace(lowest, highest, max(int((highest - lowest) / ARC_STEP), 1) + 1)
    start = np.array([1.0, 0.0, 0.0] if letter == "Y" else [0.0, 1.0, 0.0])
    rim = radius * np.array([turn_about(letter, float(angle)) @ start for angle in angles])
    colour, centre = AXIS_COLOURS[letter], np.zeros((1, 3))
    outline = np.concatenate([centre, rim, centre])
    at_rest = segments(centre, radius * start, (*colour, 0.5))
    return together([fan(outline[:-1], (*colour, 0.2)), path(outline, (*colour, 0.9)), at_rest])


FIGURE_OVERLAYS: dict[str, Callable[[Figure], Drawing]] = {
    "show_bodies": bodies,
    "show_limits": limits,
    "show_contacts": contact_points,
}
