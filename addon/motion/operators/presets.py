"""Presets of motion."""

from bpy.props import EnumProperty
from bpy.types import Context

from ...interface.availability import Outcome, the_armature, the_scene
from ...interface.button import Button, refusable
from ...locale import OWN_SENSE
from ...runtime.event_loop import redraw
from ..motion_presets import PRESETS, MotionPreset
from ..use_preset import PresetUse, use_preset

ITEMS = tuple((name, preset.label, preset.description) for name, preset in PRESETS.items())


class SPACETIME_OT_use_preset(Button):
    """Start from Preset."""

    bl_idname = "spacetime.use_preset"
    bl_label = "Start from Preset"
    bl_description = (
        "Set length, speed, contacts and goals for a common motion, scaled to the character. Your own "
        "goals are kept, and only contacts on the feet get phases"
    )

    preset: EnumProperty(
        name="Preset", description="Motion to start from", translation_context=OWN_SENSE, items=ITEMS
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Fills the panel."""
        used = use_preset(the_armature(context), the_scene(context), self.preset)
        message = about_preset(PRESETS[self.preset], used)
        if message:
            self.report({"INFO"}, message)
        redraw()
        return {"FINISHED"}


def about_preset(preset: MotionPreset, used: PresetUse) -> str:
    """Message about contacts that do not belong to feet, and about Symmetric; may be empty."""
    remarks = []
    if used.others:
        remarks.append(f"{preset.label} only sets phases for feet, not for {', '.join(used.others)}")
    if used.uneven:
        remarks.append(f"Symmetric is off: {used.uneven}")
    return "; ".join(remarks)
