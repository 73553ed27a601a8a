"""Rows that keep ellipsoids above planes."""

from typing import ClassVar

import numpy as np

from ...arrays import Array, Indices
from ...verify.violation import Kind, Place, Violation
from ..transcription import Transcription
from .body_rows import Batch, BodyRows, Phi, Z, sum_of_squares

_SIGNS = np.array([-1.0, -1.0, -1.0, 1.0])


class AbovePlanes(BodyRows):
    """n . x - sqrt(sum_k r_k^2 (n . e_k)^2) >= the plane's height.

    The root is the distance from an ellipsoid's center to its supporting plane with normal n.

    Args:
        transcription: of the problem.
        bodies: (R,) indices.
        frames: (R,) extended frames.
        normals: (R, 3) unit vectors, world.
        heights: (R,) of the planes along their normals [m].

    Attributes:
        kind: of violation of the rows of this class.
    """

    kind: ClassVar[Kind]

    def __init__(
        self, transcription: Transcription, bodies: Indices, frames: Indices, normals: Array, heights: Array
    ) -> None:
        self._normal = normals
        self._radii = np.array([body.diameters for body in transcription.job.character.bodies])[bodies] / 2
        batches = [Batch(bodies[:, None], frames)] if len(bodies) else []
        super().__init__(transcription, batches, heights, np.full(len(heights), np.inf))

    def evaluate(self, batch: int, z: Array) -> Phi:
        normal, squares = self._normal, self._radii**2
        along = np.einsum("tkc,tc->tk", z[:, 3:].reshape(len(z), 3, 3), normal)  # n . e_k
        depth = np.sqrt((along**2 * squares).sum(1))
        slope = along * squares / depth[:, None]  # d depth / d along
        gradient = np.zeros((len(z), Z))
        gradient[:, :3] = normal
        gradient[:, 3:] = -(slope[:, :, None] * normal[:, None]).reshape(len(z), 9)

        def slopes() -> Array:
            """Slopes of the second derivatives of the depth, see ``sum_of_squares``."""
            slope_rows, root = np.zeros((len(z), 4, 4, 3)), np.sqrt(depth)[:, None]
            axis = np.arange(3)
            slope_rows[:, axis, 1 + axis] = (self._radii / root)[..., None] * normal[:, None]
            slope_rows[:, 3, 1:] = (slope / root)[..., None] * normal[:, None]
            return slope_rows.reshape(len(z), 4, Z)

        return Phi((z[:, :3] * normal).sum(1) - depth, gradient, sum_of_squares(slopes, _SIGNS))

    def body_of(self, row: int) -> int:
        """Index of the body of a row."""
        batch, at = self.row_of(row)
        return int(batch.bodies[at, 0])

    def of_body(
        self, row: int, amount: float, name: str, subject: tuple[str, ...], constraint: str = ""
    ) -> Violation:
        """The violation of a row by a body with a name in messages."""
        batch, at = self.row_of(row)
        place = Place(self.transcription.when(batch.frames[at] - 1), name)
        return Violation(self.kind, subject, amount, "m", place, constraint)
