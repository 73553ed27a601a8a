"""Drag a body's size in the viewport, started by the gizmo's arrows."""

import bpy
import numpy as np
from bpy.props import EnumProperty, FloatProperty
from bpy.types import Context, Event
from bpy_extras.view3d_utils import region_2d_to_origin_3d, region_2d_to_vector_3d

from ....solver.arrays import Array
from ...blender.rest_pose import armature_data
from ...blender.units import in_meters, meters_per_unit
from ...interface.availability import Outcome, the_armature, the_body, the_scene, why_no_body
from ...interface.button import Button, refusable
from ...overlays.read_figure import read_body

LEAST = 1e-4  # of the previous diameter


class SPACETIME_OT_resize_body(Button):
    """Resize Body."""

    bl_idname = "spacetime.resize_body"
    bl_label = "Resize Body"
    bl_description = "Drag to resize the active bone's ellipsoid along one of its axes"
    bl_options = {"REGISTER", "UNDO", "BLOCKING"}
    why_not = staticmethod(why_no_body)

    axis: EnumProperty(
        name="Axis",
        description="Axis of the ellipsoid to resize",
        items=[(letter, letter, f"Resize along the ellipsoid's {letter} axis") for letter in "XYZ"],
    )
    diameter: FloatProperty(
        name="Diameter",
        description="Size along the axis, in bone units",
        unit="LENGTH",
        default=0.1,
        min=1e-6,
    )

    def execute(self, context: Context) -> Outcome:
        """Sets the size."""
        body = the_body(context)
        diameters = list(body.diameters)
        diameters["XYZ".index(self.axis)] = self.diameter
        body.diameters = diameters
        return {"FINISHED"}

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Starts the drag."""
        return self._grasp(context)

    @refusable
    def _grasp(self, context: Context) -> Outcome:
        self._centre, self._direction, self._scale = _line(context, self.axis)
        self._former = tuple(the_body(context).diameters)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: Context, event: Event) -> Outcome:
        """Follows the mouse until the button is released; Escape cancels."""
        if event.type in {"ESC", "RIGHTMOUSE"}:
            the_body(context).diameters = self._former
            _show(context, None)
            return {"CANCELLED"}
        if event.type == "LEFTMOUSE" and event.value == "RELEASE":
            _show(context, None)
            return {"FINISHED"}
        if event.type == "MOUSEMOVE":
            mouse = (event.mouse_region_x, event.mouse_region_y)
            region, view = context.region, context.region_data
            assert region is not None
            assert view is not None
            origin = in_meters(np.array(region_2d_to_origin_3d(region, view, mouse)))
            ray = np.array(region_2d_to_vector_3d(region, view, mouse))
            reach = abs(nearest_along(self._centre, self._direction, origin, ray))
            former = self._former["XYZ".index(self.axis)]
            self.diameter = max(2 * reach / self._scale, LEAST * former)
            self.execute(context)
            _show(context, f"{self.axis}: {_length(self.diameter, the_scene(context))}")
        return {"RUNNING_MODAL"}


def _show(context: Context, text: str | None) -> None:
    """Shows text in the view's header, as Blender does during drags; None restores the header."""
    if context.area is not None:
        context.area.header_text_set(text)


def _length(value: float, scene: bpy.types.Scene) -> str:
    """A length in the scene's units, as text."""
    system = scene.unit_settings.system
    return bpy.utils.units.to_string(system, "LENGTH", value * meters_per_unit(scene), precision=4)


def nearest_along(point: Array, direction: Array, origin: Array, ray: Array) -> float:
    """Distance along a line to its point closest to a ray; 0 if they are parallel.

    Args:
        point: (3,) of the line, origin of the distance, world [m].
        direction: (3,) of the line, normalized.
        origin: (3,) of the ray, world [m].
        ray: (3,) direction of the ray, of any length.
    """
    across = float(direction @ ray) / float(ray @ ray)
    denominator = 1.0 - across * float(direction @ ray)
    if denominator < 1e-9:
        return 0.0
    return float((origin - point) @ (direction - across * ray)) / denominator


def _line(context: Context, axis: str) -> tuple[Array, Array, float]:
    """Center [m] and axis of the active body, world, and meters per unit of the armature."""
    armature_object = the_armature(context)
    bone = armature_data(armature_object).bones.active
    assert bone is not None
    centre, axes, scale = read_body(armature_object, bone)
    return centre, axes[:, "XYZ".index(axis)], scale
