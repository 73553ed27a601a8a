"""An internal error as shown in a panel; whatever catches one raises it again, so that Blender prints its traceback."""


def told(fault: Exception) -> str:
    """One sentence for the artist."""
    return f"Internal error, see the system console: {fault!r}"
