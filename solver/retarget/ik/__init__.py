"""Particle inverse kinematics: first the spine, then the limbs (Hecker 2008, section 4.3), all frames at once.

The result does not depend on neighboring frames: the same goals always give the same pose.
"""
