"""Gizmos: arrows that resize the selected body, and the draggable ghost."""

from collections.abc import Sequence

import bpy
import numpy as np
from bpy.types import Context, Gizmo, GizmoGroup
from mathutils import Matrix

from ...solver.arrays import Array
from ..blender.rest_pose import armature_data
from ..blender.units import in_units
from ..interface.availability import the_armature, the_scene, why_no_body, why_no_character
from ..result.ghost import ghost_of
from .figure import AXIS_COLOURS
from .grip import grip_under, view_point
from .read_figure import read_body


class SPACETIME_GGT_body(GizmoGroup):
    """Handles for the size of the active bone's body."""

    bl_idname = "SPACETIME_GGT_body"
    bl_label = "Body Size"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"3D", "PERSISTENT", "SHOW_MODAL_ALL"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether the active bone has a body in Pose Mode and bodies are shown."""
        armature_object = context.object
        return (
            armature_object is not None
            and armature_object.mode == "POSE"
            and not why_no_body(context)
            and the_scene(context).spacetime.overlays.show_bodies
        )

    def setup(self, context: Context) -> None:
        """Creates arrows in both directions of every axis."""
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
        """Moves the arrows to the ends of the ellipsoid."""
        if why_no_body(context):
            return
        armature_object = the_armature(context)
        bone = armature_data(armature_object).bones.active
        assert bone is not None
        centre, axes, scale = read_body(armature_object, bone)
        radii = scale * np.array(bone.spacetime.diameters) / 2
        places = arrow_places(in_units(centre), axes, in_units(radii))
        for arrow, place in zip(self.gizmos, places, strict=True):
            if not arrow.is_modal:  # Blender moves a dragged one
                arrow.matrix_basis = Matrix(place.tolist())

    def draw_prepare(self, context: Context) -> None:
        """Updates the arrows to the pose and the panel."""
        self.refresh(context)


def arrow_places(centre: Array, axes: Array, radii: Array) -> Array:
    """Frames (6, 4, 4) at the ends of an ellipsoid, with Z outward, in the order X+, X-, Y+ and so on."""
    places = np.tile(np.eye(4), (6, 1, 1))
    for k in range(3):
        for i, sign in enumerate((1.0, -1.0)):
            out, side = sign * axes[:, k], axes[:, (k + 1) % 3]
            places[2 * k + i, :3, :3] = np.stack([side, np.cross(out, side), out], axis=1)
            places[2 * k + i, :3, 3] = centre + radii[k] * out
    return places


class SPACETIME_GT_ghost(Gizmo):
    """Invisible handle on the body of the ghost under the mouse."""

    bl_idname = "SPACETIME_GT_ghost"

    def draw(self, context: Context) -> None:
        """Draws nothing, since the ghost is visible already."""

    def test_select(self, context: Context, location: Sequence[int] | None) -> int:
        """0 if a pixel of the view shows the ghost, else -1."""
        area, region = context.area, context.region
        ghost = ghost_of(the_armature(context)) if not why_no_character(context) else None
        if ghost is None or area is None or region is None or location is None:
            return -1
        point = view_point(area, region, (float(location[0]), float(location[1])))
        return 0 if point is not None and grip_under(ghost, *point.ray()) is not None else -1


class SPACETIME_GGT_ghost(GizmoGroup):
    """Handles for dragging the ghost."""

    bl_idname = "SPACETIME_GGT_ghost"
    bl_label = "Ghost"
    bl_space_type = "VIEW_3D"
    bl_region_type = "WINDOW"
    bl_options = {"PERSISTENT"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether there is a ghost that follows edits."""
        is_live = context.window_manager.spacetime.is_live
        return is_live and not why_no_character(context) and ghost_of(the_armature(context)) is not None

    def setup(self, context: Context) -> None:
        """Creates one gizmo for the whole ghost."""
        ghost = self.gizmos.new(SPACETIME_GT_ghost.bl_idname)
        ghost.target_set_operator("spacetime.drag_ghost").takes_hold = True


register, unregister = bpy.utils.register_classes_factory(
    (SPACETIME_GGT_body, SPACETIME_GT_ghost, SPACETIME_GGT_ghost)
)
