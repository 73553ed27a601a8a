"""Text in Blender's status bar while something is dragged."""

from bpy.types import Context


def say(context: Context, text: str | None) -> None:
    """Sets the text; None restores the status bar."""
    if context.workspace is not None:
        context.workspace.status_text_set(text)
