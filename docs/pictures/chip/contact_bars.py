"""Contact phases of the feet, clip by clip."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from docs.pictures.chip.samples import Shown

COLOURS = ("#3b6ea8", "#c9803c")  # left foot, right foot
LEAST_LIGHT = 0.15  # opacity of a bar without load
NAMES = {"WalkRunTurn-Cyclic": "{speed:.0f} m/s, {turn:g} rad/s", "WalkSpin-Cyclic": "spin, {speed:g} m/s",
         "Stepping-Cyclic": "step, {direction:.1f} rad"}  # fmt: skip


def draw_contacts(shown: Sequence[Shown], file: Path) -> None:
    """Draws a pair of bars per clip over time; a stronger color is more load on the foot."""
    clips = [(one, one.clip) for one in shown if one.clip is not None]
    columns = [[pair for pair in clips if pair[0].is_limping == limps] for limps in (False, True)]
    tall = 0.2 * max(map(len, columns)) + 1
    figure, axes = plt.subplots(1, 2, figsize=(9, tall), sharex=True, layout="constrained")
    for axis, column, title in zip(axes, columns, ("healthy", "limping on the right foot"), strict=True):
        for row, (_, clip) in enumerate(column):
            weight = 9.81 * clip.job.character.mass
            for foot, colour in enumerate(COLOURS):
                bears = np.clip(clip.motion.contact_forces[:, foot, 2] / weight, LEAST_LIGHT, 1.0)
                for frame in np.flatnonzero(clip.motion.contact_active[:, foot]):
                    place = (frame * clip.motion.step, row - 0.4 + 0.4 * foot)
                    axis.add_patch(
                        plt.Rectangle(place, clip.motion.step, 0.36, color=colour, alpha=bears[frame], lw=0)
                    )
        axis.set_yticks(
            range(len(column)), [NAMES[one.space].format(**one.parameters) for one, _ in column], fontsize=7
        )
        axis.set_ylim(len(column), -1)
        axis.set_xlim(0, 2.05)
        axis.set_title(title, fontsize=10)
        axis.set_xlabel("time [s]; left foot blue, right foot orange")
    figure.savefig(file, dpi=90)
    plt.close(figure)
