"""Clips seen from above, as in figures 5.2 to 5.5 of McIntosh (2011)."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Ellipse
from numpy.typing import NDArray

from scripts.chip.pictures.samples import Shown
from scripts.sheet.sides import sides
from solver.motion.clip import Clip
from solver.rotations import matrix_from_quaternion

Array = NDArray[np.float64]
INKS = {"left": "#3b6ea8", "right": "#c9803c", "middle": "#6b6b6b"}
POSES = 4
APART = 0.6  # m between clips


def draw_above(shown: Sequence[Shown], title: str, file: Path) -> None:
    """Clips side by side, paler the earlier the pose; footprints under them."""
    clips = [one.clip for one in shown if one.clip is not None]
    figure, axis = plt.subplots(figsize=(9, 4), layout="constrained")
    edge, tallest = 0.0, 0.0
    for clip in clips:
        x, y = -clip.position[..., 1], clip.position[..., 0]  # Chip looks up the page
        shift = np.array([edge - x.min(), -y.min()])
        _draw(axis, clip, shift)
        edge, tallest = edge + float(np.ptp(x)) + APART, max(tallest, float(np.ptp(y)))
    axis.set_xlim(-0.4, edge)
    axis.set_ylim(-0.4, tallest + 0.4)
    axis.set_aspect("equal")
    axis.set_title(title, fontsize=10, loc="left")
    axis.set_xlabel("m")
    figure.savefig(file, dpi=100, bbox_inches="tight")
    plt.close(figure)


def _draw(axis: Any, clip: Clip, shift: Array) -> None:
    for foot, colour in enumerate((INKS["left"], INKS["right"])):
        stands = clip.contact_points[clip.contact_active[:, foot], foot]
        axis.plot(-stands[:, 1] + shift[0], stands[:, 0] + shift[1], "s", color=colour, ms=4)
    root = clip.position[:, 0]
    axis.plot(-root[:, 1] + shift[0], root[:, 0] + shift[1], color="k", lw=0.6)
    radii = np.array([body.diameters for body in clip.job.character.bodies]) / 2
    for k, frame in enumerate(np.linspace(0, clip.n_frames - 1, POSES).round().astype(int)):
        order = np.argsort(clip.position[frame, :, 2])  # what is higher hides what is lower
        for body in order:
            axes = np.asarray(matrix_from_quaternion(clip.orientation[frame, body])) * radii[body]
            colour = INKS[sides(clip.job.character)[body]]
            place = clip.position[frame, body]
            centre = (-place[1] + shift[0], place[0] + shift[1])
            axis.add_patch(_outline(axes, centre, colour, alpha=0.2 + 0.6 * k / (POSES - 1)))


def _outline(axes: Array, centre: tuple[float, float], colour: str, alpha: float) -> Ellipse:
    """Of an ellipsoid with the half axes (3, 3) in columns: x' (A A^T)^-1 x = 1 of the level part of A A^T."""
    level = np.stack([-axes[1], axes[0]])
    squares, ways = np.linalg.eigh(level @ level.T)
    wide, high = 2 * np.sqrt(squares)
    angle = math.degrees(math.atan2(ways[1, 0], ways[0, 0]))
    return Ellipse(centre, wide, high, angle=angle, fc=colour, ec="w", lw=0.3, alpha=alpha)
