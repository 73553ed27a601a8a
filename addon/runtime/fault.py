"""A fault of ours, as panels tell it; whoever catches one raises it again, so that Blender prints where it was."""


def told(fault: Exception) -> str:
    """One sentence for the artist."""
    return f"Internal error, see the system console: {fault!r}"
