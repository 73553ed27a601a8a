"""Live."""

from bpy.types import Context

from ...interface.availability import Outcome, the_armature, why_no_character
from ...interface.button import Button, refusable
from ..live import live


class SPACETIME_OT_live(Button):
    """Live."""

    bl_idname = "spacetime.live"
    bl_label = "Live"
    bl_description = (
        "Keep the ghost's motion physical while you edit: it follows a target you drag, a contact you move or a "
        "setting you change, and becomes a take when you pause"
    )
    bl_options = {"REGISTER"}  # each take is an undo step

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if a character can be or is followed."""
        return "" if live.is_on else why_no_character(context)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts or stops Live."""
        if live.is_on:
            live.stop()
        else:
            live.start(the_armature(context))
        return {"FINISHED"}
