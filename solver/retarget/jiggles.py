"""Passive secondary motion of what no channel moves: tails, arms and heads lag and settle (Hecker 2008, section 4.4).

The far end of such a body is a mass on a critically damped spring, whose other end the body that carries it moves:
x'' = w^2 (r - x) + 2 w (r' - x'), where r is the end as carried rigidly. It follows steady travel without a lag, and
nothing that a channel moves is changed.
"""

from dataclasses import replace

import numpy as np
from scipy.signal import bilinear, lfilter, lfilter_zi

from ..arrays import Array
from ..motion.motion import Motion
from ..rotations import continuous_signs, quaternion_from_matrix
from .creature import Creature
from .ik.plan import Plan
from .ik.twist import least_twist
from .playback import Played

STIFFNESS = 2.5  # of the spring, beside a pendulum of the body's length
FARTHEST = 0.5  # rad that a body swings from where it is carried
LOOPS = 3  # repetitions after which a cycle swings as before
GRAVITY = 9.81  # m/s^2


def jiggled(played: Played) -> Played:
    """A played action with secondary motion of the sub-trees without goals; all else is as it was."""
    creature, motion = played.binding.creature, played.motion
    plan = Plan.of(creature, played.goals)
    still = frozenset(creature.bodies) - plan.moved - frozenset(creature.spine)
    if not still:
        return played
    joint, turn = _extended(motion, creature)
    for level in plan.limb_levels:
        for b in (int(b) for b in level if int(b) in still):
            _swing(creature, b, joint, turn, motion.step)
    last = slice(len(turn) - motion.n_frames, None)
    axes = creature.frame[1]
    arm = (creature.center - creature.joint) @ axes.T
    position, orientation = motion.position.copy(), motion.orientation.copy()
    for b in still:
        position[:, b] = joint[last, b] + turn[last, b] @ arm[b]
        found = quaternion_from_matrix(turn[last, b] @ axes @ creature.axes[b])
        orientation[:, b] = continuous_signs(found[:, None])[:, 0]
    return replace(played, motion=replace(motion, position=position, orientation=orientation))


def _extended(motion: Motion, creature: Creature) -> tuple[Array, Array]:
    """World joints (F, B, 3) and rotations since rest (F, B, 3, 3), after earlier repetitions of a cycle."""
    arm = (creature.joint - creature.center) @ creature.frame[1].T
    joint, turn = motion.position + (motion.turn @ arm[..., None])[..., 0], motion.turn
    if motion.cycle is None:
        return joint.copy(), turn.copy()
    joints, turns = [joint], [turn]
    for _ in range(LOOPS - 1):
        back, shift = motion.cycle.inverse.part(np.ones(1))
        joints.insert(0, joints[0] @ back[0].T + shift[0])
        turns.insert(0, back[0] @ turns[0])
    return np.concatenate(joints), np.concatenate(turns)


def _swing(creature: Creature, body: int, joint: Array, turn: Array, step: float) -> None:
    """Poses a body on its carrier, which is posed."""
    axes, carrier = creature.frame[1], int(creature.parent[body])
    reach = 2 * axes @ (creature.center[body] - creature.joint[body])
    joint[:, body] = joint[:, carrier] + turn[:, carrier] @ (
        axes @ (creature.joint[body] - creature.joint[carrier])
    )
    length = float(np.linalg.norm(reach))
    way = turn[:, carrier] @ reach
    if length < 1e-9:
        turn[:, body] = turn[:, carrier]
        return
    lagging = _followed(joint[:, body] + way, STIFFNESS * np.sqrt(GRAVITY / length), step) - joint[:, body]
    turn[:, body] = least_twist(way, _held(way, lagging)) @ turn[:, carrier]


def _followed(ends: Array, rate: float, step: float) -> Array:
    """Ends (F, 3) as the spring of a natural frequency [rad/s] follows them."""
    above, below = bilinear([2 * rate, rate * rate], [1, 2 * rate, rate * rate], fs=1 / step)
    start = ends[:1]
    followed: Array = lfilter(above, below, ends, axis=0, zi=lfilter_zi(above, below)[:, None] * start)[0]
    return followed


def _held(way: Array, lagging: Array) -> Array:
    """Directions (F, 3) toward ``lagging``, at most FARTHEST from ``way``, and softly so."""
    a, b = (each / np.maximum(np.linalg.norm(each, axis=1, keepdims=True), 1e-12) for each in (way, lagging))
    cosine = (a * b).sum(axis=1)
    across = b - cosine[:, None] * a
    sine = np.linalg.norm(across, axis=1)
    angle = FARTHEST * np.tanh(np.arctan2(sine, cosine) / FARTHEST)[:, None]
    found: Array = np.cos(angle) * a + np.sin(angle) * across / np.maximum(sine, 1e-12)[:, None]
    return found
