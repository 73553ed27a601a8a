"""Multipliers of one problem for another that has some more or fewer unknowns and rows, as when a contact moves.

Unknowns are known by their frame and what they are of. A row is known by its kind and the coordinates that it touches,
as forces come and go; by its forces where it touches nothing else. Of several such rows each is as good as the other.
Where the other problem has other frames, each of them stands for one of the first problem's, and several may stand for
the same.
"""

import zlib
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags, Indices
from ..problem.problem import Problem
from ..problem.transcription import Transcription
from .multipliers import Multipliers

SPREAD = 2**62  # numbers so large add up to the same sum by no accident
A_FRAME = 0x5851F42D4C957F2D  # as large, and odd


def transferred_multipliers(
    multipliers: Multipliers, old: Problem, new: Problem, *, frames: Indices | None = None
) -> Multipliers | None:
    """Multipliers for another problem; None where frames or degrees of freedom differ.

    Args:
        multipliers: of the old problem.
        old: the one that has them.
        new: the one that is to begin with them; what it alone has gets 0.
        frames: (N,) frame of the old problem that each of the new one's stands for; None: the same one.
    """
    if not _are_alike(old.transcription, new.transcription, has_same_frames=frames is None):
        return None
    if frames is None:
        frames = np.arange(new.transcription.timeline.n_frames)
    same = np.arange(old.transcription.timeline.n_frames)
    theirs, ours = _unknowns(old.transcription), _unknowns(new.transcription)
    at, is_known = _among(theirs.keys(same), ours.keys(frames))
    names = np.random.default_rng(0).integers(SPREAD, size=1 + max(theirs.kind.max(), ours.kind.max()))
    row, is_row_known = _among(_rows(old, theirs, names).keys(same), _rows(new, ours, names).keys(frames))
    return Multipliers(
        rows=np.where(is_row_known, multipliers.rows[row], 0.0),
        lower=np.where(is_known, multipliers.lower[at], 0.0),
        upper=np.where(is_known, multipliers.upper[at], 0.0),
    )


def frames_at(times: Array, n_frames: int) -> Indices:
    """(n_frames,) the frame nearest to each of an open motion's, of one whose frames are at other times.

    Args:
        times: (N,) of the frames to choose from, as fractions of the motion's length.
        n_frames: of the motion, evenly.
    """
    return np.rint(np.interp(np.linspace(0, 1, n_frames), times, np.arange(len(times)))).astype(np.intp)


@dataclass(frozen=True, eq=False)
class _Known:
    """What unknowns or rows are known by.

    Attributes:
        frame: (K,) at which they are; -1: at none.
        kind: (K,) number of what they are, the same at every frame.
    """

    frame: Indices
    kind: Indices

    def keys(self, frames: Indices) -> Indices:
        """(K,) numbers, the same for the same kind at the frame that theirs stands for (N,)."""
        since = _told_apart(self._at(self.frame)) - self._at(self.frame)
        return self._at(np.where(self.frame < 0, -1, frames[self.frame])) + since

    def _at(self, frame: Indices) -> Indices:
        return np.asarray(self.kind + frame * A_FRAME)  # past the largest number they go on at the smallest


def _are_alike(old: Transcription, new: Transcription, *, has_same_frames: bool) -> bool:
    """Whether degrees of freedom, contacts, holds and frames are the same, and nothing else is unknown."""
    told = [
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
    return told[0] == told[1]


def _unknowns(transcription: Transcription) -> _Known:
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
    return _Known(frames, kinds)


def _rows(problem: Problem, unknowns: _Known, names: Indices) -> _Known:
    """The rows (R,) by the names of the kinds of their unknowns, and how many frames these are from the row's own."""
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
    return _Known(np.concatenate(frames), np.concatenate(kinds))


def _told_apart(keys: Indices) -> Indices:
    """Keys of which each has the number of those before that are the same added."""
    order = np.argsort(keys, kind="stable")
    known, indices = keys[order], np.arange(len(keys))
    begins = np.append(True, known[1:] != known[:-1])
    since = np.empty(len(keys), np.intp)
    since[order] = indices - np.maximum.accumulate(np.where(begins, indices, 0))
    return keys + since


def _among(known: Indices, keys: Indices) -> tuple[Indices, Flags]:
    """(K,) index of each key among the known ones, and whether it is there."""
    order = np.argsort(known)
    at = order[np.minimum(np.searchsorted(known[order], keys), len(known) - 1)]
    return at, known[at] == keys
