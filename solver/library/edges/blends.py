"""Blends of the windows that the motions of edges share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices
from ...mechanics.joint_chain import JointChain
from ...mechanics.kinematics import Kinematics
from ...mechanics.planar import level_of, orientations, positions, spin_of
from ...mechanics.tree import Tree
from ...motion.motion import Motion, unit
from ...motion.pieces import piece
from ...motion.world_motion import WorldMotion
from ...rotations import matrix_from_quaternion
from .edge import Edge

BLOCK = 192  # edges that are blended at a time, to stay within the cache


@dataclass(frozen=True, eq=False)
class Blends:
    """Blended frames of edges, in the frame of the source motion.

    Attributes:
        position: (E, K, B, 3) centers of mass [m].
        orientation: (E, K, B, 4) wxyz.
        rotation: (E, K, B, 3, 3) the same as matrices.
        touching: (E, K, C) which contacts touch.
    """

    position: Array
    orientation: Array
    rotation: Array
    touching: Flags


def blends(
    motions: Sequence[WorldMotion], edges: Sequence[Edge], overlap: int, *, at: Indices | None = None
) -> Iterator[Blends]:
    """The blends of edges, in batches.

    Roots and rotations of bodies fade smoothly (Kovar et al. 2002, section 3.3), and joints hold bodies together. A
    joint of one or two axes may turn slightly about a third, which ``on_joints`` corrects for display.

    Args:
        motions: that the edges connect.
        edges: to blend.
        overlap: frames of a window.
        at: (K,) frames relative to the window, in order; those before and after it are from one motion, extrapolated
            beyond its ends. None: all of the window.
    """
    within = np.arange(overlap) if at is None else at
    margin = max(int(-within[0]), int(within[-1]) - overlap + 1, 0)
    extended = [_with_margin(motion, overlap, margin) for motion in motions]
    first = np.concatenate([[0], np.cumsum([len(center) for center, _, _ in extended])]) + margin
    position, orientation, touching = map(np.concatenate, zip(*extended, strict=True))
    orientation, chain = unit(orientation), JointChain(Tree(motions[0].character))
    position = position[:, chain.roots]
    along = np.clip((within + 1) / (overlap + 1), 0, 1)
    weight = (along**2 * (3 - 2 * along))[:, None, None]
    for begin in range(0, len(edges), BLOCK):
        some = edges[begin : begin + BLOCK]
        here = np.array([first[edge.source] + edge.leaves for edge in some])[:, None] + within
        there = np.array([first[edge.target] + edge.enters for edge in some])[:, None] + within
        moves = [edge.move.planar for edge in some]
        half = np.array([move.half for move in moves])[:, None, None]
        shift = np.array([move.shift for move in moves])[:, None, None]
        center = positions(level_of(position[there]) * half**2 + shift, position[there][..., 2])
        turned = orientations(spin_of(orientation[there]) * half[..., None])
        source_turn = orientation[here]
        turned *= np.where(np.einsum("...k,...k->...", source_turn, turned) < 0, -1.0, 1.0)[..., None]
        center = position[here] + weight * (center - position[here])
        turned = unit(source_turn + weight * (turned - source_turn))
        rotation = matrix_from_quaternion(turned)
        touches = np.where(along[:, None] <= 0.5, touching[here], touching[there]).astype(bool)
        yield Blends(chain.positions(center, rotation), turned, rotation, touches)


def on_joints(like: WorldMotion, shown: Blends) -> tuple[Array, Array]:
    """Positions (E K, B, 3) [m] and orientations (E K, B, 4) of blends, restricted to the axes of joints."""
    position, orientation = (
        values.reshape(-1, *values.shape[2:]) for values in (shown.position, shown.orientation)
    )
    mixed = Motion(like.character, like.step, position, orientation)
    return Kinematics(like.character).poses(mixed.coordinates)


def _with_margin(motion: WorldMotion, overlap: int, margin: int) -> tuple[Array, Array, Flags]:
    """Positions, orientations and contacts of a motion with a margin, and of a cycle as long as needed."""
    if motion.cycle is not None:
        part = piece(motion, -margin, motion.n_frames + overlap + 2 * margin)
        return part.position, part.orientation, part.contact_active
    return (
        _going_on(motion.position, margin),
        _going_on(motion.orientation, margin),
        np.pad(motion.contact_active, ((margin, margin), (0, 0)), mode="edge"),
    )


def _going_on(values: Array, margin: int) -> Array:
    """Rows extrapolated linearly by a margin on either side."""
    ends = np.arange(1, margin + 1).reshape(-1, *[1] * (values.ndim - 1))
    before = values[0] + ends[::-1] * (values[0] - values[1])
    return np.concatenate([before, values, values[-1] + ends * (values[-1] - values[-2])])
