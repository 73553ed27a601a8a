"""The part of a posed armature that is under the mouse, and how the mouse moves it."""

from dataclasses import dataclass, replace

import bpy
import numpy as np
from bpy.types import Context, Event, Region, RegionView3D
from bpy_extras.view3d_utils import region_2d_to_location_3d, region_2d_to_origin_3d, region_2d_to_vector_3d
from mathutils import Vector

from ...solver.arrays import Array
from ..blender.rest_pose import armature_data
from .read_figure import read_figure

LEAST_RADIUS = 0.012  # of the figure's size: thinner bodies are as easy to hit as if they had it


@dataclass(frozen=True, eq=False)
class Grip:
    """A place of a posed armature by which it is dragged.

    Attributes:
        bone: whose body it is.
        at_tail: whether it is the bone's tip, and not its body's middle.
        place: (3,) of the tip or the middle, world [m].
        hit: (3,) where the mouse touches the body, world [m].
        size: the armature's largest extent [m].
    """

    bone: str
    at_tail: bool
    place: Array
    hit: Array
    size: float


@dataclass(frozen=True, eq=False)
class ViewPoint:
    """A point of a 3D view.

    Attributes:
        region: of the view, without its bars.
        view: how it is looked at.
        pixel: (x, y) from the region's corner.
    """

    region: Region
    view: RegionView3D
    pixel: tuple[float, float]

    def ray(self) -> tuple[Array, Array]:
        """Origin (3,) [m] and direction (3,), world."""
        origin = region_2d_to_origin_3d(self.region, self.view, self.pixel)
        return np.array(origin), np.array(region_2d_to_vector_3d(self.region, self.view, self.pixel))


@dataclass(frozen=True, eq=False)
class Pull:
    """How the mouse moves what it took hold of: beside the view, at the depth at which it did so.

    Attributes:
        begin: where the mouse was then.
        hit: (3,) what it touched, world [m].
    """

    begin: ViewPoint
    hit: Array

    def shift(self, event: Event) -> Array:
        """How far the mouse has moved it since, (3,) world [m]."""
        region = self.begin.region
        now = replace(self.begin, pixel=(event.mouse_x - region.x, event.mouse_y - region.y))
        return self._place(now) - self._place(self.begin)

    def _place(self, point: ViewPoint) -> Array:
        return np.array(region_2d_to_location_3d(point.region, point.view, point.pixel, self.hit.tolist()))


def point_under_mouse(context: Context, event: Event) -> ViewPoint | None:
    """Where the mouse is in a 3D view, whichever region heard of it; None elsewhere, and over a bar of the view."""
    x, y = event.mouse_x, event.mouse_y
    for area in context.screen.areas if context.screen is not None else ():
        under = [each for each in area.regions if _holds(each, x, y)]
        if area.type == "VIEW_3D" and [region.type for region in under] == ["WINDOW"]:
            return view_point(area, under[0], (x - under[0].x, y - under[0].y))
    return None


def view_point(area: bpy.types.Area, region: Region, pixel: tuple[float, float]) -> ViewPoint | None:
    """A pixel of a region; None where the region shows no view, as in a file without a window."""
    view = region.data or getattr(area.spaces.active, "region_3d", None)
    return ViewPoint(region, view, pixel) if isinstance(view, RegionView3D) else None


def grip_under(posed: bpy.types.Object, origin: Array, ray: Array) -> Grip | None:
    """The nearest body that a ray meets, by its tip if the ray passes nearer to that than to the body's middle.

    Args:
        posed: an armature with bodies, such as a ghost.
        origin: (3,) of the ray, world [m].
        ray: (3,) its direction, of any length.
    """
    figure = read_figure(posed)
    if figure is None:
        return None
    radii = np.maximum(figure.radii, LEAST_RADIUS * figure.size)
    depths = ray_depths(figure.centres, figure.axes, radii, origin, ray)
    nearest = int(np.argmin(depths))
    if not np.isfinite(depths[nearest]):
        return None
    name = [bone.name for bone in armature_data(posed).bones if bone.spacetime.is_body][nearest]
    centre, length = figure.centres[nearest], armature_data(posed).bones[name].length
    tip = np.array(posed.matrix_world @ posed.pose.bones[name].matrix @ Vector((0.0, length, 0.0)))
    at_tail = _distance(tip, origin, ray) < _distance(centre, origin, ray)
    return Grip(name, at_tail, tip if at_tail else centre, origin + depths[nearest] * ray, figure.size)


def ray_depths(centres: Array, axes: Array, radii: Array, origin: Array, ray: Array) -> Array:
    """How far along a ray it enters each ellipsoid, in lengths of ``ray``; inf where it misses or leaves it behind.

    Args:
        centres: (B, 3) [m].
        axes: (B, 3, 3) columns are the ellipsoids' own axes.
        radii: (B, 3) [m].
        origin: (3,) of the ray [m].
        ray: (3,) its direction.
    """
    start = np.einsum("bij,bi->bj", axes, origin - centres) / radii
    way = np.einsum("bij,i->bj", axes, ray) / radii
    a, b, c = (way**2).sum(1), (start * way).sum(1), (start**2).sum(1) - 1.0
    inside = b**2 - a * c
    depths = (-b - np.sqrt(np.maximum(inside, 0.0))) / a
    return np.where((inside >= 0.0) & (depths >= 0.0), depths, np.inf)


def _distance(point: Array, origin: Array, ray: Array) -> float:
    """Of a point from a ray [m]."""
    arm = point - origin
    return float(np.linalg.norm(arm - (arm @ ray) / (ray @ ray) * ray))


def _holds(region: Region, x: int, y: int) -> bool:
    """Whether a region that is shown is there in the window."""
    wide = region.width > 1 and region.height > 1
    return wide and 0 <= x - region.x < region.width and 0 <= y - region.y < region.height
