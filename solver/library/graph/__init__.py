"""Motions connected by transitions, to walk through without end (Kovar et al. 2002; McIntosh 2011, section 4.3)."""
