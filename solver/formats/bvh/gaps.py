"""Fills values that a file marks as missing, which programs write as NaN."""

import numpy as np

from ...arrays import Array, Flags


def filled_positions(positions: Array, missing: Flags) -> Array:
    """Positions (N, J, 3) with missing ones (N, J) on straight lines between those around; at the ends, the nearest.

    Every joint has a frame that is not missing.
    """
    filled, frames = positions.copy(), np.arange(len(positions))
    for j in np.flatnonzero(missing.any(0)).tolist():
        there = np.flatnonzero(~missing[:, j])
        for axis in range(3):
            filled[:, j, axis] = np.interp(frames, there, positions[there, j, axis])
    return filled


def filled_rotations(rotations: Array, missing: Flags) -> Array:
    """Rotation matrices (N, J, 3, 3) with missing ones (N, J) turned evenly between those around.

    Every joint has a frame that is not missing.
    """
    from scipy.spatial.transform import Rotation, Slerp  # takes long to import, and few files need it

    filled = rotations.copy()
    for j in np.flatnonzero(missing.any(0)).tolist():
        there, gone = np.flatnonzero(~missing[:, j]), np.flatnonzero(missing[:, j])
        known = Rotation.from_matrix(rotations[there, j])
        between = Slerp(there, known)(np.clip(gone, there[0], there[-1])) if len(there) > 1 else known
        filled[gone, j] = between.as_matrix()
    return filled
