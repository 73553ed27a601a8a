"""Contents of a space in a store, read by a thread, and the solved sample nearest to the sliders."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from ...solver.arrays import Array, Indices
from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.job.job import Job
from ...solver.motion.motion import Motion
from ...solver.space.parameter_space import ParameterSpace
from ...solver.space.sample_name import SampleName
from ...solver.store.clip_store import ClipStore
from ...solver.store.sample_table import FAILED, INFEASIBLE, SOLVED, STATES, SampleRow, SampleTable


@dataclass(frozen=True, eq=False)
class SolvedSpace:
    """The stored part of a space.

    Attributes:
        store: its file.
        space: its definition.
        rows: all samples.
        points: (K, D) coordinates of the samples.
        job: of its first sample; body names are the same in all.
    """

    store: Path
    space: ParameterSpace
    rows: tuple[SampleRow, ...]
    points: Array
    job: Job

    @classmethod
    def read(cls, store: Path, name: str) -> "SolvedSpace":
        """The store's space of that name.

        Raises:
            InputError: there is no such file or space.
        """
        with ClipStore(store, create=False) as opened:
            table = SampleTable(opened, name)
            if not table.exists:
                raise InputError(f"'{store}' has no variations named '{name}'; press Solve Variations")
            space, rows = ParameterSpace.from_json(json.loads(table.definition)), tuple(table.rows())
        points = np.array([space.point(row.parameters, field=row.name) for row in rows])
        return cls(store, space, rows, points, space.sample(points[0]).job)

    @property
    def counts(self) -> dict[str, int]:
        """Number of samples in each state."""
        states = [row.state for row in self.rows]
        return {state: states.count(state) for state in STATES}

    @cached_property
    def unsolved(self) -> tuple[SampleRow, ...]:
        """Samples that ended without a solution."""
        return tuple(row for row in self.rows if row.state in (INFEASIBLE, FAILED))

    @cached_property
    def solved(self) -> Indices:
        """Indices (S,) of the solved samples in ``rows``."""
        return np.flatnonzero([row.state == SOLVED for row in self.rows])

    def nearest(self, shares: dict[str, float]) -> SampleRow | None:
        """The solved sample nearest to a point; None if none is solved.

        Args:
            shares: by dimension, from 0 at its low end to 1 at its high end; dimensions left out are at 0.
        """
        if not len(self.solved):
            return None
        ends = np.array([d.ends for d in self.space.dimensions])
        wanted = ends[:, 0] + np.ptp(ends, axis=1) * [shares.get(d.name, 0.0) for d in self.space.dimensions]
        discrete = [not d.is_continuous for d in self.space.dimensions]
        wanted[discrete] = np.round(wanted[discrete])
        places = self.space.places(np.vstack([self.points[self.solved], wanted]))
        distance = np.linalg.norm(places[:-1] - places[-1], axis=1)
        return self.rows[int(self.solved[distance.argmin()])]

    def shares(self, row: SampleRow) -> dict[str, float]:
        """Position of a sample in each dimension, 0 at the low end to 1 at the high end; see ``nearest``."""
        ends = np.array([d.ends for d in self.space.dimensions])
        width = np.ptp(ends, axis=1)
        share = (self.points[row.index] - ends[:, 0]) / np.where(width > 0, width, 1.0)
        return {d.name: float(each) for d, each in zip(self.space.dimensions, share, strict=True)}

    def name(self, row: SampleRow) -> SampleName:
        """A sample's name, in parts."""
        return self.space.sample_name(self.points[row.index])

    def clip(self, name: str) -> Clip:
        """A sample's clip.

        Raises:
            InputError: it was deleted.
        """
        with ClipStore(self.store, create=False) as opened:
            return opened.get(name)

    def poses(self, row: SampleRow) -> Motion:
        """A sample's poses for display; those of the closest attempt if it has no solution.

        Raises:
            InputError: its clip was deleted.
        """
        with ClipStore(self.store, create=False) as opened:
            clip = opened.get(row.name) if row.state == SOLVED else opened.attempt(row.name)
        return clip.motion
