"""Message of an internal error in a panel; handlers raise the error again, so that Blender prints its traceback."""


def message_of_fault(fault: Exception) -> str:
    """One sentence for the artist."""
    return f"Internal error, see the system console: {fault!r}"
