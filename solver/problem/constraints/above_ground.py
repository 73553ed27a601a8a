"""Ellipsoids stay above the ground."""

import numpy as np

from ...arrays import Array
from ...job.constraints.above_ground import AboveGround
from ...job.display_names import display_names
from ...job.surfaces import HalfSpace
from ...verify.violation import Kind, Place, Violation
from ..rows.body_rows import Batch, BodyRows, Phi, Z
from ..transcription import Transcription

_SIGNS = np.array([-1.0, -1.0, -1.0, 1.0])


class AboveGroundRows(BodyRows):
    """n . x - sqrt(sum_k r_k^2 (n . e_k)^2) >= the plane's height, for every AboveGround.

    The root is the distance from an ellipsoid's center to its supporting plane with normal n.
    """

    def __init__(self, transcription: Transcription) -> None:
        names = [body.name for body in transcription.job.character.bodies]
        chosen: dict[int, str] = {}  # name in messages of each body
        self._paths: dict[int, str] = {}  # path of each body's constraint
        for field, constraint in transcription.job.constraints_of(AboveGround):
            bodies = constraint.bodies_of(transcription.job.character)
            words = display_names(constraint.display_names, *bodies)
            indices = [names.index(name) for name in bodies]
            chosen |= dict(zip(indices, words, strict=True))
            self._paths |= dict.fromkeys(indices, field)
        if transcription.timeline.mirror is not None:  # constraints on the other side apply in the other half
            images = transcription.timeline.mirror.bodies[[*chosen]].tolist()
            chosen |= {k: names[k] for k in images if k not in chosen}
        solid = [transcription.planes[0]]
        solid += [
            p
            for p, s in zip(transcription.planes[1:], transcription.job.surfaces, strict=True)
            if isinstance(s, HalfSpace)
        ]
        n_frames = transcription.timeline.n_frames
        self._called = chosen
        frames, held = np.arange(1, n_frames + 1), np.array([*chosen], np.intp)
        rows = np.repeat(np.tile(held, len(solid)), n_frames)
        batch = Batch(rows[:, None], np.tile(frames, len(held) * len(solid)))
        each = len(held) * n_frames
        self._normal = np.repeat([plane.normal for plane in solid], each, axis=0)
        self._radii = np.array([body.diameters for body in transcription.job.character.bodies])[rows] / 2
        lower = np.repeat([plane.height for plane in solid], each)
        super().__init__(transcription, [batch] if len(lower) else [], lower, np.full(len(lower), np.inf))

    def evaluate(self, batch: int, z: Array) -> Phi:
        normal, squares = self._normal, self._radii**2
        along = np.einsum("tkc,tc->tk", z[:, 3:].reshape(len(z), 3, 3), normal)  # n . e_k
        depth = np.sqrt((along**2 * squares).sum(1))
        slope = along * squares / depth[:, None]  # d depth / d along
        gradient = np.zeros((len(z), Z))
        gradient[:, :3] = normal
        gradient[:, 3:] = -(slope[:, :, None] * normal[:, None]).reshape(len(z), 9)

        def slopes() -> Array:
            """Slopes of the second derivatives of the depth, see ``Phi``."""
            slope_rows, root = np.zeros((len(z), 4, 4, 3)), np.sqrt(depth)[:, None]
            axis = np.arange(3)
            slope_rows[:, axis, 1 + axis] = (self._radii / root)[..., None] * normal[:, None]
            slope_rows[:, 3, 1:] = (slope / root)[..., None] * normal[:, None]
            return slope_rows.reshape(len(z), 4, Z)

        return Phi((z[:, :3] * normal).sum(1) - depth, gradient, slopes, _SIGNS)

    def violation(self, row: int, amount: float) -> Violation:
        batch, at = self.row_of(row)
        body = int(batch.bodies[at, 0])
        place = Place(self.transcription.when(batch.frames[at] - 1), self._called[body])
        constraint = self._paths.get(body, "")
        return Violation(Kind.ABOVE_GROUND, (self._called[body],), amount, "m", place, constraint)
