"""The force of a contact stays within its friction cone."""

import numpy as np

from ...arrays import Array
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..rows.component import Component
from ..state import State
from ..transcription import Transcription


class FrictionCone(Component):
    """(friction F_normal)^2 - F_x^2 - F_y^2 >= 0 for every contact force (McIntosh 2011, eq. 4.9).

    F_normal >= 0 is a bound of the variable.
    """

    is_full = True
    keeps = Numbers.BODIES

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        force = transcription.variables.force
        contacts = transcription.job.character.contacts
        friction = np.array([contact.friction for contact in contacts])
        self._friction = friction[transcription.variables.force_contact]
        level = -np.ones_like(self._friction)
        self._factor = np.stack([level, level, self._friction**2])  # (3, K)
        self._twice = 2 * self._factor
        self.lower, self.upper = np.zeros(len(force)), np.full(len(force), np.inf)
        self._unknowns = force.T.copy()  # (3, K)
        self.jacobian_pattern = (np.tile(np.arange(len(force)), 3), self._unknowns.ravel())
        self.hessian_pattern = (self._unknowns.ravel(), self._unknowns.ravel())

    def values(self, state: State) -> Array:
        force = state.x.take(self._unknowns)
        return np.asarray(np.einsum("mk,mk,mk->k", self._factor, force, force))

    def jacobian(self, state: State) -> Array:
        return np.asarray((self._twice * state.x.take(self._unknowns)).ravel())

    def hessian(self, state: State, multipliers: Array) -> Array:
        return np.asarray((self._twice * multipliers).ravel())

    def violation(self, row: int, amount: float) -> Violation:
        return self._slides(row, float(np.sqrt(amount)))

    def _slides(self, row: int, force: float) -> Violation:
        """Violation by a force in units of force_scale."""
        variables = self.transcription.variables
        contact, frame = int(variables.force_contact[row]), variables.force_frame[row]
        return self.of_contact(
            Kind.FRICTION_CONE, contact, frame, force * self.transcription.force_scale, "N"
        )
