"""Speed at the ends of an open clip."""

from dataclasses import replace

import numpy as np

from ...arrays import Array, Indices
from ...job.constraints.at_rest import AtRest
from ...verify.violation import Kind, Violation
from ..physics.resting_dofs import resting_dofs
from ..reuse import Numbers
from ..rows.component import Component
from ..state import State
from ..transcription import Transcription

TIED = 100.0  # times the speed: bound for degrees of freedom that should follow from others
ONE_SIDED = np.array([-1.5, 2.0, -0.5])  # difference formula for an end and the two frames next to it


class AtRestRows(Component):
    """|-3 q_i(0) + 4 q_i(1) - q_i(2)| / 2h <= speed, and its mirror image at the last frame, for every AtRest.

    This is the speed at the very end, to second order in the step; the first difference would be the speed half a
    step later, when a motion from rest is already under way. It is a narrow range instead of an equation, because
    standing feet and pins imply parts of it, and redundant equations would leave the optimizer without a step.
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.STEP | Numbers.CONSTRAINTS

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        last = transcription.timeline.n_frames - 1
        inwards, dofs, speeds = [np.empty((0, 3), np.intp)], [np.empty(0, np.intp)], [np.empty(0)]
        self._paths: list[str] = []  # path of each row's constraint
        for field, constraint in transcription.job.constraints_of(AtRest):
            resting = _resting(transcription, constraint)
            for applies, frames in (
                (constraint.start, (0, 1, 2)),
                (constraint.end, (last, last - 1, last - 2)),
            ):
                if applies:
                    is_tied = np.isin(resting, resting_dofs(transcription, resting, frames[1]), invert=True)
                    inwards.append(np.tile(frames, (len(resting), 1)))
                    dofs.append(resting)
                    self._paths += [field] * len(resting)
                    speeds.append(constraint.speed * np.where(is_tied, TIED, 1.0))
        self._inwards, self._dof = np.concatenate(inwards), np.concatenate(dofs)
        self.upper = np.concatenate(speeds)
        self.lower = -self.upper
        self._unknowns = transcription.variables.q[self._inwards, self._dof[:, None]]  # (R, 3)
        self._weight = ONE_SIDED / transcription.timeline.step
        self.jacobian_pattern = (np.repeat(np.arange(len(self.upper)), 3), self._unknowns.ravel())

    def values(self, state: State) -> Array:
        return np.asarray(state.x[self._unknowns] @ self._weight)

    def jacobian(self, state: State) -> Array:
        return np.tile(self._weight, len(self.upper))

    def violation(self, row: int, amount: float) -> Violation:
        dof, speed = int(self._dof[row]), amount + float(self.upper[row])
        unit = "rad/s" if self.transcription.tree.rotation[dof] else "m/s"
        violation = self.of_dof(Kind.AT_REST, dof, self._inwards[row, 0], speed, unit)
        return replace(violation, constraint=self._paths[row])


def _resting(transcription: Transcription, rest: AtRest) -> Indices:
    """Degrees of freedom that an AtRest applies to."""
    character = transcription.job.character
    roots = [root.body for root in character.roots]
    meant = [character.body_index(name) for name in rest.roots or roots]
    return np.flatnonzero(np.isin(transcription.root_of[transcription.tree.body], meant))
