"""Distance of a user's expression."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...expression.reading import read
from ...expression.signals import Force, MuscleTorque
from ...job.job import Job
from ...job.objectives.expression import ExpressionObjective
from ...motion.motion import Motion
from ...problem.expression.faults import term_values
from ...problem.expression.term import Term
from ...problem.guess.explained import coordinates_of
from ...problem.rows.expression_distance import ExpressionDistances, Track
from ...problem.rows.expression_rows import weights
from ...problem.state import State, sample_states
from ...problem.transcription import Transcription, transcribe
from .metric import Metric

FIELD = "expression"
SHARE, LEAST = 0.3, 1e-6  # relative size and minimum of a clearly visible distance


class OwnExpression(Metric):
    """Root mean square difference over time of an expression, in its unit.

    Args:
        job: whose motions are compared.
        expression: a number that depends on poses only, see docs/developer/expressions.md.

    Raises:
        InputError: the expression cannot be read, is a vector, or contains forces or torques.
    """

    unit: ClassVar[str] = ""

    def __init__(self, job: Job, expression: str) -> None:
        compiled = read(
            expression,
            job.character,
            subexpressions={each.name: each.expression for each in job.subexpressions},
            field=FIELD,
        )
        if len(compiled.outputs) != 1:
            raise InputError(
                f"'{expression}' is a vector; expected a number such as a component of it", field=FIELD
            )
        if any(isinstance(signal, Force | MuscleTorque) for signal in compiled.signals):
            raise InputError(
                f"'{expression}' uses forces; expected an expression of poses alone", field=FIELD
            )
        self._job, self._expression = job, expression

    @cached_property
    def plain(self) -> float:
        """A share of how the expression varies over many poses."""
        values = [term_values(state, self._term, FIELD)[1] for state in sample_states(self._whole)]
        return max(SHARE * float(np.nanstd(values)), LEAST)

    def tracked(self, job: Job) -> Job:
        """The job, with the expression among its objectives at no weight: its problem tracks the points of it."""
        objective = ExpressionObjective(self._expression, weight=0.0, name=FIELD)
        return replace(job, objectives=(*job.objectives, objective))

    def apart(self, a: Motion, b: Motion) -> float:
        """Of two motions, in the expression's unit."""
        squares = (self._track(a).values - self._track(b).values) ** 2
        return float(np.sqrt(squares @ self._weights))

    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> ExpressionDistances:
        """Of one that is sought."""
        return ExpressionDistances(transcription, self._expression, [self._track(each) for each in motions])

    @cached_property
    def _whole(self) -> Transcription:
        return transcribe(self.tracked(self._job)).full_cycle

    @cached_property
    def _weights(self) -> Array:
        """(I,) of its samples, of sum 1."""
        samples, _ = term_values(State(self._whole, np.zeros(self._whole.variables.size)), self._term, FIELD)
        return weights(self._whole, samples, mean=True)

    @property
    def _term(self) -> Term:
        return Term(self._expression)

    def _track(self, motion: Motion) -> Track:
        x = np.zeros(self._whole.variables.size)
        x[self._whole.variables.q] = coordinates_of(self._whole, motion)
        samples, values = term_values(State(self._whole, x), self._term, FIELD)
        return Track(samples.times(self._whole.timeline.step), values[0])
