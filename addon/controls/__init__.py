"""Motions as keys on the controls of a rig, which constraints make of its bodies' bones."""
