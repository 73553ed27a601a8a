"""All frames of a graph in sequence, including the blends of its edges, for playback."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Complex, Flags, Indices
from ...mechanics.planar import Planar, level_of, orientations, positions, spin_of
from ...motion.motion import Motion, unit
from ...motion.world_motion import WorldMotion
from ..edges.blends import blends, on_joints
from ..posed import posed
from .frames import first_frames, landing
from .motion_graph import MotionGraph


@dataclass(frozen=True, eq=False)
class FrameTape:
    """Frames as complex numbers, to which moves along the ground apply by multiplication.

    Attributes:
        level: (F, B) x + i y of centers of mass [m].
        height: (F, B) their z [m].
        spin: (F, B, 2) quaternions as w + i z and x + i y.
        touching: (F, C) which contacts touch.
        first: (M,) first frame of each motion.
        blend: (E,) first frame of each edge's blend, in the frame of its source motion.
        count: (M,) frames of each motion.
        lap: for each motion, the move from one lap to the next; None for an open one.
        move: for each edge, the move of its target motion.
        landing: (E,) frame of the tape at which each edge's target continues.
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
        center = self.level[frames] * (half**2)[:, None] + shift[:, None]
        spin = self.spin[frames] * half[:, None, None]
        return positions(center, self.height[frames]), orientations(spin)


def make_tape(graph: MotionGraph) -> FrameTape:
    """The tape of a graph."""
    firsts, character = first_frames(graph.motions), graph.motions[0].character
    blended = list(blends(graph.motions, graph.edges, graph.overlap))
    shared = [on_joints(graph.motions[0], each) for each in blended]
    touches = [each.touching.reshape(-1, each.touching.shape[2]) for each in blended]
    position, orientation, touching = (
        np.concatenate([*(getattr(motion, name) for motion in graph.motions), *more])
        for name, more in (
            ("position", [place for place, _ in shared]),
            ("orientation", [turned for _, turned in shared]),
            ("contact_active", touches),
        )
    )
    orientation = unit(orientation)
    return FrameTape(
        level_of(position),
        position[..., 2].copy(),
        spin_of(orientation),
        touching.astype(bool),
        firsts[:-1],
        firsts[-1] + graph.overlap * np.arange(len(graph.edges)),
        np.diff(firsts),
        tuple(motion.cycle.planar if motion.cycle else None for motion in graph.motions),
        tuple(edge.move.planar for edge in graph.edges),
        np.array(
            [firsts[e.target] + landing(e, graph.motions[e.target], graph.overlap) for e in graph.edges],
            np.intp,
        ),
        np.array([e.enters + graph.overlap >= graph.motions[e.target].n_frames for e in graph.edges], bool),
        character.body_index(character.root_joint.body),
    )


def landed(tape: FrameTape, edge: int, target: int) -> Planar:
    """The move from an edge's source motion to the lap of its target in which it ends."""
    lap = tape.lap[target]
    return tape.move[edge].after(lap) if tape.lands_later[edge] and lap else tape.move[edge]


def played(
    graph: MotionGraph, tape: FrameTape, frames: Indices, half: Complex, shift: Complex
) -> WorldMotion:
    """Frames of a tape, each moved, as an open motion without forces."""
    character = graph.motions[0].character
    position, orientation = tape.poses(frames, half, shift)
    moved = Motion(character, graph.step, position, orientation)
    return posed(
        character, moved.coordinates, tape.touching[frames], graph.step, world=graph.motions[0].world
    )
