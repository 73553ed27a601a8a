"""One pose with the ground below it."""

import math

import numpy as np

from ...arrays import Array
from ...character import Character
from ..sides import sides, trees
from .poses import SheetPose
from .shapes import NEARER, Colour, Picture, colour

SIDE_COLOURS = {"left": colour("3f8fd2"), "right": colour("e8873a"), "middle": colour("c9c6c0")}
OTHERS = (colour("b5452c"), colour("4c8a3f"))  # bodies that no joint ties to the character
INK, MASS, FORCE = colour("26241f"), colour("ffd21f"), colour("0a7d43")
GROUND, GRID, FAINT = colour("e3dfd6"), colour("a8a296"), colour("77736b")
SQUARE = 0.5  # of the grid [m]
OVER = 10.0  # distance of the ink in front of the bodies [m]


def inks(character: Character) -> list[Colour]:
    """Color of every body, by its side, or by tree for further trees."""
    return [
        SIDE_COLOURS[side] if tree == 0 else OTHERS[(tree - 1) % len(OTHERS)]
        for side, tree in zip(sides(character), trees(character), strict=True)
    ]


def draw_figure(
    picture: Picture, pose: SheetPose, at: Array, colours: list[Colour], *, letter: float, force: float
) -> None:
    """Draws bodies, joints, center of mass and ground forces, with the pose's origin at ``at``.

    Args:
        picture: to draw into.
        pose: the frame.
        at: world (3,) [m].
        colours: of every body.
        letter: height of a label's letters, the unit of all ink [m].
        force: length of one body weight [m].
    """
    for centre, axes, ink in zip(pose.bodies, pose.axes, colours, strict=True):
        picture.ball(at + centre, axes, ink)
    for joint, radius in zip(pose.joints, pose.joint_radii, strict=True):
        picture.dot(at + joint + 1.1 * radius * NEARER, 0.17 * letter, INK)
    over = at + OVER * NEARER
    foot = pose.centre * (1.0, 1.0, 0.0)
    picture.rod(over + pose.centre, over + foot, 0.08 * letter, INK)
    picture.dot(over + pose.centre + 4 * NEARER, 0.5 * letter, INK)
    picture.dot(over + pose.centre + 5 * NEARER, 0.38 * letter, MASS)
    for point, pushed in zip(pose.contacts, pose.forces, strict=True):
        if np.linalg.norm(pushed) > 1e-3:
            picture.arrow(
                over + 2 * NEARER + point, over + 2 * NEARER + point + force * pushed, 0.11 * letter, FORCE
            )


def draw_ground(
    picture: Picture,
    pose: SheetPose,
    at: Array,
    middle: Array,
    half: tuple[float, float],
    *,
    letter: float,
    is_numbered: bool,
) -> None:
    """Draws the ground under a pose with the world's grid, which moves back as the pose travels.

    Args:
        picture: to draw into.
        pose: the frame.
        at: world (3,) [m] of the pose's origin.
        middle: world (3,) [m] of the ground's middle.
        half: half its width and depth [m].
        letter: height of a label's letters [m].
        is_numbered: whether the cross lines show the meters traveled.
    """
    thick, line = 0.3 * letter, 0.045 * letter
    picture.slab(middle - (0.0, 0.0, thick), (*half, thick), GROUND)
    here = pose.turn @ pose.origin  # along the view's axes
    shift = middle - at
    lift = np.array([0.0, 0.0, 0.1 * line])
    for mark in _marks(here[0] + shift[0], half[0]):
        x = mark - here[0] - shift[0]
        picture.slab(middle + lift + (x, 0.0, 0.0), (line, half[1], 0.1 * line), GRID)
        if is_numbered and abs(x) < half[0] - letter:
            front = (
                middle + (x, -half[1], -2 * thick) + OVER * NEARER - 1.0 * letter * np.array([0.0, 0.0, 1.0])
            )
            picture.write(f"{mark:g}", front, 0.75 * letter, FAINT, align="CENTER")
    for mark in _marks(here[1], half[1]):
        picture.slab(middle + lift + (0.0, mark - here[1], 0.0), (half[0], 6 * line, 0.1 * line), GRID)


def _marks(centre: float, half: float) -> list[float]:
    """Multiples of the grid's square within ``half`` of ``centre``."""
    first, last = math.ceil((centre - half) / SQUARE), math.floor((centre + half) / SQUARE)
    return [i * SQUARE for i in range(first, last + 1)]
