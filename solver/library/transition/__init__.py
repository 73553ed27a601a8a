"""Transitions from one motion to another (Rose et al. 1996, section 3.2)."""
