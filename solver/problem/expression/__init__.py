"""Expressions on the frames of a problem: where they are sampled, and what they depend on."""
