"""Arrows that resize the selected body."""

import bpy
import numpy as np
from bpy.types import Context, GizmoGroup
from mathutils import Matrix

from ...solver.arrays import Array
from ..blender.rest_pose import armature_data
from ..interface.availability import the_armature, the_scene, why_no_body
from .figure import AXIS_COLOURS
from .read_figure import read_body


class SPACETIME_GGT_body(GizmoGroup):
    """Size of the active bone's body."""

    bl_idname = "SPACETIME_GGT_body"
    bl_label = "Body Size"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"3D", "PERSISTENT", "SHOW_MODAL_ALL"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A body is selected and bodies are shown."""
        armature_object = context.object
        return (
            armature_object is not None
            and armature_object.mode == "POSE"
            and not why_no_body(context)
            and the_scene(context).spacetime.overlays.show_bodies
        )

    def setup(self, context: Context) -> None:
        """An arrow each way of every axis."""
        for letter, colour in AXIS_COLOURS.items():
            for _side in (1, -1):
                arrow = self.gizmos.new("GIZMO_GT_arrow_3d")
                arrow.target_set_operator("spacetime.resize_body").axis = letter
                arrow.draw_style = "BOX"
                arrow.length = 0.0
                arrow.color = arrow.color_highlight = colour
                arrow.alpha, arrow.alpha_highlight = 0.6, 1.0
                arrow.scale_basis = 0.8
        self.refresh(context)

    def refresh(self, context: Context) -> None:
        """Puts the arrows where the ellipsoid ends."""
        if why_no_body(context):
            return
        armature_object = the_armature(context)
        bone = armature_data(armature_object).bones.active
        assert bone is not None
        centre, axes, scale = read_body(armature_object, bone)
        radii = scale * np.array(bone.spacetime.diameters) / 2
        for arrow, place in zip(self.gizmos, arrow_places(centre, axes, radii), strict=True):
            if not arrow.is_modal:  # Blender moves the one that is dragged
                arrow.matrix_basis = Matrix(place.tolist())

    def draw_prepare(self, context: Context) -> None:
        """Follows the pose and the panel."""
        self.refresh(context)


def arrow_places(centre: Array, axes: Array, radii: Array) -> Array:
    """(6, 4, 4) frames at the six ends of an ellipsoid, whose Z looks outward: X+, X-, Y+ and so on."""
    places = np.tile(np.eye(4), (6, 1, 1))
    for k in range(3):
        for i, sign in enumerate((1.0, -1.0)):
            out, side = sign * axes[:, k], axes[:, (k + 1) % 3]
            places[2 * k + i, :3, :3] = np.stack([side, np.cross(out, side), out], axis=1)
            places[2 * k + i, :3, 3] = centre + radii[k] * out
    return places


register, unregister = bpy.utils.register_classes_factory((SPACETIME_GGT_body,))
