"""Captured motions that repeat (Rose et al. 1996, section 3.3)."""
