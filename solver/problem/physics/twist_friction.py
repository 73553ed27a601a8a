"""Friction limits the free moment of a contact patch."""

import numpy as np

from ...arrays import Array
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..rows.component import Component
from ..state import State
from ..transcription import Transcription


class TwistFriction(Component):
    """friction twist_radius F_normal - |M| >= 0, as two rows for each free moment M."""

    is_full = True
    keeps = Numbers.BODIES

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        variables, contacts = transcription.variables, transcription.job.character.contacts
        arm = np.array([contact.friction * contact.twist_radius for contact in contacts])
        self._arm = arm[variables.moment_contact]
        row_of = {
            (f, c): k
            for k, (f, c) in enumerate(zip(variables.force_frame, variables.force_contact, strict=True))
        }
        force = [row_of[key] for key in zip(variables.moment_frame, variables.moment_contact, strict=True)]
        self._normal = variables.force[np.array(force, np.intp), 2]
        n = len(self._arm)
        self.lower, self.upper = np.zeros(2 * n), np.full(2 * n, np.inf)
        row = np.arange(n)
        self.jacobian_pattern = (
            np.concatenate([row, row, row + n, row + n]),
            np.concatenate([self._normal, variables.moment, self._normal, variables.moment]),
        )

    def values(self, state: State) -> Array:
        reach, moment = self._arm * state.x[self._normal], state.x[self.transcription.variables.moment]
        return np.concatenate([reach - moment, reach + moment])

    def jacobian(self, state: State) -> Array:
        one = np.ones_like(self._arm)
        return np.concatenate([self._arm, -one, self._arm, one])

    def violation(self, row: int, amount: float) -> Violation:
        variables, k = self.transcription.variables, row % len(self._arm)
        contact, frame = int(variables.moment_contact[k]), variables.moment_frame[k]
        moment = amount * self.transcription.force_scale
        return self.of_contact(Kind.TWIST_FRICTION, contact, frame, moment, "N m")
