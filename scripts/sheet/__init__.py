"""Contact sheets: one picture of a motion by which its poses, balance and forces can be judged."""

from scripts.sheet.draw import draw_sheet

__all__ = ["draw_sheet"]
