"""Many motions at once: the parameter space of the panel, its solves, and sliders over its clips."""
