"""Fits a Character to the bones of any rig."""
