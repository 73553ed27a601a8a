"""Ellipsoids stay above the ground."""

import numpy as np

from ...job.constraints.above_ground import AboveGround
from ...job.display_names import display_names
from ...verify.violation import Kind, Violation
from ..rows.above_planes import AbovePlanes
from ..transcription import Transcription


class AboveGroundRows(AbovePlanes):
    """The rows of AbovePlanes for every AboveGround, at every frame; the plane is the ground."""

    kind = Kind.ABOVE_GROUND

    def __init__(self, transcription: Transcription) -> None:
        names = [body.name for body in transcription.job.character.bodies]
        self._called: dict[int, str] = {}  # name in messages of each body
        self._paths: dict[int, str] = {}  # path of each body's constraint
        for field, constraint in transcription.job.constraints_of(AboveGround):
            bodies = constraint.bodies_of(transcription.job.character)
            words = display_names(constraint.display_names, *bodies)
            indices = [names.index(name) for name in bodies]
            self._called |= dict(zip(indices, words, strict=True))
            self._paths |= dict.fromkeys(indices, field)
        if transcription.timeline.mirror is not None:  # constraints on the other side apply in the other half
            images = transcription.timeline.mirror.bodies[[*self._called]].tolist()
            self._called |= {k: names[k] for k in images if k not in self._called}
        frames, held = np.arange(1, transcription.timeline.n_frames + 1), np.array([*self._called], np.intp)
        ground, who = transcription.planes[0], np.repeat(held, len(frames))
        super().__init__(
            transcription,
            who,
            np.tile(frames, len(held)),
            np.tile(ground.normal, (len(who), 1)),
            np.full(len(who), ground.height),
        )

    def violation(self, row: int, amount: float) -> Violation:
        body = self.body_of(row)
        name = self._called[body]
        return self.of_body(row, amount, name, (name,), self._paths.get(body, ""))
