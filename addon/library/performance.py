"""What a character has played of a motion graph."""

from dataclasses import dataclass, field

import numpy as np

from ...solver.library.graph.tape import played
from ...solver.library.graph.walks.departures import Ways
from ...solver.library.graph.walks.known_route import played_route
from ...solver.library.graph.walks.route import Route
from ...solver.library.planar import Planar
from ...solver.motion.motion import Motion


@dataclass(eq=False)
class Performance:
    """All that was played so far, where the graph's motions were solved.

    Attributes:
        name: of the character's object.
        ways: of the graph.
        stand: from there to where the object stands now.
        frames: of the graph's tape.
        places: where the motion of each stands.
    """

    name: str
    ways: Ways
    stand: Planar
    frames: list[int] = field(default_factory=list)
    places: list[Planar] = field(default_factory=list)

    @property
    def root(self) -> complex:
        """Where the main root is now, x + i y in the world [m]."""
        tape, place = self.ways.tape, self.stand.after(self.places[-1])
        return complex(tape.level[self.frames[-1], tape.root]) * place.half**2 + place.shift

    @property
    def route(self) -> Route:
        """The way through the graph; a blend that had only begun is left out."""
        return played_route(self.ways, self.frames, self.places[0])

    def motion(self) -> Motion:
        """All of it, as an open motion without forces."""
        half, shift = (
            np.array([getattr(place, name) for place in self.places]) for name in ("half", "shift")
        )
        return played(self.ways.graph, self.ways.tape, np.array(self.frames), half, shift)
