"""A fault of ours, as panels tell it; whoever catches one raises it again, so that Blender prints where it was."""


def told(fault: Exception) -> str:
    """One sentence for the artist."""
    return f"This ended by a fault of the add-on, {fault!r}; the console says where"
