"""A small picture of a motion: the figure at a few moments, seen from the side. Arrays only."""

import numpy as np

from ...solver.analysis.whole_body import stick_figure
from ...solver.arrays import Array
from ...solver.motion.world_motion import WorldMotion

SIZE = 96  # pixels
MOMENTS = 4
WIDTH = 1.6  # pixels, half the width of a stick
EARLY, LATE = np.array([0.25, 0.45, 0.85]), np.array([1.0, 0.6, 0.2])
BORDER = 0.08  # of the picture


def picture_of(motion: WorldMotion) -> Array:
    """RGBA (SIZE, SIZE, 4), bottom row first, with transparent background."""
    sticks = stick_figure(motion)
    chosen = np.linspace(0, motion.n_frames - 1, MOMENTS).round().astype(int)
    flat = _to_picture(sticks[chosen] @ _seen_from_the_side(motion))
    picture = np.zeros((SIZE, SIZE, 4))
    for share, lines in zip(np.linspace(0, 1, MOMENTS), flat, strict=True):
        cover = _cover(lines)
        picture[..., :3] += cover[..., None] * ((1 - share) * EARLY + share * LATE - picture[..., :3])
        picture[..., 3] = np.maximum(picture[..., 3], cover)
    return picture


def _seen_from_the_side(motion: WorldMotion) -> Array:
    """Columns (3, 2): horizontal (along the travel or the longer extent on the ground) and vertical."""
    way = np.array(motion.cycle.translation if motion.cycle else (0.0, 0.0, 0.0))[:2]
    if np.linalg.norm(way) < 1e-6:
        spread = motion.position[..., :2].reshape(-1, 2)
        way = np.linalg.svd(spread - spread.mean(0), full_matrices=False)[2][0]
    across = way / np.linalg.norm(way)
    return np.array([[across[0], 0.0], [across[1], 0.0], [0.0, 1.0]])


def _to_picture(flat: Array) -> Array:
    """Scales points (..., 2) to pixels to fill the picture."""
    low, high = flat.reshape(-1, 2).min(0), flat.reshape(-1, 2).max(0)
    scale = (1 - 2 * BORDER) * SIZE / max(float((high - low).max()), 1e-9)
    pixels: Array = SIZE / 2 + scale * (flat - (low + high) / 2)
    return pixels


def _cover(lines: Array) -> Array:
    """Coverage (SIZE, SIZE) of each pixel by lines (S, 2, 2), from its distance to them."""
    row, column = np.mgrid[0:SIZE, 0:SIZE]
    pixels = np.stack([column, row], -1).reshape(-1, 1, 2) + 0.5
    start, along = lines[:, 0], lines[:, 1] - lines[:, 0]
    length = np.maximum((along**2).sum(1), 1e-9)
    share = np.clip(((pixels - start) * along).sum(-1) / length, 0.0, 1.0)
    distance = np.linalg.norm(pixels - start - share[..., None] * along, axis=-1).min(1)
    cover: Array = np.clip(WIDTH + 0.5 - distance, 0.0, 1.0).reshape(SIZE, SIZE)
    return cover
