"""The panel in the 3D view's sidebar, from top to bottom in the order of work."""

from collections.abc import Callable

import bpy
from bpy.types import Context, Panel, UILayout

from ..operators.availability import armature_of, why_no_armature, why_no_character
from .sections import draw_bone, draw_contacts


class SPACETIME_PT_main(Panel):
    """Character, motion, solve, export."""

    bl_idname = "SPACETIME_PT_main"
    bl_label = "Spacetime Animator"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Spacetime"

    def draw(self, context: Context) -> None:
        """Only draws."""
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        armature_object = armature_of(context)
        if armature_object is None:
            layout.label(text=why_no_armature(context), icon="INFO")
            return
        _draw_character(layout, armature_object.data.spacetime)
        reason = why_no_character(context)
        if reason:
            layout.label(text=reason, icon="INFO")
        else:
            _section(layout, "bone", "Body of the Active Bone", lambda box: draw_bone(box, armature_object), closed=True)
            _section(layout, "contacts", "Contacts", lambda box: draw_contacts(box, armature_object), closed=True)
            _draw_motion(layout, armature_object, context.scene.spacetime)
            _section(layout, "advanced", "Advanced", lambda box: _draw_advanced(box, context.scene.spacetime), closed=True)
        _draw_solve(layout, context)
        _draw_export(layout)


def _section(layout: UILayout, name: str, title: str, draw: Callable[[UILayout], None], *, closed: bool) -> None:
    """A part that folds (Blender 4.1 and later), or a box."""
    if hasattr(layout, "panel"):
        header, body = layout.panel(f"spacetime_{name}", default_closed=closed)
        header.label(text=title)
        if body is not None:
            draw(body)
    else:
        box = layout.box()
        box.label(text=title)
        draw(box)


def _draw_character(layout: UILayout, character: bpy.types.PropertyGroup) -> None:
    layout.label(text="Character", icon="ARMATURE_DATA")
    column = layout.column()
    column.prop(character, "body_mass")
    column.prop(character, "sex")
    column.prop(character, "use_stature")
    row = column.row()
    row.active = character.use_stature
    row.prop(character, "stature")
    column.prop(character, "root_turn")
    column.operator("spacetime.fit_bodies", icon="MOD_ARMATURE")


def _draw_motion(layout: UILayout, armature_object: bpy.types.Object, motion: bpy.types.PropertyGroup) -> None:
    layout.label(text="Motion", icon="ACTION")
    column = layout.column()
    for name in ("motion_name", "length", "is_cyclic"):
        column.prop(motion, name)
    travel = column.column()
    travel.active = motion.is_cyclic
    travel.prop(motion, "speed")
    travel.prop(motion, "heading")
    column.prop(motion, "ground_height")
    column.prop_search(motion, "root_motion_bone", armature_object.data, "bones")
    style = layout.column(heading="Style")
    for name in ("effort", "smoothness", "soft_contact", "ease"):
        style.prop(motion, name)


def _draw_advanced(layout: UILayout, motion: bpy.types.PropertyGroup) -> None:
    for name in ("max_iterations", "time_limit", "noise", "seed"):
        layout.prop(motion, name)


def _draw_solve(layout: UILayout, context: Context) -> None:
    run = context.window_manager.spacetime
    column = layout.column()
    if run.is_running:
        column.label(text=run.text, icon="SORTTIME")
        column.label(text=f"Step {run.iteration}, {run.seconds:.0f} s, unphysical {run.violation:.1e}")
        column.operator("spacetime.cancel", icon="CANCEL")
        return
    column.scale_y = 1.4
    column.operator("spacetime.solve", icon="PLAY")
    if run.error:
        warning = layout.column()
        warning.alert = True
        warning.label(text=run.error, icon="ERROR")
    elif run.text:
        layout.label(text=run.text, icon="CHECKMARK")


def _draw_export(layout: UILayout) -> None:
    row = layout.row(align=True)
    for file_format, label in (("BVH", "BVH"), ("FBX", "FBX"), ("GLTF", "glTF")):
        row.operator("spacetime.export", text=label, icon="EXPORT").file_format = file_format


register, unregister = bpy.utils.register_classes_factory((SPACETIME_PT_main,))
