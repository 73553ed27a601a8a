"""Kinematics and dynamics of a character, all frames at once, with exact derivatives."""
