"""Limits that are active where a constraint deviates: joints at their limits, muscles at full strength."""

import numpy as np

from ..arrays import Array
from ..problem.problem import Problem
from ..verify.violation import ActiveLimits

NEAR_LIMIT = 0.01  # rad
STRONGEST = 0.98  # of a muscle


def active_limits(problem: Problem, x: Array, frame: int, contact: str = "") -> ActiveLimits:
    """Limits that are active at one frame.

    Args:
        problem: of the motion.
        x: (size,) its unknowns.
        frame: index of the frame.
        contact: restricts the search to its limb; any other string: the whole body.
    """
    transcription, tree = problem.transcription, problem.transcription.tree
    contacts = [c.name for c in transcription.job.character.contacts]
    concerned = np.ones(tree.n, bool)
    if contact in contacts:
        concerned = transcription.dynamics.points_below[contacts.index(contact)].astype(bool)
    q = x[transcription.variables.q[frame]]
    bounded = tree.rotation & (tree.upper - tree.lower > 2 * NEAR_LIMIT)
    limited = bounded & ((q - tree.lower < NEAR_LIMIT) | (tree.upper - q < NEAR_LIMIT))
    strained = np.zeros(tree.n, bool)
    row = np.flatnonzero(transcription.timeline.dynamic == frame)
    if len(row):
        actuated = transcription.variables.actuated
        used = np.abs(x[transcription.variables.torque[row[0]]]) * transcription.force_scale
        strained[actuated] = used >= STRONGEST * tree.effort_limit[actuated]
    joints, muscles = (
        tuple(tree.dofs[dof] for dof in np.flatnonzero(mask & concerned)) for mask in (limited, strained)
    )
    return ActiveLimits(joints, muscles)
