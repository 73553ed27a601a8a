"""Pose sheets and other pictures of a motion, drawn by a Blender of their own."""

from scripts.sheet.draw import WIDTH, draw_sheet

__all__ = ["WIDTH", "draw_sheet"]
