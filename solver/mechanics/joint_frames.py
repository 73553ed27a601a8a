"""Given motion of joints in the bodies that carry them.

A joint between two bodies may hang on a part that is no body itself, such as a collar bone. Its motion is then not an
unknown: at each frame, the joint's anchor and axes have a given place in the frame of the body that carries them. Since
accelerations are differences of world positions, the inertia of what hangs on the joint follows without another term,
and so do all derivatives, because a degree of freedom below still moves its bodies by a twist.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices


@dataclass(frozen=True, eq=False)
class JointFrames:
    """Places of K joints in the bodies that carry them, relative to the rest pose, at E frames.

    Attributes:
        bodies: (K,) bodies that the joints carry.
        turn: (E, K, 3, 3) rotation of a joint's axes since the rest pose, in the rest frame of the carrying body.
        shift: (E, K, 3) displacement of a joint's anchor, likewise [m].
    """

    bodies: Indices
    turn: Array
    shift: Array

    def at(self, frames: slice | Indices) -> "JointFrames":
        """The places at some frames."""
        return JointFrames(self.bodies, self.turn[frames], self.shift[frames])

    def turn_of(self, body: int) -> Array:
        """(E, 3, 3) turn of the joint that carries a body."""
        own = np.flatnonzero(self.bodies == body)
        return self.turn[:, own[0]] if len(own) else np.tile(np.eye(3), (len(self.turn), 1, 1))

    def shift_of(self, body: int) -> Array:
        """(E, 3) shift of the joint that carries a body [m]."""
        own = np.flatnonzero(self.bodies == body)
        return self.shift[:, own[0]] if len(own) else np.zeros((len(self.shift), 3))

    def farthest(self, n_bodies: int) -> Array:
        """(B,) largest shift of the joint that carries each body [m]."""
        most = np.zeros(n_bodies)
        most[self.bodies] = np.linalg.norm(self.shift, axis=-1).max(0, initial=0.0)
        return most

    @classmethod
    def at_rest(cls, count: int) -> "JointFrames":
        """No given motion, at ``count`` frames."""
        return cls(np.empty(0, np.intp), np.empty((count, 0, 3, 3)), np.empty((count, 0, 3)))
