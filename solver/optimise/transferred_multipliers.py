"""Transfers multipliers to a problem with slightly different unknowns and rows, such as after a contact has moved.

Unknowns are identified by frame and kind. A row is identified by its kind and its coordinates, because forces come and
go, or by its forces if it has no coordinates. Rows with the same identity are interchangeable. If the frames differ,
each frame of the new problem corresponds to one of the old, and several may correspond to the same.
"""

import zlib
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags, Indices
from ..problem.problem import Problem
from ..problem.transcription import Transcription
from .multipliers import Multipliers

SPREAD = 2**62  # range of random keys, whose sums practically never collide
A_FRAME = 0x5851F42D4C957F2D  # key of a frame, odd


def transferred_multipliers(
    multipliers: Multipliers, old: Problem, new: Problem, *, frames: Indices | None = None
) -> Multipliers | None:
    """Multipliers for another problem; None if frames or degrees of freedom differ.

    Args:
        multipliers: of the old problem.
        old: problem of these multipliers.
        new: problem to start; its additional unknowns and rows get 0.
        frames: (N,) corresponding frame of the old problem for each frame of the new one; None: the same.
    """
    if not _are_alike(old.transcription, new.transcription, has_same_frames=frames is None):
        return None
    if frames is None:
        frames = np.arange(new.transcription.timeline.n_frames)
    same = np.arange(old.transcription.timeline.n_frames)
    theirs, ours = _unknowns(old.transcription), _unknowns(new.transcription)
    at, is_known = _looked_up(theirs.keys(same), ours.keys(frames))
    names = np.random.default_rng(0).integers(SPREAD, size=1 + max(theirs.kind.max(), ours.kind.max()))
    row, is_row_known = _looked_up(_rows(old, theirs, names).keys(same), _rows(new, ours, names).keys(frames))
    return Multipliers(
        rows=np.where(is_row_known, multipliers.rows[row], 0.0),
        lower=np.where(is_known, multipliers.lower[at], 0.0),
        upper=np.where(is_known, multipliers.upper[at], 0.0),
    )


def frames_at(times: Array, n_frames: int) -> Indices:
    """(n_frames,) index of the nearest of ``times`` for each frame of an open motion.

    Args:
        times: (N,) of the frames to choose from, as fractions of the motion's length.
        n_frames: number of evenly spaced frames of the motion.
    """
    return np.rint(np.interp(np.linspace(0, 1, n_frames), times, np.arange(len(times)))).astype(np.intp)


@dataclass(frozen=True, eq=False)
class _Identities:
    """Identities of unknowns or rows.

    Attributes:
        frame: (K,) of each; -1: none.
        kind: (K,) number of the kind, the same at every frame.
    """

    frame: Indices
    kind: Indices

    def keys(self, frames: Indices) -> Indices:
        """(K,) keys, equal for the same kind at the same frame after mapping by ``frames`` (N,)."""
        since = _made_unique(self._at(self.frame)) - self._at(self.frame)
        return self._at(np.where(self.frame < 0, -1, frames[self.frame])) + since

    def _at(self, frame: Indices) -> Indices:
        return np.asarray(self.kind + frame * A_FRAME)  # integers wrap around


def _are_alike(old: Transcription, new: Transcription, *, has_same_frames: bool) -> bool:
    """Whether degrees of freedom, contacts, holds and frames are the same, and there are no other unknowns."""
    identities = [
        (
            each.timeline.n_frames if has_same_frames else 0,
            each.timeline.cycle is None,
            each.timeline.mirror is None,
            each.tree.names,
            tuple(contact.name for contact in each.job.character.contacts),
            tuple(hold.name for hold in each.job.holds),
            each.variables.weight.shape if has_same_frames else each.variables.weight.size,
            each.has_free_steps,
        )
        for each in (old, new)
    ]
    return identities[0] == identities[1]


def _unknowns(transcription: Transcription) -> _Identities:
    """The unknowns (size,) by their kind: coordinates, torques, forces, moments, pulls, the others."""
    v, job = transcription.variables, transcription.job
    n_frames, n = v.q.shape
    n_contacts, n_holds, axes = len(job.character.contacts), len(job.holds), np.arange(3)
    blocks = (
        (v.q, np.arange(n_frames)[:, None], np.arange(n), n),
        (v.torque, transcription.timeline.dynamic[:, None], v.actuated, n),
        (v.force, v.force_frame[:, None], v.force_contact[:, None] * 3 + axes, 3 * n_contacts),
        (v.moment, v.moment_frame, v.moment_contact, n_contacts),
        (v.pull, v.pull_frame[:, None], v.pull_hold[:, None] * 3 + axes, 3 * n_holds),
    )
    frames, kinds, first = np.full(v.size, -1), np.full(v.size, -1), 0
    for index, frame, kind, count in blocks:
        frames[index], kinds[index] = frame, first + kind
        first += count
    others = np.flatnonzero(kinds < 0)
    kinds[others] = first + np.arange(len(others))
    return _Identities(frames, kinds)


def _rows(problem: Problem, unknowns: _Identities, names: Indices) -> _Identities:
    """The rows (R,) by the kinds of their unknowns and these unknowns' frame offsets from the row's frame."""
    n_coordinates, frames, kinds = problem.transcription.variables.q.size, [], []
    for component in problem.components:
        row, column = component.jacobian_pattern
        is_coordinate, has_coordinates = column < n_coordinates, np.zeros(len(component.lower), bool)
        has_coordinates[row[is_coordinate]] = True
        counts = is_coordinate | ~has_coordinates[row]
        row, frame, kind = row[counts], unknowns.frame[column[counts]], unknowns.kind[column[counts]]
        own = np.full(len(component.lower), -1)
        np.maximum.at(own, row, frame)
        sums = np.full(len(component.lower), zlib.crc32(type(component).__name__.encode()))
        np.add.at(sums, row, names[kind] * (1 + own[row] - frame))
        frames.append(own)
        kinds.append(sums)
    return _Identities(np.concatenate(frames), np.concatenate(kinds))


def _made_unique(keys: Indices) -> Indices:
    """Keys made unique by adding the number of equal keys before each."""
    order = np.argsort(keys, kind="stable")
    known, indices = keys[order], np.arange(len(keys))
    begins = np.append(True, known[1:] != known[:-1])
    since = np.empty(len(keys), np.intp)
    since[order] = indices - np.maximum.accumulate(np.where(begins, indices, 0))
    return keys + since


def _looked_up(known: Indices, keys: Indices) -> tuple[Indices, Flags]:
    """(K,) index of each key among the known ones, and whether it exists."""
    order = np.argsort(known)
    at = order[np.minimum(np.searchsorted(known[order], keys), len(known) - 1)]
    return at, known[at] == keys
