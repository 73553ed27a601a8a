"""Motions made from other motions: transitions, loops, graphs and motion expressions."""
