"""Expressions on the frames of a problem: sampling, values and derivatives."""
