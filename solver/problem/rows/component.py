"""The interface of all rows of the problem."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import ClassVar, Protocol, Self, SupportsInt

import numpy as np

from ...arrays import Array, Flags, Indices, SparseIndices
from ...verify.violation import Kind, Place, Violation
from ..expression.term import Term
from ..reuse import Numbers
from ..state import State, sample_states
from ..transcription import Transcription

Pattern = tuple[SparseIndices, SparseIndices]  # rows and columns of a sparse matrix

FEASIBLE = 1e-6  # tolerance within which the optimizer takes a row as satisfied
NOWHERE: Pattern = (np.empty(0, np.intp), np.empty(0, np.intp))


class Component(ABC):
    """Rows lower <= g(x) <= upper of the problem.

    A component knows indices in x, but not the index of its first row in the problem. Constants belong to the
    bounds, not to the values.

    Attributes:
        transcription: of the problem.
        lower, upper: (R,) bounds.
        jacobian_pattern: rows 0 to R - 1 and columns; no entry twice.
        hessian_pattern: of multipliers . g, lower triangle, without the part that ``point_weights`` supplies.
        is_full: whether almost no entry of the patterns is always zero. For other components, the problem detects
            zeros by sampling and leaves them out.
        keeps: numbers of the job that the component stores or depends on. It takes others from the state, and so is
            reused for jobs that differ only in these.
        feasible: tolerance within which the optimizer takes its rows as satisfied.
        places_given_frames: whether its rows position the given frames. Rows of other components that depend on given
            frames alone are ignored.
        request: the expression of the rows; None: they follow from the job.
        field: path in the job of the specification of this expression.
    """

    is_full: ClassVar[bool] = False
    keeps: ClassVar[Numbers] = Numbers.ALL
    feasible: ClassVar[float] = FEASIBLE
    places_given_frames: ClassVar[bool] = False
    request: Term | None = None
    field: str = ""

    transcription: Transcription
    lower: Array
    upper: Array
    jacobian_pattern: Pattern
    hessian_pattern: Pattern = NOWHERE

    def within(self, transcription: Transcription, field: str = "") -> Self:
        """The same rows for a job that differs in no number that they keep."""
        other = copy(self)
        other.transcription, other.field = transcription, field
        return other

    def with_request(self, transcription: Transcription, request: Term, field: str) -> Self | None:
        """Rows of an expression of the same form; None if its numbers change which rows there are."""
        return self.within(transcription, field) if request == self.request else None

    @cached_property
    def ever(self) -> tuple[Flags, Flags]:
        """Whether each entry of the Jacobian, and of the Hessian, is ever nonzero."""
        if self.is_full:
            jacobian, hessian = (len(rows) for rows, _ in (self.jacobian_pattern, self.hessian_pattern))
            return np.broadcast_to(True, jacobian), np.broadcast_to(True, hessian)
        states = sample_states(self.transcription)
        multipliers = np.random.default_rng(0).normal(0.3, 1.0, len(self.lower))
        jacobian = np.any([self.jacobian(state) for state in states], axis=0)
        return jacobian, np.any([self.hessian(state, multipliers) for state in states], axis=0)

    @abstractmethod
    def values(self, state: State) -> Array:
        """(R,) g(x)."""

    @abstractmethod
    def jacobian(self, state: State) -> Array:
        """Values at ``jacobian_pattern``."""

    def hessian(self, state: State, multipliers: Array) -> Array:
        """Values at ``hessian_pattern`` of the second derivatives of multipliers . g."""
        return np.empty(0)

    def point_weights(self, state: State, multipliers: Array) -> Array | None:
        """(3, N, P) weights w so that the Hessian of w . positions of the tracked points completes ``hessian``.

        For rows that are functions of points; None otherwise.
        """
        return None

    @abstractmethod
    def violation(self, row: int, amount: float) -> Violation:
        """Violation of one row by an amount."""

    def of_contact(self, kind: Kind, contact: int, frame: SupportsInt, amount: float, unit: str) -> Violation:
        """A violation of a contact, given by its index, at a frame."""
        one = self.transcription.job.character.contacts[contact]
        return Violation(kind, (one.name,), amount, unit, Place(self.transcription.when(frame), one.body))

    def of_dof(self, kind: Kind, dof: int, frame: SupportsInt, amount: float, unit: str) -> Violation:
        """A violation of a degree of freedom, given by its index, at a frame."""
        transcription = self.transcription
        one = transcription.tree.dofs[dof]
        place = Place(transcription.when(frame), transcription.body_of(dof))
        return Violation(kind, (one.owner,), amount, unit, place, dof=one)


class RowsOfJob(Protocol):
    """A class of rows that follow from the job alone."""

    @property
    def keeps(self) -> Numbers:
        """See ``Component.keeps``."""

    def __call__(self, transcription: Transcription) -> Component:
        """All of a job."""


def joined(patterns: Sequence[Pattern]) -> Pattern:
    """One pattern of several, one after the other."""
    return np.concatenate([rows for rows, _ in patterns]), np.concatenate(
        [columns for _, columns in patterns]
    )


def compact(pattern: Pattern) -> Pattern:
    """The pattern with 32-bit indices, as in IPOPT: a long motion has millions of entries."""
    rows, columns = pattern
    return rows.astype(np.int32), columns.astype(np.int32)


def keys(pattern: Pattern, n_columns: int) -> Indices:
    """(entries,) a sort key of each entry, by row, then by column."""
    rows, columns = pattern
    return rows.astype(np.intp) * n_columns + columns  # overflows 32 bits


def pairs_within(group: Indices) -> tuple[Indices, Indices]:
    """(P,) and (P,) all pairs of entries of the same group; ``group`` (K,) is ascending."""
    count = np.bincount(group)
    first, times = np.cumsum(count) - count, count[group]
    one = np.repeat(np.arange(len(group)), times)
    other = first[group[one]] + np.arange(len(one)) - np.repeat(np.cumsum(times) - times, times)
    return one, other


def merged(pattern: Pattern, n_columns: int) -> tuple[Pattern, Indices]:
    """The pattern with each entry once, and (entries,) the index in it to which each entry is added."""
    entries, slot = each_once(keys(pattern, n_columns))
    rows, columns = np.divmod(entries, n_columns)
    return (rows, columns), slot


def each_once(numbers: Indices) -> tuple[Indices, Indices]:
    """Each number once, sorted, and (K,) the index of each of ``numbers`` among them.

    Patterns consist of sorted runs, which a stable sort merges in a fifth of np.unique's time.
    """
    order = np.argsort(numbers, kind="stable")
    known = numbers[order]
    is_new = np.append(np.ones(min(len(numbers), 1), bool), known[1:] != known[:-1])
    index = np.empty(len(numbers), np.intp)
    index[order] = np.cumsum(is_new) - 1
    return known[is_new], index
