"""Forward kinematics: bases of the controls that move bodies to their goals, frame by frame.

A control has the same offset from its body in every pose as at rest, which gives its pose in the armature. Its basis
is relative to parents and constraints, which only the rig can evaluate. So each frame is posed, bases are corrected by
the evaluated frames of controls, parents first, and this is repeated until nothing changes.
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

SETTLED = 2e-5  # of a basis, or an angle [rad]; convergence tolerance
MOST_ROUNDS = 10


@dataclass(frozen=True, eq=False)
class ControlPose:
    """Bases and angles of controls at one frame.

    Attributes:
        bases: (P, 4, 4) of posers.
        angles: (T,) of trims.
    """

    bases: Array
    angles: Array


@dataclass(frozen=True, eq=False)
class Forward:
    """Controls that pose bodies individually.

    Attributes:
        bodies: names of all bodies.
        posers: parents first.
        trims: for what posers cannot show.
        offsets: (P, 4, 4) each poser relative to its body at rest.
    """

    bodies: tuple[str, ...]
    posers: tuple[Poser, ...]
    trims: tuple[Trim, ...]
    offsets: Array

    def at_rest(self) -> ControlPose:
        """All controls at rest."""
        return ControlPose(np.tile(np.eye(4), (len(self.posers), 1, 1)), np.zeros(len(self.trims)))

    def bases(self, pose: ControlPose) -> dict[str, Array]:
        """Bases by control."""
        found = {poser.handle.name: basis for poser, basis in zip(self.posers, pose.bases, strict=True)}
        for trim, angle in zip(self.trims, pose.angles, strict=True):
            found[trim.handle.name] = turned(trim.handle, trim.axis, angle)
        return found

    def posing(self, rehearsal: Rehearsal, bodies: Array, pose: ControlPose) -> Iterator[ControlPose]:
        """Poses one frame: yields the initial controls and each correction; the last one is the result.

        Args:
            rehearsal: to be posed.
            bodies: (B, 4, 4) goals, armature space.
            pose: initial guess.
        """
        names = [poser.handle.name for poser in self.posers]
        body_of = [self.bodies.index(poser.body) for poser in self.posers]
        goals = bodies[body_of] @ self.offsets
        trimmed = [trim.body for trim in self.trims]
        rehearsal.pose(self.bases(pose))
        for _ in range(MOST_ROUNDS):
            yield pose
            bases = self._corrected(goals, pose.bases, control_frames(rehearsal.evaluated, names, pose.bases))
            got = rehearsal.matrices([self.bodies[body] for body in trimmed]).reshape(-1, 4, 4)
            angles = pose.angles + self._trimmed(got, bodies[trimmed])
            change = max(
                np.abs(now - before).max(initial=0.0)
                for now, before in ((bases, pose.bases), (angles, pose.angles))
            )
            if change < SETTLED:
                return
            pose = ControlPose(bases, angles)
            rehearsal.pose(self.bases(pose))

    def _corrected(self, goals: Array, bases: Array, frames: ControlFrames) -> Array:
        """Bases (P, 4, 4), assuming that each control moves rigidly with its parent control."""
        after, moved = np.empty_like(bases), np.empty_like(bases)
        for k, poser in enumerate(self.posers):
            now = frames[k]
            then = now.moved(moved[poser.above]) if poser.above >= 0 else now
            after[k] = poser.handle.allowed(then.basis(goals[k]))
            moved[k] = then.posed(after[k]) @ np.linalg.inv(now.posed(bases[k]))
        return after

    def _trimmed(self, got: Array, goals: Array) -> Array:
        """Remaining angles (T,) of trims."""
        off = np.einsum("tji,tj->ti", goals[:, :3, :3], turn_between(got, goals))
        turns = np.array([trim.turn for trim in self.trims]).reshape(-1, 3)
        angles: Array = (off * turns).sum(1) / (turns**2).sum(1)
        return angles
