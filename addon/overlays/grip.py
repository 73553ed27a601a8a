"""The part of a posed armature under the mouse, and its movement by the mouse."""

from dataclasses import dataclass, replace

import bpy
import numpy as np
from bpy.types import Context, Event, Region, RegionView3D
from bpy_extras.view3d_utils import region_2d_to_location_3d, region_2d_to_origin_3d, region_2d_to_vector_3d

from ...solver.arrays import Array
from ..blender.rest_pose import armature_data
from ..blender.units import in_meters, in_units, world_matrix
from .read_figure import read_figure

LEAST_RADIUS = 0.012  # of the figure's size: minimum radius of bodies for hits


@dataclass(frozen=True, eq=False)
class Grip:
    """A point by which a posed armature is dragged.

    Attributes:
        bone: of the body.
        at_tail: whether it is the bone's tail instead of the body's center.
        place: (3,) the tail or the center, world [m].
        hit: (3,) point of the body under the mouse, world [m].
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
        region: main region of the view.
        view: its projection.
        pixel: (x, y) from the region's lower left corner.
    """

    region: Region
    view: RegionView3D
    pixel: tuple[float, float]

    def ray(self) -> tuple[Array, Array]:
        """Origin (3,) [m] and direction (3,), world."""
        origin = region_2d_to_origin_3d(self.region, self.view, self.pixel)
        return in_meters(np.array(origin)), np.array(
            region_2d_to_vector_3d(self.region, self.view, self.pixel)
        )


@dataclass(frozen=True, eq=False)
class Pull:
    """Movement of a dragged point by the mouse, parallel to the view at the depth of the hit.

    Attributes:
        begin: mouse position at the hit.
        hit: (3,) point of the body under the mouse then, world [m].
    """

    begin: ViewPoint
    hit: Array

    def shift(self, event: Event) -> Array:
        """Movement (3,) since the hit, world [m]."""
        region = self.begin.region
        now = replace(self.begin, pixel=(event.mouse_x - region.x, event.mouse_y - region.y))
        return self._place(now) - self._place(self.begin)

    def _place(self, point: ViewPoint) -> Array:
        depth = in_units(self.hit).tolist()
        return in_meters(np.array(region_2d_to_location_3d(point.region, point.view, point.pixel, depth)))


def point_under_mouse(context: Context, event: Event) -> ViewPoint | None:
    """Mouse position in a 3D view, regardless of the event's region; None elsewhere and over the view's bars."""
    x, y = event.mouse_x, event.mouse_y
    for area in context.screen.areas if context.screen is not None else ():
        under = [each for each in area.regions if _holds(each, x, y)]
        if area.type == "VIEW_3D" and [region.type for region in under] == ["WINDOW"]:
            return view_point(area, under[0], (x - under[0].x, y - under[0].y))
    return None


def view_point(area: bpy.types.Area, region: Region, pixel: tuple[float, float]) -> ViewPoint | None:
    """A pixel of a region; None if the region has no view, as in a file without a window."""
    view = region.data or getattr(area.spaces.active, "region_3d", None)
    return ViewPoint(region, view, pixel) if isinstance(view, RegionView3D) else None


def grip_under(posed: bpy.types.Object, origin: Array, ray: Array) -> Grip | None:
    """Grip of the nearest body hit by a ray, at its bone's tail or the body's center, whichever is closer to the ray.

    Args:
        posed: an armature with bodies, such as a ghost.
        origin: (3,) of the ray, world [m].
        ray: (3,) direction, of any length.
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
    tip = (world_matrix(posed) @ np.array(posed.pose.bones[name].matrix) @ [0.0, length, 0.0, 1.0])[:3]
    at_tail = _distance(tip, origin, ray) < _distance(centre, origin, ray)
    return Grip(name, at_tail, tip if at_tail else centre, origin + depths[nearest] * ray, figure.size)


def ray_depths(centres: Array, axes: Array, radii: Array, origin: Array, ray: Array) -> Array:
    """Distance (B,) along a ray to each ellipsoid, in lengths of ``ray``; inf if missed or behind the origin.

    Args:
        centres: (B, 3) [m].
        axes: (B, 3, 3) columns are the principal axes.
        radii: (B, 3) [m].
        origin: (3,) of the ray [m].
        ray: (3,) direction.
    """
    start = np.einsum("bij,bi->bj", axes, origin - centres) / radii
    way = np.einsum("bij,i->bj", axes, ray) / radii
    a, b, c = (way**2).sum(1), (start * way).sum(1), (start**2).sum(1) - 1.0
    inside = b**2 - a * c
    depths = (-b - np.sqrt(np.maximum(inside, 0.0))) / a
    return np.where((inside >= 0.0) & (depths >= 0.0), depths, np.inf)


def _distance(point: Array, origin: Array, ray: Array) -> float:
    """Distance of a point from a ray [m]."""
    arm = point - origin
    return float(np.linalg.norm(arm - (arm @ ray) / (ray @ ray) * ray))


def _holds(region: Region, x: int, y: int) -> bool:
    """Whether a visible region contains a point of the window [pixels]."""
    wide = region.width > 1 and region.height > 1
    return wide and 0 <= x - region.x < region.width and 0 <= y - region.y < region.height
