"""Solid ellipsoids from points and from other ellipsoids.

The second moments of mass of a homogeneous ellipsoid about its axes are J_k = m d_k^2 / 20.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..character.part_names import pairs

MIN_DIAMETER_SHARE = 0.05  # of the longest diameter; flatter bodies have too little inertia for the optimizer


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """Homogeneous solid ellipsoid in the world.

    Attributes:
        mass: [kg].
        center: (3,) world [m].
        axes: (3, 3) columns are its unit axes in the world, right-handed.
        diameters: (3,) along the axes [m].
    """

    mass: float
    center: Array
    axes: Array
    diameters: Array

    @property
    def volume(self) -> float:
        """[m^3]."""
        return float(np.pi / 6 * np.prod(self.diameters))

    def second_moment(self) -> Array:
        """(3, 3) integral of x x^T dm about the center [kg m^2]."""
        moment: Array = self.mass / 20 * (self.axes * self.diameters**2) @ self.axes.T
        return moment


def merge(parts: list[Ellipsoid], axes: ArrayLike) -> Ellipsoid:
    """One ellipsoid with the total mass, center of mass and inertia of ``parts``.

    Its axes are the principal ones, in the order of the nearest of ``axes`` (3, 3).
    """
    mass = sum(part.mass for part in parts)
    center = np.sum([part.mass * part.center for part in parts], axis=0) / mass
    offsets = np.array([part.center - center for part in parts])
    masses = np.array([part.mass for part in parts])
    moment = np.einsum("p,pi,pj->ij", masses, offsets, offsets)
    moment += np.sum([part.second_moment() for part in parts], axis=0)
    spread, directions = np.linalg.eigh(moment)
    spread, directions = _in_order_of(spread, directions, np.asarray(axes, float))
    return Ellipsoid(mass, center, directions, np.sqrt(20 * np.maximum(spread, 0.0) / mass))


def around_points(points: ArrayLike, axes: ArrayLike) -> Ellipsoid:
    """The ellipsoid of unit mass on whose surface ``points`` (V, 3), V > 3, lie on average.

    Points uniformly distributed over a sphere of diameter d have the variance d^2 / 12 along each axis.
    """
    points = np.asarray(points, float)
    center = points.mean(0)
    spread, directions = np.linalg.eigh(np.cov(points.T, bias=True))
    spread, directions = _in_order_of(spread, directions, np.asarray(axes, float))
    diameters = np.sqrt(12 * np.maximum(spread, 0.0))
    return Ellipsoid(1.0, center, directions, np.maximum(diameters, MIN_DIAMETER_SHARE * diameters.max()))


def along_bone(head: ArrayLike, tail: ArrayLike, axes: ArrayLike, *, width: float) -> Ellipsoid:
    """An ellipsoid of unit mass, as long as a bone along the second of ``axes``, and ``width`` times that thick."""
    head, tail = np.asarray(head, float), np.asarray(tail, float)
    length = float(np.linalg.norm(tail - head))
    diameters = length * np.array([width, 1.0, width])
    return Ellipsoid(1.0, (head + tail) / 2, np.asarray(axes, float), diameters)


def alike(shapes: Mapping[str, Ellipsoid]) -> dict[str, Ellipsoid]:
    """Ellipsoids by part, with the mean size of both sides ("thigh.L", "thigh.R")."""
    found = dict(shapes)
    for pair in pairs(shapes):
        diameters = np.mean([shapes[part].diameters for part in pair], axis=0)
        for part in pair:
            found[part] = replace(shapes[part], diameters=diameters)
    return found


def _in_order_of(spread: Array, directions: Array, axes: Array) -> tuple[Array, Array]:
    """Permutes and flips principal ``directions`` to be nearest to ``axes``; the last one keeps them right-handed."""
    alignment = np.abs(axes.T @ directions)
    order = [-1, -1, -1]
    for _ in range(3):
        row, column = np.unravel_index(alignment.argmax(), (3, 3))
        order[row] = int(column)
        alignment[row, :] = alignment[:, column] = -1.0
    turned = directions[:, order]
    turned = turned * np.where((turned * axes).sum(0) < 0, -1.0, 1.0)
    turned[:, 2] = np.cross(turned[:, 0], turned[:, 1])
    return spread[order], turned
