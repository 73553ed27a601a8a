"""A character that is steered moment by moment through a graph, with numpy alone."""

import cmath

import numpy as np

from ...arrays import Array
from ..planar import HERE, Planar
from .tape import landed
from .walks.departures import STAY, Departures, Ways
from .walks.toward_speed import SpeedGoals

AHEAD = 1.0  # s, which show where a motion leads
PRICE = 1.0  # (m/s)^2 for each metre of an edge's cost
DELAY = 0.15  # (m/s)^2 for each second until an edge


class Player:
    """Plays a graph frame by frame, and takes the edges that lead nearest to the wanted velocity.

    As long as a motion is much slower or faster than another one would be, edges are taken that lead to such a motion
    soonest, over several others if need be.

    Attributes:
        frame: of the tape, that comes next.
        place: where the motion of that frame stands.
        speed: wanted [m/s].
        heading: of that, about Z from X [rad].
    """

    def __init__(
        self,
        ways: Ways,
        *,
        frame: int | None = None,
        place: Planar = HERE,
        speed: float = 1.0,
        heading: float = 0.0,
        goals: SpeedGoals | None = None,
    ) -> None:
        self._ways, self._tape, self._overlap = ways, ways.tape, ways.graph.overlap
        frames = max(round(AHEAD / ways.graph.step), 1)
        self._velocity = ways.ahead(frames) / (frames * ways.graph.step)  # m/s, of each frame of the motions
        self._goals = goals or SpeedGoals(ways)
        self.frame = int(np.argmax(ways.kept)) if frame is None else frame
        self.place, self.speed, self.heading = place, speed, heading
        self._is_blending, self._left, self._edge = False, 0, STAY
        self._choose()

    def step(self) -> tuple[Array, Array]:
        """The next frame: positions (B, 3) [m] and orientations (B, 4) wxyz of all bodies, world."""
        frame, place = self.next_frame()
        tape, half = self._tape, place.half
        level = tape.level[frame] * (half * half) + place.shift
        spin = tape.spin[frame] * half
        position, orientation = np.empty((len(level), 3)), np.empty((len(level), 4))
        position[:, 0], position[:, 1], position[:, 2] = level.real, level.imag, tape.height[frame]
        real, imaginary = spin.real, spin.imag
        orientation[:, :2], orientation[:, 2], orientation[:, 3] = real, imaginary[:, 1], imaginary[:, 0]
        return position, orientation

    def next_frame(self) -> tuple[int, Planar]:
        """The next frame of the tape, and where its motion stands."""
        while self._left == 0:
            self._begin_next()
        found = self.frame, self.place
        self._left -= 1
        self._go_on()
        return found

    def stand(self, place: complex, heading: float) -> None:
        """Goes on from another place: the root above x + i y [m], on its way into a direction [rad]."""
        half = cmath.exp(0.5j * (heading - cmath.phase(self._velocity[self.frame])))
        self.place = Planar(half, place - half**2 * self._tape.level[self.frame, self._tape.root])
        self._choose()

    def steer(self, speed: float, heading: float) -> None:
        """Wants another velocity [m/s], [rad]; an edge that has begun is taken to its end."""
        self.speed, self.heading = speed, heading
        if not self._is_blending:
            self._choose()

    def _go_on(self) -> None:
        """To the frame after this one; behind a cycle's last is its first, a lap on."""
        self.frame += 1
        if self._is_blending:
            return
        motion = int(self._ways.motion[self.frame - 1])
        lap = self._tape.lap[motion]
        if lap is not None and self.frame == self._tape.first[motion] + self._tape.count[motion]:
            self.frame, self.place = int(self._tape.first[motion]), self.place.after(lap)

    def _begin_next(self) -> None:
        """The blend of the chosen edge, what comes after a blend, or another choice."""
        if self._is_blending:
            target = self._ways.graph.edges[self._edge].target
            self.place = self.place.after(landed(self._tape, self._edge, target))
            self.frame, self._is_blending = int(self._tape.landing[self._edge]), False
            self._choose()
        elif self._edge == STAY:
            self._choose()
        else:
            self.frame, self._left, self._is_blending = int(self._tape.blend[self._edge]), self._overlap, True

    def _choose(self) -> None:
        """The next edge, or to go on for a lap."""
        found = self._ways.at(self.frame)
        taken = PRICE * found.cost + DELAY * found.seconds * (found.edge != STAY)
        best = int(np.argmin(taken + self._missed(found)))
        self._edge, self._left = int(found.edge[best]), int(found.count[best])

    def _missed(self, found: Departures) -> Array:
        """(K,) how far off the wanted velocity departures lead, or what the time until its speed is worth [(m/s)^2]."""
        goal = self._goals.toward(self.speed)
        until = goal.seconds[found.edge]
        if not goal.fits[self._ways.motion[self.frame]] and np.isfinite(until).any():
            return np.asarray(DELAY * until)
        turn = (self.place.half * found.half) ** 2
        missed = abs(turn * self._velocity[found.frame] - cmath.rect(self.speed, self.heading)) ** 2
        fits = goal.fits[self._ways.motion[found.frame]]
        return np.where(fits, missed, np.inf) if fits.any() else missed
