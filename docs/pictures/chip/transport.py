"""Cost of transport over speed."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib.pyplot as plt

from docs.pictures.chip.samples import Shown
from solver.analysis.cost_of_transport import cost_of_transport

COLOURS = {"walk": "#3b6ea8", "run": "#c9803c"}
HUMAN_SPEEDS, HUMAN_COSTS = (1.25, 1.43), (2.8, 3.8)  # Gast et al. 2019; Ralston 1958, Browning & Kram 2005


def draw_transport(shown: Sequence[Shown], file: Path) -> tuple[float, float]:
    """Draws both gaits and the minimum of people; returns speed and cost of the computed minimum."""
    figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
    axis.axvspan(*HUMAN_SPEEDS, color="#5a9e6f", alpha=0.25, lw=0, label="people's cheapest speed")
    axis.fill_between(HUMAN_SPEEDS, *HUMAN_COSTS, color="#5a9e6f", alpha=0.5, lw=0, label="and its cost")
    costs: dict[tuple[float, float], str] = {}
    for gait, colour in COLOURS.items():
        own = {
            one.value("speed"): cost_of_transport(one.clip)
            for one in shown
            if one.parameters["gait"] == gait and one.clip is not None
        }
        costs |= {(cost, speed): gait for speed, cost in own.items()}
        axis.plot(list(own), list(own.values()), "o-", color=colour, label=f"Chip's {gait}")
    cost, speed = min(costs)
    axis.plot(
        speed, cost, "o", ms=12, mfc="none", color="k", label=f"least: {cost:.2f} J/kg/m at {speed:.1f} m/s"
    )
    axis.set(xlabel="speed [m/s]", ylabel="gross cost of transport [J/kg/m]", ylim=(0, None))
    axis.legend(fontsize=8)
    figure.savefig(file, dpi=90)
    plt.close(figure)
    return speed, cost
