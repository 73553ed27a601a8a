"""Many motions at once: the parameter space as the panel has it, its solving, and its clips on sliders."""
