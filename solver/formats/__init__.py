"""Motions in other forms: BVH files, JSON for other programs, channels of bones."""
