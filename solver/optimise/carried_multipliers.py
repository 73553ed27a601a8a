"""Multipliers of one problem for another that has some more or fewer unknowns and rows, as when a contact moves.

Unknowns are known by their frame and what they are of. A row is known by its kind and the coordinates that it touches,
as forces come and go; by its forces where it touches nothing else. Of several such rows each is as good as the other.
"""

import zlib

import numpy as np

from ..arrays import Flags, Indices
from ..problem.problem import Problem
from ..problem.transcription import Transcription
from .multipliers import Multipliers

SPREAD = 2**62  # numbers so large add up to the same sum by no accident


def carried_multipliers(multipliers: Multipliers, old: Problem, new: Problem) -> Multipliers | None:
    """Multipliers for another problem; None where frames or degrees of freedom differ.

    Args:
        multipliers: of the old problem.
        old: the one that has them.
        new: the one that is to begin with them; what it alone has gets 0.
    """
    if not _are_alike(old.transcription, new.transcription):
        return None
    theirs, ours = _unknowns(old.transcription), _unknowns(new.transcription)
    at, is_known = _among(theirs, ours)
    names = np.random.default_rng(0).integers(SPREAD, size=1 + max(theirs.max(), ours.max()))
    row, is_row_known = _among(_rows(old, names[theirs]), _rows(new, names[ours]))
    return Multipliers(
        rows=np.where(is_row_known, multipliers.rows[row], 0.0),
        lower=np.where(is_known, multipliers.lower[at], 0.0),
        upper=np.where(is_known, multipliers.upper[at], 0.0),
    )


def _are_alike(old: Transcription, new: Transcription) -> bool:
    """Whether frames, degrees of freedom, contacts and holds are the same, and nothing else is unknown."""
    told = [
        (
            each.timeline.n_frames,
            each.timeline.cycle is None,
            each.timeline.mirror is None,
            each.tree.names,
            tuple(contact.name for contact in each.job.character.contacts),
            tuple(hold.name for hold in each.job.holds),
            each.variables.weight.shape,
            each.has_free_steps,
        )
        for each in (old, new)
    ]
    return told[0] == told[1]


def _unknowns(transcription: Transcription) -> Indices:
    """(size,) number by which each unknown is known: coordinates, torques, forces, moments, pulls, the others."""
    v, job = transcription.variables, transcription.job
    n_frames, n = v.q.shape
    n_contacts, n_holds, axes = len(job.character.contacts), len(job.holds), np.arange(3)
    blocks = (
        (v.q, np.arange(v.q.size).reshape(v.q.shape), v.q.size),
        (v.torque, transcription.timeline.dynamic[:, None] * n + v.actuated, n_frames * n),
        (
            v.force,
            (v.force_frame * n_contacts + v.force_contact)[:, None] * 3 + axes,
            3 * n_frames * n_contacts,
        ),
        (v.moment, v.moment_frame * n_contacts + v.moment_contact, n_frames * n_contacts),
        (v.pull, (v.pull_frame * n_holds + v.pull_hold)[:, None] * 3 + axes, 3 * n_frames * n_holds),
    )
    numbers, first = np.full(v.size, -1), 0
    for index, own, size in blocks:
        numbers[index] = first + own
        first += size
    others = np.flatnonzero(numbers < 0)
    numbers[others] = first + np.arange(len(others))
    return numbers


def _rows(problem: Problem, names: Indices) -> Indices:
    """(R,) number by which each row is known, of the names (size,) of its unknowns."""
    n_coordinates, kinds = problem.transcription.variables.q.size, []
    for component in problem.components:
        row, column = component.jacobian_pattern
        is_coordinate, has_coordinates = column < n_coordinates, np.zeros(len(component.lower), bool)
        has_coordinates[row[is_coordinate]] = True
        counts = is_coordinate | ~has_coordinates[row]
        sums = np.full(len(component.lower), zlib.crc32(type(component).__name__.encode()))
        np.add.at(
            sums, row[counts], names[column[counts]]
        )  # past the largest number they go on at the smallest
        kinds.append(sums)
    return _told_apart(np.concatenate(kinds))


def _told_apart(keys: Indices) -> Indices:
    """Keys of which each has the number of those before that are the same added."""
    order = np.argsort(keys, kind="stable")
    known, places = keys[order], np.arange(len(keys))
    begins = np.append(True, known[1:] != known[:-1])
    since = np.empty(len(keys), np.intp)
    since[order] = places - np.maximum.accumulate(np.where(begins, places, 0))
    return keys + since


def _among(known: Indices, keys: Indices) -> tuple[Indices, Flags]:
    """(K,) index of each key among the known ones, and whether it is there."""
    order = np.argsort(known)
    at = order[np.minimum(np.searchsorted(known[order], keys), len(known) - 1)]
    return at, known[at] == keys
