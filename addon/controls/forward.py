"""Forward kinematics: where bodies should be, frame by frame, as bases of the controls that go with them.

A control at rest stands somewhere beside its body, and in a pose it should stand there too: that is its pose in the
armature. Its basis is that pose seen from what carries it, which only the rig knows. So a frame is posed, controls are
corrected by how what carries them stands, carriers first, and once more until nothing changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from .control_frames import ControlFrames, control_frames
from .handles import turned
from .posers import Poser
from .rehearsal import Rehearsal
from .response import turn_between
from .trims import Trim

SETTLED = 2e-5  # of a basis, or an angle [rad]
MOST_ROUNDS = 10


@dataclass(frozen=True, eq=False)
class ControlPose:
    """What controls do in one frame.

    Attributes:
        bases: (P, 4, 4) of posers.
        angles: (T,) of trims.
    """

    bases: Array
    angles: Array


@dataclass(frozen=True, eq=False)
class Forward:
    """Controls that pose bodies one by one.

    Attributes:
        bodies: names of all bodies.
        posers: carriers first.
        trims: for what those cannot do.
        beside: (P, 4, 4) each poser as seen from its body at rest.
    """

    bodies: tuple[str, ...]
    posers: tuple[Poser, ...]
    trims: tuple[Trim, ...]
    beside: Array

    def at_rest(self) -> ControlPose:
        """All controls at rest."""
        return ControlPose(np.tile(np.eye(4), (len(self.posers), 1, 1)), np.zeros(len(self.trims)))

    def bases(self, pose: ControlPose) -> dict[str, Array]:
        """By control."""
        found = {poser.handle.name: basis for poser, basis in zip(self.posers, pose.bases, strict=True)}
        for trim, angle in zip(self.trims, pose.angles, strict=True):
            found[trim.handle.name] = turned(trim.handle, trim.axis, angle)
        return found

    def posing(self, rehearsal: Rehearsal, bodies: Array, pose: ControlPose) -> Iterator[ControlPose]:
        """Poses one frame: yields what controls do after each correction; the last one holds.

        Args:
            rehearsal: that is posed.
            bodies: (B, 4, 4) the bodies, armature space.
            pose: to begin with.
        """
        names = [poser.handle.name for poser in self.posers]
        body_of = [self.bodies.index(poser.body) for poser in self.posers]
        goals = bodies[body_of] @ self.beside
        trimmed = [trim.body for trim in self.trims]
        rehearsal.pose(self.bases(pose))
        for _ in range(MOST_ROUNDS):
            yield pose
            bases = self._corrected(goals, pose.bases, control_frames(rehearsal.evaluated, names, pose.bases))
            got = rehearsal.matrices([self.bodies[body] for body in trimmed]).reshape(-1, 4, 4)
            angles = pose.angles + self._trimmed(got, bodies[trimmed])
            change = max(np.abs(bases - pose.bases).max(), np.abs(angles - pose.angles).max(initial=0.0))
            if change < SETTLED:
                return
            pose = ControlPose(bases, angles)
            rehearsal.pose(self.bases(pose))

    def _corrected(self, goals: Array, bases: Array, frames: ControlFrames) -> Array:
        """Bases (P, 4, 4) if each control moves as a whole with the one that carries it."""
        after, moved = np.empty_like(bases), np.empty_like(bases)
        for k, poser in enumerate(self.posers):
            now = frames[k]
            then = now.moved(moved[poser.above]) if poser.above >= 0 else now
            after[k] = poser.handle.allowed(then.basis(goals[k]))
            moved[k] = then.posed(after[k]) @ np.linalg.inv(now.posed(bases[k]))
        return after

    def _trimmed(self, got: Array, goals: Array) -> Array:
        """Angles (T,) that are missing."""
        off = np.einsum("tji,tj->ti", goals[:, :3, :3], turn_between(got, goals))
        turns = np.array([trim.turn for trim in self.trims]).reshape(-1, 3)
        angles: Array = (off * turns).sum(1) / (turns**2).sum(1)
        return angles
