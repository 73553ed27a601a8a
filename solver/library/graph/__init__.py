"""Motions that go over into each other without end (Kovar et al. 2002; McIntosh 2011, section 4.3)."""
