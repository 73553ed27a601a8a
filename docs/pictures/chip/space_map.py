"""The WalkRunTurn space as maps: state, cost of transport, residual."""

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap

from docs.pictures.chip.samples import Shown
from solver.analysis.cost_of_transport import cost_of_transport
from solver.arrays import Array
from solver.clip.clip import Clip

GAITS = {1.0: "walk", 3.0: "run"}  # by speed [m/s]
NO_MOTION, MOTION = "#c9503c", "#5a9e6f"


def draw_map(shown: Sequence[Shown], file: Path) -> None:
    """Draws gait and injury by turn rate."""
    shown = [one for one in shown if "turn" in one.parameters]
    turns = sorted({one.value("turn") for one in shown})
    rows = [(speed, limps) for speed in GAITS for limps in (False, True)]

    def grid(measure: Callable[[Clip], float], missing: float) -> Array:
        values = np.full((len(rows), len(turns)), np.nan)
        for one in shown:
            place = rows.index((one.value("speed"), one.is_limping)), turns.index(one.value("turn"))
            values[place] = missing if one.clip is None else measure(one.clip)
        return values

    panels = (
        (
            "state: green is solved, red has no motion",
            grid(lambda _: 1.0, 0.0),
            ListedColormap([NO_MOTION, MOTION]),
        ),
        ("gross cost of transport [J/kg/m]", grid(cost_of_transport, np.nan), "viridis"),
        (
            "angular residual, log10 [BW m]",
            grid(lambda c: np.log10(c.report.angular_residual), np.nan),
            "cividis",
        ),
    )
    figure, axes = plt.subplots(len(panels), 1, figsize=(9, 6.2), sharex=True, layout="constrained")
    for axis, (title, values, colours) in zip(axes, panels, strict=True):
        image = axis.imshow(values, cmap=colours, aspect="auto")
        axis.set_title(title, fontsize=10, loc="left")
        axis.set_yticks(
            range(len(rows)),
            [f"{GAITS[speed]}, {'limping' if limps else 'healthy'}" for speed, limps in rows],
        )
        axis.set_xticks(range(len(turns)), [f"{turn:g}" for turn in turns])
        if not isinstance(colours, ListedColormap):
            figure.colorbar(image, ax=axis, pad=0.01)
    axes[-1].set_xlabel("turn rate [rad/s], left is positive")
    figure.savefig(file, dpi=100)
    plt.close(figure)
