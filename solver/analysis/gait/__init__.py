"""Gait figures compared with those of people."""

from .measures import GaitMeasures, measure_gait
from .table import gait_table

__all__ = ["GaitMeasures", "gait_table", "measure_gait"]
