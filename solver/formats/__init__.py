"""File formats and keys: BVH files, JSON for other programs, channels of bones."""
