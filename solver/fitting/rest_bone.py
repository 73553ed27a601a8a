"""A bone for fitting: its rest pose in the world."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array


@dataclass(frozen=True, eq=False)
class RestBone:
    """A bone in the rest pose, world space.

    Attributes:
        name: of the bone.
        head: (3,) [m].
        tail: (3,) [m]; a fit may move it to the next bone of the limb.
        axes: (3, 3) columns are its local X, Y, Z; Y points from head to tail in Blender.
        parent: name of its parent in the rig; empty for none.
        deforms: whether it moves skin, unlike control bones.
        is_connected: whether its head stays at its parent's tail, so that it cannot travel.
    """

    name: str
    head: Array
    tail: Array
    axes: Array
    parent: str = ""
    deforms: bool = True
    is_connected: bool = False

    @property
    def length(self) -> float:
        """From head to tail [m]."""
        return float(np.linalg.norm(self.tail - self.head))

    @property
    def direction(self) -> Array:
        """Unit vector (3,) from head to tail, world; the own Y axis if the length is 0."""
        length = self.length
        along: Array = (self.tail - self.head) / length if length > 0 else self.axes[:, 1]
        return along

    @property
    def twist_letter(self) -> str:
        """The own axis along the bone: usually Y, but in rigs from other programs it may be any."""
        return "XYZ"[int(np.abs(self.axes.T @ self.direction).argmax())]

    @property
    def swing_letters(self) -> str:
        """The other two axes."""
        return "XYZ".replace(self.twist_letter, "")

    def axis(self, letter: str) -> Array:
        """One of its axes, unit vector (3,) in the world."""
        own: Array = self.axes[:, "XYZ".index(letter)]
        return own
