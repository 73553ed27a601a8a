"""The Blender side: the only code that imports bpy."""


def register() -> None:
    """Make the add-on known to Blender."""


def unregister() -> None:
    """Take back everything that register did, in reverse."""
