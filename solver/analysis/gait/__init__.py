"""Gait figures compared with those of people."""

from .figures import GaitFigures, gait_figures
from .table import gait_table

__all__ = ["GaitFigures", "gait_figures", "gait_table"]
