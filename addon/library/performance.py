"""A character's playback of a motion graph."""

from dataclasses import dataclass, field

import numpy as np

from ...solver.library.graph.tape import played
from ...solver.library.graph.walks.departures import DepartureTable
from ...solver.library.graph.walks.known_route import played_route
from ...solver.library.graph.walks.route import Route
from ...solver.mechanics.planar import Planar
from ...solver.motion.motion import Motion


@dataclass(eq=False)
class Performance:
    """Motion played so far, in the world in which the graph's motions were solved.

    Attributes:
        name: of the character's object.
        table: of the graph.
        stand: transform from that world to the object's placement.
        frames: indices into the graph's tape.
        places: placement of the motion at each frame.
    """

    name: str
    table: DepartureTable
    stand: Planar
    frames: list[int] = field(default_factory=list)
    places: list[Planar] = field(default_factory=list)

    @property
    def root(self) -> complex:
        """Current position of the main root, x + i y in the world [m]."""
        tape, place = self.table.tape, self.stand.after(self.places[-1])
        return place.moved(complex(tape.level[self.frames[-1], tape.root]))

    @property
    def route(self) -> Route:
        """Route through the graph, without an unfinished blend at the end."""
        return played_route(self.table, self.frames, self.places[0])

    def motion(self) -> Motion:
        """The whole playback, as an open motion without forces."""
        half, shift = (
            np.array([getattr(place, name) for place in self.places]) for name in ("half", "shift")
        )
        return played(self.table.graph, self.table.tape, np.array(self.frames), half, shift)
