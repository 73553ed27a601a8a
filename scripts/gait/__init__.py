"""Figures of a gait beside those of people."""

from scripts.gait.figures import GaitFigures, gait_figures
from scripts.gait.table import gait_table

__all__ = ["GaitFigures", "gait_figures", "gait_table"]
