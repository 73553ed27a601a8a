"""Converts motions of bodies to keys on the controls of a rig."""
