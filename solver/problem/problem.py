"""The nonlinear program that the optimizer sees."""

import hashlib
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache, cached_property, partial
from itertools import pairwise

import numpy as np

from ..arrays import Array, Flags, Indices
from ..job.job import Objective
from ..verify.violation import Violation
from .objectives.squares import Squares
from .objectives.table import squares_of
from .objectives.timed_sum import TimedSum
from .objectives.weighted_sum import WeightedSum
from .physics.equations_of_motion import EquationsOfMotion
from .physics.frames_of_motion import FramesOfMotion
from .rows.component import Component
from .sparsity import Sparsity
from .state import State
from .transcription import Transcription


class Problem:
    """minimise f(x) subject to lower <= x <= upper and g_lower <= g(x) <= g_upper, with exact derivatives.

    The sparsity pattern is fixed: entries of several components at one index are added. In components whose patterns
    are not full, entries that are zero at several random points are left out.

    Args:
        transcription: of the job.
        motion: the equations of motion; their Hessian carries the point weights of the other components.
        components: the other constraints.
        objective: to minimise.
        lower, upper: (size,) bounds of x.
        like: similar problem, whose sparsity is shared if equal.

    Attributes:
        rows_of: returns the rows of an objective that is not the job's, without constants; cached across problems.
        sparsity: of the derivatives.
        feasible: tolerance within which the optimizer takes rows as satisfied.
    """

    def __init__(
        self,
        transcription: Transcription,
        motion: EquationsOfMotion,
        components: Sequence[Component],
        objective: WeightedSum | TimedSum,
        lower: Array,
        upper: Array,
        *,
        like: "Problem | None" = None,
    ) -> None:
        self.transcription, self.objective = transcription, objective
        self.motion: EquationsOfMotion | FramesOfMotion = motion
        self.components: tuple[Component, ...] = (motion, *components)
        self.lower, self.upper = lower, upper
        is_settled = np.concatenate([_settled(c) for c in self.components])
        self.g_lower = np.where(is_settled, -np.inf, np.concatenate([c.lower for c in self.components]))
        self.g_upper = np.where(is_settled, np.inf, np.concatenate([c.upper for c in self.components]))
        self._starts = np.cumsum([0, *(len(c.lower) for c in self.components)])
        self._rows = [slice(*ends) for ends in pairwise(self._starts.tolist())]
        self.feasible = min(c.feasible for c in self.components)
        self._make_state: Callable[[Array], State] = partial(State, transcription)
        self._state: State | None = None
        self._state_of = b""
        self._curved = [k for k, c in enumerate(self.components) if k and len(c.hessian_pattern[0])]
        self.rows_of: Callable[[Objective], Squares] = (
            like.rows_of
            if like is not None and like.objective is objective
            else cache(lambda other: squares_of(other, transcription).without_constants())
        )
        known = like.sparsity if like is not None else None
        self.sparsity: Sparsity = Sparsity(self.components, objective, transcription, known).or_like(known)
        self.jacobian_pattern, self.hessian_pattern = (
            self.sparsity.jacobian_pattern,
            self.sparsity.hessian_pattern,
        )
        self.hessian_diagonal: Indices = self.sparsity.hessian_diagonal

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return len(self.lower)

    def state(self, x: Array) -> State:
        """Character at x (size,); the last one is cached."""
        there = x.tobytes()  # faster to compare than the array
        if self._state is None or there != self._state_of:
            self._state, self._state_of = self._make_state(np.array(x)), there
        return self._state

    def value(self, x: Array) -> float:
        """f(x)."""
        return self.objective.value(x, self.state(x))

    def gradient(self, x: Array) -> Array:
        """df/dx (size,)."""
        return self.objective.gradient(x, self.state(x))

    def constraints(self, x: Array) -> Array:
        """g(x) (R,)."""
        state = self.state(x)
        return np.concatenate([c.values(state) for c in self.components])

    def jacobian(self, x: Array) -> Array:
        """dg/dx (entries,) at ``jacobian_pattern``."""
        state = self.state(x)
        return self.sparsity.jacobian([c.jacobian(state) for c in self.components])

    def jacobian_of(self, x: Array, entries: Sequence[Indices]) -> Array:
        """dg/dx at some of each component's own entries, see ``Sparsity.of_components``."""
        state = self.state(x)
        parts = [c.jacobian(state)[own] for c, own in zip(self.components, entries, strict=True) if len(own)]
        return np.concatenate([np.empty(0), *parts])

    def hessian(
        self, x: Array, multipliers: Array, objective_factor: float, *, point_weights: Array | None = None
    ) -> Array:
        """Second derivatives (entries,) of objective_factor f + multipliers . g at ``hessian_pattern``, lower half.

        Args:
            x: (size,).
            multipliers: (R,) of the rows.
            objective_factor: of f.
            point_weights: (3, N, P) of further functions of the tracked points, see ``Component.point_weights``.
        """
        parts = self._hessian_parts(x, multipliers, objective_factor, point_weights)
        return self.sparsity.hessian([*parts, objective_factor * self.objective.hessian])

    def violations(self, x: Array, *, count: int, tolerance: float = 1e-6) -> tuple[Violation, ...]:
        """The most violated rows of g beyond the tolerance.

        The worst row of each kind of constraint comes before any second one, because newtons and meters do not
        compare: a foot that cannot reach its height is reported by its height, not by the forces that result.

        Args:
            x: (size,) of the motion.
            count: at most this many.
            tolerance: in the rows' own units.
        """
        g = self.constraints(x)
        excess = np.maximum(np.maximum(self.g_lower - g, g - self.g_upper), 0.0)
        rows = np.argsort(-excess)[: np.count_nonzero(excess > tolerance)]
        kind = np.searchsorted(self._starts, rows, side="right") - 1
        first = np.sort(np.unique(kind, return_index=True)[1])
        chosen = np.concatenate([first, np.setdiff1d(np.arange(len(rows)), first)])[:count]
        return tuple(
            self.components[k].violation(int(row - self._starts[k]), float(excess[row]))
            for k, row in zip(kind[chosen], rows[chosen], strict=True)
        )

    def with_bounds(self, unknowns: Indices, lower: Array, upper: Array) -> "Problem":
        """The same problem with other bounds (K,) of the unknowns at these indices (K,); everything else is shared."""
        other = copy(self)
        other.lower, other.upper = self.lower.copy(), self.upper.copy()
        other.lower[unknowns], other.upper[unknowns] = lower, upper
        return other

    def near(self, x: Array, first: int, last: int) -> "Problem":
        """The same problem where only frames ``first`` to ``last`` of x (size,) change.

        Kinematics and equations of motion of frames that do not depend on them are not evaluated; their rows are 0.
        With free steps, or near a cycle's ends, this problem is returned.
        """
        timeline = self.transcription.timeline
        first, last = first - 2, last + 2
        if timeline.cycle is None:
            first, last = max(first, 0), min(last, timeline.n_frames - 1)
        if self.transcription.has_free_steps or not 0 <= first < last < timeline.n_frames:
            return self
        other = copy(self)
        assert isinstance(self.motion, EquationsOfMotion)
        other.motion = FramesOfMotion(self.motion, self.state(x), first, last)
        other.components = (other.motion, *self.components[1:])
        other._state, other._make_state = None, other.motion.state
        return other

    @cached_property
    def structure(self) -> bytes:
        """Digest, equal for two problems whose unknowns and rows correspond one to one."""
        variables = self.transcription.variables
        digest = hashlib.blake2b(repr((self.size, tuple(self.transcription.tree.names))).encode())
        for indices in (variables.force_frame, variables.force_contact):
            digest.update(indices.tobytes())
        digest.update(self.sparsity.digest)
        return digest.digest()

    def violation(self, x: Array) -> float:
        """Largest violation of any row, in the rows' own units."""
        g = self.constraints(x)
        return float(max((self.g_lower - g).max(initial=0.0), (g - self.g_upper).max(initial=0.0)))

    def _hessian_parts(
        self, x: Array, multipliers: Array, objective_factor: float, point_weights: Array | None
    ) -> list[Array]:
        state, split = self.state(x), [multipliers[rows] for rows in self._rows]
        weights = np.zeros(state.forces.shape)
        if point_weights is not None:
            weights += point_weights
        for component, own in zip(self.components, split, strict=True):
            extra = component.point_weights(state, own) if own.any() else None
            if extra is not None:
                weights += extra
        extra = self.objective.point_weights(state, objective_factor)
        if extra is not None:
            weights += extra
        return [
            self.motion.hessian_with_points(state, split[0], weights)
            if split[0].any() or weights.any()
            else np.zeros(len(self.motion.hessian_pattern[0])),
            *(self._curvature(k, state, split[k]) for k in self._curved),
            self.objective.varying_hessian(state, objective_factor),
        ]

    def _curvature(self, k: int, state: State, multipliers: Array) -> Array:
        """Second derivatives (entries,) of a component, not evaluated where all multipliers are 0."""
        component = self.components[k]
        if not multipliers.any():
            return np.zeros(len(component.hessian_pattern[0]))
        return component.hessian(state, multipliers)


def _settled(component: Component) -> Flags:
    """(R,) rows that depend on given frames alone, which no unknown can change."""
    (row, column), is_given = component.jacobian_pattern, component.transcription.is_given
    if component.places_given_frames or not is_given.any():
        return np.zeros(len(component.lower), bool)
    is_settled = np.ones(len(component.lower), bool)
    is_settled[row[~is_given[column]]] = False
    return is_settled
