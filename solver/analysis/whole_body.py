"""Measures of the whole body: center of mass, angular momentum, flights and muscle effort."""

import itertools
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..clip.clip import Clip
from ..mechanics.tree import Tree
from ..motion.world_motion import WorldMotion
from ..verify.newton_euler import spin


@dataclass(frozen=True)
class FlightSpan:
    """An interval without contact; in a cycle, frames may run past the end.

    Attributes:
        first: last frame with contact before it; -1 if the motion begins in the air.
        last: first frame with contact after it; N if an open motion ends in the air.
    """

    first: int
    last: int


def centre_of_mass(motion: WorldMotion) -> Array:
    """(N, 3) of all bodies together, world [m]."""
    return _mean(motion, motion.position)


def centre_velocity(motion: WorldMotion) -> Array:
    """(N, 3) of the center of mass, world [m/s], by central differences, one-sided at an open motion's ends."""
    if motion.cycle is None:
        velocity: Array = np.gradient(centre_of_mass(motion), motion.step, axis=0)
        return velocity
    centre = _mean(motion, motion.with_neighbours()[0])
    return (centre[2:] - centre[:-2]) / (2 * motion.step)


def angular_momentum(motion: WorldMotion) -> Array:
    """(N, 3) of all bodies about their common center of mass, world [kg m^2/s].

    L = sum_b I_b w_b + m_b (x_b - c) x (v_b - v_c) between frames; at a frame, the mean of both sides.
    """
    position, orientation = motion.with_neighbours()
    mass = np.array([body.mass for body in motion.character.bodies])
    arm = position - _mean(motion, position)[:, None]
    halfway, relative = (arm[1:] + arm[:-1]) / 2, np.diff(arm, axis=0) / motion.step
    orbital = (mass[:, None] * np.cross(halfway, relative)).sum(1)
    between = orbital + spin(motion.character, orientation, motion.step).sum(1)
    at = (between[1:] + between[:-1]) / 2  # the key line
    return at if motion.cycle else np.concatenate([between[:1], at, between[-1:]])


def flights(motion: WorldMotion) -> tuple[FlightSpan, ...]:
    """Intervals without contacts and holds."""
    n_frames = len(motion.position)
    down = np.flatnonzero(motion.touching.any(1) | motion.holding.any(1))
    if not len(down):
        return (FlightSpan(-1, n_frames),)
    if motion.cycle is not None:
        down = np.append(down, down[0] + n_frames)
    else:
        down = np.concatenate([[-1], down, [n_frames]])
    return tuple(FlightSpan(int(a), int(b)) for a, b in itertools.pairwise(down) if b - a > 1)


def muscle_work(clip: Clip) -> Array:
    """(N, B) largest torque of each body's joint relative to its strength; 0 without muscles."""
    tree = Tree(clip.job.character)
    strong = tree.effort_limit > 0
    share = np.abs(clip.torques[:, strong]) / tree.effort_limit[strong]
    work = np.zeros((clip.n_frames, len(clip.job.character.bodies)))
    np.maximum.at(work.T, tree.body[strong], share.T)
    return work


def stick_figure(motion: WorldMotion) -> Array:
    """(N, S, 2, 3) lines from joint to joint, and through the center of each end body."""
    character = motion.character
    carrier = {joint.body_b: joint for joint in character.joints}
    place = {j.name: motion.carried(character.body_index(j.body_b), j.position) for j in character.joints}
    lines = []
    for joint in character.joints:
        above = carrier.get(joint.body_a)
        root = motion.position[:, character.body_index(joint.body_a)]
        lines.append((place[above.name] if above else root, place[joint.name]))
    bearing = {joint.body_a for joint in character.joints}
    for name in [body.name for body in character.bodies if body.name not in bearing]:
        centre = motion.position[:, character.body_index(name)]
        start = place[carrier[name].name] if name in carrier else centre
        lines.append((start, 2 * centre - start))
    return np.stack([np.stack(line, 1) for line in lines], 1)


def _mean(motion: WorldMotion, position: Array) -> Array:
    mass = np.array([body.mass for body in motion.character.bodies])
    centre: Array = np.einsum("b,tbi->ti", mass, position) / mass.sum()
    return centre
