"""Assigns skin to bodies, and fits a human's bodies to it instead of average proportions."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..arrays import Array
from .ellipsoid import Ellipsoid, alike, around_points
from .skeleton import Skeleton


def skin_of_parts(
    skeleton: Skeleton, bones: Mapping[str, str], skin: Mapping[str, Array]
) -> dict[str, Array]:
    """Points (V, 3) by part: the skin of its bone and of bones that move with it, such as twist bones and fingers.

    Args:
        skeleton: of the rig.
        bones: part to bone; bones outside all parts move with "hips".
        skin: bone to the points (V, 3) of the skin that it moves, world [m].
    """
    part_of = {bone: part for part, bone in bones.items()}
    by_part: dict[str, list[Array]] = {}
    for bone, points in skin.items():
        lineage = (bone, *skeleton.above(bone))
        by_part.setdefault(next((part_of[b] for b in lineage if b in part_of), "hips"), []).append(points)
    return {part: np.concatenate(several) for part, several in by_part.items()}


def shaped_by_skin(
    bodies: Mapping[str, Ellipsoid], skin: Mapping[str, Array], *, mass: float, density: float = 0.0
) -> dict[str, Ellipsoid]:
    """Bodies fitted to their skin, with equal sizes of both sides; without skin, a body keeps its shape.

    Args:
        bodies: by part, of average proportions.
        skin: part to points (V, 3), world [m].
        mass: total [kg], distributed by volume.
        density: [kg/m^3]; above 0, it replaces the mass.
    """
    shapes = alike(
        {
            part: around_points(skin[part], body.axes) if part in skin else body
            for part, body in bodies.items()
        }
    )
    each = density or mass / sum(shape.volume for shape in shapes.values())
    return {part: replace(shape, mass=each * shape.volume) for part, shape in shapes.items()}
