"""The transition of Rose et al. (1996, section 3.2): kinematic except for limbs without load.

Between the last frame of one motion and the first of the other, x = (t - t1) / D in [0, 1]:

    root      p(x) = p(0) + D (v1 (x - x^2 / 2) + v2 x^2 / 2), heights linear (3.2.1)
    supports  joints from a standing contact up to the root: least squares of its distance from its footprint,
              over the whole interval (3.2.2)
    others    minimum integral of squared torque, by BFGS (3.2.3)

Joints are Hermite cubics that match angles and rates, plus COEFFICIENTS cubic B-splines that are flat at both ends.
His integral also determines the place of the second motion. Nothing makes the root obey physics.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares, minimize
from scipy.sparse import csr_array

from ...arrays import Array, Flags, Indices
from ...mechanics.kinematics import Kinematics
from ...mechanics.tree import Tree
from ...problem.physics.equations_of_motion import EquationsOfMotion
from ...problem.splines.knots import Knots
from ...problem.state import State
from ...problem.transcription import Transcription
from ...rotations import cross
from ...stretches import stretches

COEFFICIENTS = 5  # Rose: 5 to 10
STEADY = 1e-3  # m per rad; regularization that keeps stretched limbs from whirling
ITERATIONS, SLOPE = 100, 1e-3  # limit and tolerance of BFGS


@dataclass(frozen=True, eq=False)
class FilledInterval:
    """The interval to fill.

    Attributes:
        first: (2, n) coordinates of the first motion's last two frames [m, rad].
        second: (2, n) of the second motion's first two frames, after its transform.
        standing: (K, C) which contacts stand at the K frames between, ``before`` and ``after`` them (C,).
    """

    first: Array
    second: Array
    standing: Flags
    before: Flags
    after: Flags

    @property
    def span(self) -> int:
        """Steps from the one motion to the other."""
        return len(self.standing) + 1

    @property
    def along(self) -> Array:
        """(K, 1) x at each frame."""
        return np.asarray(np.arange(1, self.span) / self.span)[:, None]


def second_offset(interval: FilledInterval, level: Indices) -> Array:
    """(2,) offset of the second motion's horizontal root coordinates (2,) from Rose's integral [m]."""
    speed = (interval.first[1] - interval.first[0] + interval.second[1] - interval.second[0])[level] / 2
    return np.asarray(interval.first[1, level] + interval.span * speed - interval.second[0, level])


def carried_over(interval: FilledInterval, tree: Tree) -> Array:
    """(K, n) root by Rose's integral, joints by Hermite cubics."""
    x, span = interval.along, interval.span
    (_, start), (end, _) = interval.first, interval.second
    leaving, arriving = span * np.diff(interval.first, axis=0)[0], span * np.diff(interval.second, axis=0)[0]
    q = (2 * x**3 - 3 * x**2 + 1) * start + (x**3 - 2 * x**2 + x) * leaving
    q += (3 * x**2 - 2 * x**3) * end + (x**3 - x**2) * arriving
    is_level = abs(tree.axis[tree.root_translations, 2]) < 0.5
    level, height = tree.root_translations[is_level], tree.root_translations[~is_level]
    q[:, level] = start[level] + (leaving * (x - x**2 / 2) + arriving * x**2 / 2)[:, level]
    q[:, height] = (start + (end - start) * x)[:, height]
    return np.asarray(q)


def splines(interval: FilledInterval) -> Array:
    """(K, COEFFICIENTS) B-splines whose values and slopes are 0 at both ends."""
    knots = Knots(np.linspace(0.0, 1.0, COEFFICIENTS + 2), closed=False)
    return knots.matrix(interval.along[:, 0])[:, 2:-2]


def supports(interval: FilledInterval, kinematics: Kinematics) -> Flags:
    """(n,) joints between a contact that stands at some time and the root."""
    tree, character = kinematics.tree, kinematics.character
    bodies = [character.body_index(contact.body) for contact in character.contacts]
    bearing = [tree.moves[body] > 0 for body in np.array(bodies, np.intp)[interval.standing.any(0)]]
    return np.any([np.zeros(tree.n, bool), *bearing], axis=0) & tree.rotation & ~tree.root_turns


