"""How many of many random tasks the solver solves: drawn, solved, judged, counted."""

from scripts.robustness.draw import KINDS, draw_tasks
from scripts.robustness.task import Task

__all__ = ["KINDS", "Task", "draw_tasks"]
