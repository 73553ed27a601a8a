"""Reuse of a problem's parts for a similar job: those that depend on no number in which the two jobs differ.

A problem consists of structure (its rows, and the unknowns that they depend on) and numbers. Dragging a target, or
solving many similar jobs, changes numbers only.
"""

from dataclasses import fields
from enum import Flag, auto

import numpy as np

from ..job.constraints.at_rest import AtRest
from ..job.constraints.joins import Joins
from ..job.constraints.pin import Pin
from ..job.cycle import Cycle
from ..job.job import Constraint, Job
from .expression_terms import TERMS
from .timeline import Timeline
from .transcription import Transcription


class Numbers(Flag):
    """Numbers of a job that a part of its problem may store; it takes all others from the state."""

    WAY = auto()  # translation of the cycle
    STEP = auto()  # time between frames
    GRAVITY = auto()
    BODIES = auto()  # all of the character, the given motion of its bones, and the tracked points
    SURFACES = auto()  # the ground's height among them
    HOLDS = auto()
    CONSTRAINTS = auto()  # constraints other than expressions, and the number of all
    FORMULAS = auto()  # constraints that are expressions
    BOUNDS = auto()  # constraints that bound unknowns
    OBJECTIVES = auto()
    SUBEXPRESSIONS = auto()
    NONE = 0
    ALL_CONSTRAINTS = CONSTRAINTS | FORMULAS | BOUNDS
    ALL = WAY | STEP | GRAVITY | BODIES | SURFACES | HOLDS | ALL_CONSTRAINTS | OBJECTIVES | SUBEXPRESSIONS


def changed(new: Transcription, old: Transcription) -> Numbers:
    """Numbers in which two jobs differ: all if their frames or unknowns differ."""
    job, other = new.job, old.job
    if new.variables.size != old.variables.size or not _alike(new.timeline, old.timeline):
        return Numbers.ALL
    differences = {
        Numbers.WAY: job.cycle != other.cycle,
        Numbers.STEP: job.timing != other.timing,
        Numbers.GRAVITY: job.gravity != other.gravity,
        Numbers.BODIES: new.kinematics is not old.kinematics or job.drawn_bones != other.drawn_bones,
        Numbers.SURFACES: (job.ground_height, job.surfaces) != (other.ground_height, other.surfaces),
        Numbers.HOLDS: job.holds != other.holds,
        Numbers.CONSTRAINTS: _besides_formulas(job) != _besides_formulas(other),
        Numbers.FORMULAS: job.constraints != other.constraints,
        Numbers.BOUNDS: _bounding(job) != _bounding(other),
        Numbers.OBJECTIVES: job.objectives != other.objectives or _ends(job) != _ends(other),
        Numbers.SUBEXPRESSIONS: job.subexpressions != other.subexpressions,
    }
    found = Numbers.NONE
    for kind, differs in differences.items():
        if differs:
            found |= kind
    return found


def same_unknowns(new: Transcription, old: Transcription) -> bool:
    """Whether the unknowns of two problems correspond one to one."""
    return (
        new.tree.names == old.tree.names
        and [each.name for each in new.job.character.contacts]
        == [each.name for each in old.job.character.contacts]
        and _alike(new.timeline, old.timeline)
        and all(
            np.array_equal(getattr(new.variables, each.name), getattr(old.variables, each.name))
            for each in fields(new.variables)
        )
    )


def _alike(new: Timeline, old: Timeline) -> bool:
    """Whether frames, contacts, holds and the kind of cycle are the same; its translation may differ."""
    if (new.cycle is None) != (old.cycle is None) or (new.mirror is None) != (old.mirror is None):
        return False
    ours, theirs = (each.cycle or Cycle() for each in (new, old))
    if ours.yaw != theirs.yaw or any(ours.translation) != any(theirs.translation):
        return False  # a cycle that stays where it is has other rows
    tables = ("heading", "active", "lasting", "landing", "surface", "carrier", "held", "held_on", "grabbing")
    return all(np.array_equal(getattr(new, name), getattr(old, name)) for name in tables)


def _besides_formulas(job: Job) -> tuple[Constraint | None, ...]:
    return tuple(None if type(each) in TERMS else each for each in job.constraints)


def _bounding(job: Job) -> tuple[Pin | Joins, ...]:
    return tuple(each for each in job.constraints if isinstance(each, Pin | Joins))


def _ends(job: Job) -> tuple[AtRest | Joins, ...]:
    """Constraints on a clip's ends on which objectives depend, see ``rest_shares`` and ``objectives/force_change``."""
    return tuple(each for each in job.constraints if isinstance(each, AtRest | Joins))
