"""Steers a character through a graph in real time; depends on numpy only."""

import cmath

import numpy as np

from ...arrays import Array
from ...mechanics.planar import HERE, Planar
from .tape import landed
from .walks.departures import STAY, Departures, DepartureTable
from .walks.toward_speed import SpeedGoals

AHEAD = 1.0  # s of look-ahead for a motion's velocity
PRICE = 1.0  # (m/s)^2 per meter of an edge's cost
DELAY = 0.15  # (m/s)^2 per second until an edge


class Player:
    """Plays a graph frame by frame and takes the edges that come nearest to the target velocity.

    While another motion's speed would be much closer to the target, takes the edges that lead to such a motion
    soonest, possibly over several others.

    Attributes:
        frame: next frame of the tape.
        place: transform of that frame's motion.
        speed: target [m/s].
        heading: of the target velocity, about Z from X [rad].
    """

    def __init__(
        self,
        table: DepartureTable,
        *,
        frame: int | None = None,
        place: Planar = HERE,
        speed: float = 1.0,
        heading: float = 0.0,
        goals: SpeedGoals | None = None,
    ) -> None:
        self._ways, self._tape, self._overlap = table, table.tape, table.graph.overlap
        frames = max(round(AHEAD / table.graph.step), 1)
        self._velocity = table.ahead(frames) / (
            frames * table.graph.step
        )  # m/s, of each frame of the motions
        self._goals = goals or SpeedGoals(table)
        self.frame = int(np.argmax(table.kept)) if frame is None else frame
        self.place, self.speed, self.heading = place, speed, heading
        self._is_blending, self._left, self._edge = False, 0, STAY
        self._choose()

    def step(self) -> tuple[Array, Array]:
        """The next frame: positions (B, 3) [m] and orientations (B, 4) wxyz of all bodies, world."""
        frame, place = self.next_frame()
        tape = self._tape
        level = place.moved(tape.level[frame])
        spin = tape.spin[frame] * place.half
        position, orientation = np.empty((len(level), 3)), np.empty((len(level), 4))
        position[:, 0], position[:, 1], position[:, 2] = level.real, level.imag, tape.height[frame]
        real, imaginary = spin.real, spin.imag
        orientation[:, :2], orientation[:, 2], orientation[:, 3] = real, imaginary[:, 1], imaginary[:, 0]
        return position, orientation

    def next_frame(self) -> tuple[int, Planar]:
        """The next frame of the tape, and the transform of its motion."""
        while self._left == 0:
            self._begin_next()
        current = self.frame, self.place
        self._left -= 1
        self._go_on()
        return current

    def stand(self, place: complex, heading: float) -> None:
        """Continues from another place, with the root above x + i y [m] moving in a direction [rad]."""
        half = cmath.exp(0.5j * (heading - cmath.phase(self._velocity[self.frame])))
        self.place = Planar.onto(half, level=self._tape.level[self.frame, self._tape.root], target=place)
        self._choose()

    def steer(self, speed: float, heading: float) -> None:
        """Sets the target velocity [m/s], [rad]; an edge that has begun is completed."""
        self.speed, self.heading = speed, heading
        if not self._is_blending:
            self._choose()

    def _go_on(self) -> None:
        """Advances to the next frame; after a cycle's last, to its first in the next lap."""
        self.frame += 1
        if self._is_blending:
            return
        motion = int(self._ways.motion[self.frame - 1])
        lap = self._tape.lap[motion]
        if lap is not None and self.frame == self._tape.first[motion] + self._tape.count[motion]:
            self.frame, self.place = int(self._tape.first[motion]), self.place.after(lap)

    def _begin_next(self) -> None:
        """Begins the blend of the chosen edge or the motion after a blend, or chooses again."""
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
        """Chooses the next edge, or another lap."""
        departures = self._ways.at(self.frame)
        taken = PRICE * departures.cost + DELAY * departures.seconds * (departures.edge != STAY)
        best = int(np.argmin(taken + self._missed(departures)))
        self._edge, self._left = int(departures.edge[best]), int(departures.count[best])

    def _missed(self, departures: Departures) -> Array:
        """(K,) squared error of departures from the target velocity, or price of the time until its speed."""
        goal = self._goals.toward(self.speed)
        until = goal.seconds[departures.edge]
        if not goal.fits[self._ways.motion[self.frame]] and np.isfinite(until).any():
            return np.asarray(DELAY * until)
        turn = (self.place.half * departures.half) ** 2
        missed = abs(turn * self._velocity[departures.frame] - cmath.rect(self.speed, self.heading)) ** 2
        fits = goal.fits[self._ways.motion[departures.frame]]
        return np.where(fits, missed, np.inf) if fits.any() else missed
