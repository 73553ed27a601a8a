"""Which unknown forces act on which points."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array, Indices
from ..job.job import Job
from .timeline import Timeline
from .tracked_points import TrackedPoint
from .variables import Variables


@dataclass(frozen=True, eq=False)
class ForceMap:
    """U actions of unknown forces on points; a hold's force acts twice, on its second body reversed.

    Attributes:
        index: (U, 3) indices of the force among the unknowns.
        frame, point: (U,) where it acts.
        turn: (U, 3, 3) from the force's own axes to the world, with its sign.
        shape: (N, P).
    """

    index: Indices
    frame: Indices
    point: Indices
    turn: Array
    shape: tuple[int, int]

    def forces(self, x: Array) -> Array:
        """(3, N, P) sum of the forces on each point, world, in units of force_scale."""
        world = np.einsum("urk,uk->ru", self.turn, x.take(self.index))
        sums = np.bincount(self._at, world.ravel(), 3 * self.shape[0] * self.shape[1])
        return np.asarray(sums, float).reshape(3, *self.shape)

    @cached_property
    def _at(self) -> Indices:
        """(3 U,) flat indices in (3, N, P)."""
        size = self.shape[0] * self.shape[1]
        return (self.frame * self.shape[1] + self.point + size * np.arange(3)[:, None]).ravel()


def make_force_map(
    job: Job,
    timeline: Timeline,
    variables: Variables,
    plane_turn: Array,
    points: tuple[TrackedPoint, ...],
) -> ForceMap:
    """Actions of all contact forces on fixed surfaces, then of all holds on their first body, then on their second."""
    fixed = timeline.carrier[variables.force_frame, variables.force_contact] < 0
    index, frame, point, turn = (
        [variables.force[fixed]],
        [variables.force_frame[fixed]],
        [variables.force_contact[fixed]],
        [plane_turn[fixed]],
    )
    first = np.array([points.index(TrackedPoint(h.body_a, h.point_a)) for h in job.holds], np.intp)
    second = [points.index(TrackedPoint(h.body_b, h.point_b)) if h.body_b else -1 for h in job.holds]
    for ends, sign in ((first, 1.0), (np.array(second, np.intp), -1.0)):
        at = ends[variables.pull_hold]
        used = at >= 0
        index.append(variables.pull[used])
        frame.append(variables.pull_frame[used])
        point.append(at[used])
        turn.append(np.tile(sign * np.eye(3), (int(used.sum()), 1, 1)))
    shape = (timeline.n_frames, len(points))
    return ForceMap(
        np.concatenate(index), np.concatenate(frame), np.concatenate(point), np.concatenate(turn), shape
    )
