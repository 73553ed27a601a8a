"""The artist's hand on a solved motion: an interval, and four buttons."""

from bpy.types import Context, Panel

from ..availability import the_scene
from ..operators.guide import CONTINUE, REWEIGH, SHAKE, SMOOTH, why_no_clip
from .main import Part


class SPACETIME_PT_guide(Part, Panel):
    """Go on from here."""

    bl_label = "Work on It"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A solved motion is shown."""
        return not why_no_clip(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        scene, layout = the_scene(context), self.layout
        column = layout.column(align=True)
        column.prop(scene, "use_preview_range", text="Only an Interval", toggle=True)
        ends = column.row(align=True)
        ends.active = scene.use_preview_range
        ends.prop(scene, "frame_preview_start", text="From")
        ends.prop(scene, "frame_preview_end", text="To")
        for pair in (
            ((SMOOTH, "MOD_SMOOTH"), (SHAKE, "FORCE_TURBULENCE")),
            ((REWEIGH, "MODIFIER"), (CONTINUE, "PLAY")),
        ):
            row = layout.row(align=True)
            for how, icon in pair:
                text = how.capitalize()
                row.operator("spacetime.guide", text=text, icon=icon).how = how