def planted(interval: FilledInterval, q: Array, joints: Flags, kinematics: Kinematics) -> Array:
    """(K, n) with the supports' splines fitted to keep standing contacts on their footprints."""
    basis, own = splines(interval), np.flatnonzero(joints)
    if not len(own):
        return q
    where = _places(interval, q, kinematics)
    character, tree = kinematics.character, kinematics.tree
    moves = np.array([tree.moves[character.body_index(contact.body)] for contact in character.contacts])

    def bent(b: Array) -> Array:
        found = q.copy()
        found[:, own] += basis @ b.reshape(COEFFICIENTS, -1)
        return found

    def off(b: Array) -> Array:
        points = kinematics.forward(bent(b)).points.transpose(1, 2, 0)
        return np.concatenate([((points - where) * interval.standing[..., None]).ravel(), STEADY * b])

    def slope(b: Array) -> Array:
        pose = kinematics.forward(bent(b))
        motion = (
            cross(pose.u[:, :, None], pose.points[..., None], axis=0) + pose.v[:, :, None]
        )  # (3, K, C, n)
        motion = motion * (interval.standing[..., None] * moves)
        change = np.einsum("rkcj,km->kcrmj", motion[..., own], basis)
        return np.vstack([change.reshape(-1, len(b)), STEADY * np.eye(len(b))])

    start = np.zeros(COEFFICIENTS * len(own))
    return bent(least_squares(off, start, slope).x)


def effortless(
    interval: FilledInterval, q: Array, first: int, joints: Flags, transcription: Transcription
) -> Array:
    """(N, n) with joints without load moved by the least torque.

    Args:
        interval: to fill.
        q: (N, n) all frames of the transcription.
        first: of the interval's first frame among them.
        joints: (n,) that may move.
        transcription: with the equations of motion.
    """
    basis, own, count = splines(interval), np.flatnonzero(joints), len(interval.standing)
    if not len(own):
        return q
    variables, equations = transcription.variables, EquationsOfMotion(transcription)
    frames = slice(first, first + count)
    strength = np.maximum(transcription.tree.effort_limit / transcription.force_scale, 1e-3)[own]
    columns = variables.q[frames][:, own]

    def bent(b: Array) -> Array:
        found = q.copy()
        found[frames, own] += basis @ b.reshape(COEFFICIENTS, -1)
        return found

    def effort(b: Array) -> tuple[float, Array]:
        x = np.zeros(variables.size)
        x[variables.q] = bent(b)
        state = State(transcription, x)
        torque = equations.values(state).reshape(-1, transcription.tree.n)[:, own] / strength
        weighed = np.zeros((len(torque), transcription.tree.n))
        weighed[:, own] = 2 * torque / strength
        pattern, shape = equations.jacobian_pattern, (weighed.size, variables.size)
        slopes = csr_array((equations.jacobian(state), pattern), shape)
        return float((torque**2).sum()), (basis.T @ (slopes.T @ weighed.ravel())[columns]).ravel()

    start = np.zeros(COEFFICIENTS * len(own))
    options = {"maxiter": ITERATIONS, "gtol": SLOPE}
    return bent(minimize(effort, start, jac=True, method="BFGS", options=options).x)


def _places(interval: FilledInterval, q: Array, kinematics: Kinematics) -> Array:
    """(K, C, 3) footprints of standing contacts: from the adjacent motion, or the middle of their own path."""
    points = kinematics.forward(q).points.transpose(1, 2, 0).copy()
    ends = np.stack([interval.first[1], interval.second[0]])
    here, there = kinematics.forward(ends).points.transpose(1, 2, 0)
    ground = min(here[:, 2].min(), there[:, 2].min())
    for contact, column in enumerate(interval.standing.T):
        for first, last in stretches(column):
            own = slice(first, last + 1)
            if first == 0 and interval.before[contact]:
                points[own, contact] = here[contact]
            elif last == len(column) - 1 and interval.after[contact]:
                points[own, contact] = there[contact]
            else:
                points[own, contact] = (*points[own, contact, :2].mean(0), ground)
    return points
