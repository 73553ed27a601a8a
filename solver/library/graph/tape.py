"""All frames of a graph one after another, the blends of its edges too, as they are played."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices
from ...mechanics.kinematics import Kinematics
from ...motion.motion import Motion, unit
from ...motion.pieces import piece
from ...motion.world_motion import WorldMotion
from ..posed import posed
from .edge import Edge
from .frames import first_frames, landing
from .motion_graph import MotionGraph
from .planar import Complex, Planar, level_of, orientations, positions, spin_of


@dataclass(frozen=True, eq=False)
class Tape:
    """Frames as complex numbers, which a move along the ground multiplies.

    Attributes:
        level: (F, B) x + i y of centres of mass [m].
        height: (F, B) their z [m].
        spin: (F, B, 2) quaternions as w + i z and x + i y.
        touching: (F, C) which contacts touch.
        first: (M,) first frame of each motion.
        blend: (E,) first frame of each edge's blend, which stands where the motion that it leaves does.
        count: (M,) frames of each motion.
        lap: of each motion, the move from one lap to the next; None of an open one.
        move: of each edge, the move of the motion that it enters.
        landing: (E,) frame of the tape at which each edge's target goes on.
        lands_later: (E,) whether that is in the target's next lap.
        root: index of the main root's body.
    """

    level: Complex
    height: Array
    spin: Complex
    touching: Flags
    first: Indices
    blend: Indices
    count: Indices
    lap: tuple[Planar | None, ...]
    move: tuple[Planar, ...]
    landing: Indices
    lands_later: Flags
    root: int

    def poses(self, frames: Indices, half: Complex, shift: Complex) -> tuple[Array, Array]:
        """Positions (N, B, 3) [m] and orientations (N, B, 4) of frames (N,), each moved by half (N,) and shift (N,)."""
        place = self.level[frames] * (half**2)[:, None] + shift[:, None]
        spin = self.spin[frames] * half[:, None, None]
        return positions(place, self.height[frames]), orientations(spin)


def make_tape(graph: MotionGraph) -> Tape:
    """The tape of a graph."""
    whole = [_unrolled(motion, graph.overlap) for motion in graph.motions]
    position, orientation, touching = blended(graph, whole, graph.edges)
    own = first_frames(graph.motions)
    position = np.concatenate([*(motion.position for motion in graph.motions), position])
    orientation = unit(np.concatenate([*(motion.orientation for motion in graph.motions), orientation]))
    touching = np.concatenate([*(motion.contact_active for motion in graph.motions), touching])
    character = graph.motions[0].character
    return Tape(
        level_of(position),
        position[..., 2].copy(),
        spin_of(orientation),
        touching.astype(bool),
        own[:-1],
        own[-1] + graph.overlap * np.arange(len(graph.edges)),
        np.diff(own),
        tuple(Planar.of(motion.cycle) if motion.cycle else None for motion in graph.motions),
        tuple(Planar.of(edge.move) for edge in graph.edges),
        np.array(
            [own[e.target] + landing(e, graph.motions[e.target], graph.overlap) for e in graph.edges], np.intp
        ),
        np.array([e.enters + graph.overlap >= graph.motions[e.target].n_frames for e in graph.edges], bool),
        character.body_index(character.root_joint.body),
    )


def landed(tape: Tape, edge: int, target: int) -> Planar:
    """The move from the motion that an edge leaves to the lap of its target in which it lands."""
    lap = tape.lap[target]
    return tape.move[edge].after(lap) if tape.lands_later[edge] and lap else tape.move[edge]


def played(graph: MotionGraph, tape: Tape, frames: Indices, half: Complex, shift: Complex) -> WorldMotion:
    """Frames of a tape, each moved, as an open motion that has no forces yet."""
    character = graph.motions[0].character
    position, orientation = tape.poses(frames, half, shift)
    moved = Motion(character, graph.step, position, orientation)
    return posed(
        character, moved.coordinates, tape.touching[frames], graph.step, world=graph.motions[0].world
    )


def blended(
    graph: MotionGraph, whole: Sequence[WorldMotion], edges: Sequence[Edge]
) -> tuple[Array, Array, Flags]:
    """Positions (E L, B, 3), orientations (E L, B, 4) and contacts (E L, C) of the windows that motions share.

    Bodies fade smoothly, and joints are kept together (Kovar et al. 2002, section 3.3).
    """
    length, character = graph.overlap, graph.motions[0].character
    first = first_frames(whole)
    within = np.arange(length)
    here = np.array([first[edge.source] + edge.leaves for edge in edges], np.intp)[:, None] + within
    there = np.array([first[edge.target] + edge.enters for edge in edges], np.intp)[:, None] + within
    here, there = here.ravel(), there.ravel()
    position, orientation, touching = (
        np.concatenate([getattr(motion, name) for motion in whole])
        for name in ("position", "orientation", "contact_active")
    )
    moves = [Planar.of(edge.move) for edge in edges]
    half = np.repeat(np.array([move.half for move in moves], complex), length)[:, None]
    shift = np.repeat(np.array([move.shift for move in moves], complex), length)[:, None]
    place = positions(level_of(position[there]) * half**2 + shift, position[there][..., 2])
    turned = orientations(spin_of(unit(orientation[there])) * half[..., None])
    own = unit(orientation[here])
    turned = np.where((own * turned).sum(-1, keepdims=True) < 0, -turned, turned)
    along = np.tile((within + 1) / (length + 1), len(edges))
    weight = (along**2 * (3 - 2 * along))[:, None, None]
    mixed = Motion(
        character,
        graph.step,
        position[here] + weight * (place - position[here]),
        unit(own + weight * (turned - own)),
    )
    kept, axes = Kinematics(character).poses(mixed.coordinates)
    return kept, axes, np.where(along[:, None] <= 0.5, touching[here], touching[there])


def _unrolled(motion: WorldMotion, length: int) -> WorldMotion:
    """A motion with so many frames of a cycle's next lap."""
    return piece(motion, 0, motion.n_frames + (length if motion.cycle is not None else 0))
