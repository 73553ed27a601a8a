"""The panel in the 3D view's sidebar; its parts fold, from top to bottom in the order of work."""

from typing import Any

from bpy.types import Context, Panel

from ..availability import armature_of, the_armature, the_scene, why_no_armature, why_no_character
from ..blender.rest_pose import armature_data
from ..files import export_line
from ..locale import OWN_SENSE
from ..solve import session
from ..strips.read_strips import are_timelines_too_low
from . import parts
from .character_parts import draw_bone_map
from .sentence import draw_sentence


class Sidebar:
    """Where all parts live."""

    bl_space_type: Any = "VIEW_3D"
    bl_region_type: Any = "UI"
    bl_category = "Spacetime"
    bl_translation_context = OWN_SENSE
    layout: Any  # Blender's, while it draws


class Part(Sidebar):
    """A part that shows once there is a character."""

    bl_parent_id = "SPACETIME_PT_main"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character."""
        return not why_no_character(context)


class SPACETIME_PT_main(Sidebar, Panel):
    """Who moves."""

    bl_idname = "SPACETIME_PT_main"
    bl_label = "Spacetime Animator"

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = armature_of(context)
        if armature_object is None:
            draw_sentence(self.layout, why_no_armature(context), "INFO")
            self.layout.menu("SPACETIME_MT_examples", text="Add Example", icon="ADD")  # both bring one
            self.layout.operator("spacetime.import_bvh", icon="IMPORT")
            return
        parts.draw_character(self.layout, armature_data(armature_object).spacetime, why_no_character(context))


class SPACETIME_PT_bone_map(Sidebar, Panel):
    """Which bone is what."""

    bl_label = "Bone Map"
    bl_parent_id = "SPACETIME_PT_main"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an armature."""
        return not why_no_armature(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_bone_map(self.layout, the_armature(context))


class SPACETIME_PT_bone(Part, Panel):
    """The active bone."""

    bl_label = "Active Bone"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        parts.draw_bone(self.layout, the_armature(context))


class SPACETIME_PT_contacts(Part, Panel):
    """Where it touches the ground."""

    bl_label = "Contacts"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        overlays = the_scene(context).spacetime.overlays
        parts.draw_contacts(self.layout, the_armature(context), overlays)
        if overlays.show_strips and are_timelines_too_low(context):
            draw_sentence(self.layout, "To see them, drag up the top edge of the Timeline", "INFO")


class SPACETIME_PT_motion(Part, Panel):
    """What it does."""

    bl_label = "Motion"

    def draw(self, context: Context) -> None:
        """Only draws."""
        parts.draw_motion(self.layout, the_armature(context), the_scene(context))


class SPACETIME_PT_advanced(Part, Panel):
    """For those who want to know."""

    bl_label = "Advanced"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        motion = the_armature(context).spacetime.motion
        parts.draw_advanced(self.layout, motion, context.window_manager.spacetime)


class SPACETIME_PT_solve(Part, Panel):
    """Solve, watch, take it elsewhere."""

    bl_label = "Solve"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character, or something to stop or to tell of one that is not selected now, or is gone."""
        run = context.window_manager.spacetime
        going_on = (
            run.is_running or run.doing or run.error or run.text or run.export_error or export_line.line()
        )
        return bool(going_on) or super().poll(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        run = context.window_manager.spacetime
        parts.draw_solve(self.layout, run, session.waiting())
        if not why_no_character(context):
            parts.draw_export(self.layout)
        parts.draw_exports(self.layout.column(), run, export_line.line())
