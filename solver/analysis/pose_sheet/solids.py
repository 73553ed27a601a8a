"""Boxes, slopes, walls and plates, clipped to the ground of a pose."""

from itertools import combinations

import numpy as np

from ...arrays import Array
from ...clip.clip import Clip
from ...job.planes import contact_plane
from ...job.surfaces import Box, HalfSpace, Surface
from ...rotations import matrix_from_quaternion, quaternion_inverse, quaternion_product
from .poses import SheetPose
from .shapes import NEARER, Picture, colour

SOLID = colour("c9b99b")
THIN = 0.02  # of plates and walls [m]
STEEP = 0.5  # height of a unit normal below which a plane is a wall
PRECISION = 1e-7  # m; tolerated distance of a corner from a plane


def draw_surfaces(picture: Picture, clip: Clip, pose: SheetPose, at: Array, low: Array, high: Array) -> None:
    """Draws the parts of a job's surfaces within a pose's window.

    Args:
        picture: to draw into.
        clip: of the pose.
        pose: the frame.
        at: world (3,) [m] of the pose's origin in the picture.
        low: corner (3,) of the window [m], from the pose's origin, in its view.
        high: the other corner.
    """
    window = (np.concatenate([np.eye(3), -np.eye(3)]), np.concatenate([high, -np.asarray(low)]))
    for surface in clip.job.surfaces:
        normals, reaches = solid(surface, clip, pose.frame)
        turned = normals @ pose.turn.T
        if _is_wall(surface) and turned[0] @ NEARER < 0:
            continue  # it would hide the pose from the reader
        corners = corners_of(
            np.concatenate([turned, window[0]]),
            np.concatenate([reaches - normals @ pose.origin, window[1]]),
        )
        if len(corners) > 3:
            picture.hull(at + corners, SOLID)


def solid(surface: Surface, clip: Clip, frame: int) -> tuple[Array, Array]:
    """Unit normals (K, 3) out of a surface's solid, world, and the solid's extent along them (K,) [m]."""
    plane = contact_plane(surface)
    turn, point, half = plane.turn, plane.point, plane.half
    depth = THIN
    if isinstance(surface, Box):
        depth = surface.size[2]
    elif isinstance(surface, HalfSpace):
        depth = THIN if _is_wall(surface) else np.inf
    else:
        body = clip.job.character.body_index(surface.body)
        rest = clip.job.character.bodies[body]
        since_rest = matrix_from_quaternion(
            quaternion_product(clip.motion.orientation[frame, body], quaternion_inverse(rest.orientation))
        )
        point = clip.motion.position[frame, body] + since_rest @ (point - np.array(rest.position))
        turn = since_rest @ turn
    normals, reaches = [turn[:, 2]], [0.0]
    if np.isfinite(depth):
        normals, reaches = [*normals, -turn[:, 2]], [*reaches, depth]
    for k in range(2 if half is not None else 0):
        assert half is not None
        normals, reaches = [*normals, turn[:, k], -turn[:, k]], [*reaches, half[k], half[k]]
    out = np.array(normals)
    return out, np.array(reaches) + out @ point


def corners_of(normals: Array, reaches: Array) -> Array:
    """Corners (M, 3) of the polyhedron normals (K, 3) . p <= reaches (K,), possibly empty."""
    kept = []
    for three in combinations(range(len(normals)), 3):
        chosen = normals[list(three)]
        if abs(np.linalg.det(chosen)) > PRECISION:
            corner = np.linalg.solve(chosen, reaches[list(three)])
            if (normals @ corner <= reaches + PRECISION).all():
                kept.append(corner)
    corners: Array = np.unique(np.round(np.array(kept).reshape(-1, 3), 6), axis=0)
    return corners


def _is_wall(surface: Surface) -> bool:
    return isinstance(surface, HalfSpace) and bool(contact_plane(surface).normal[2] < STEEP)
