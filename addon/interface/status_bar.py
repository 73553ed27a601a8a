"""Words at the foot of Blender's window while something is dragged."""

from bpy.types import Context


def say(context: Context, text: str | None) -> None:
    """Writes them; None gives the status bar back to Blender."""
    if context.workspace is not None:
        context.workspace.status_text_set(text)
