"""The pose that a creature's joints allow: a few damped least squares steps from the particles' pose.

Particles know lengths, but neither hinges nor limits; what a real character can do is found from their pose, with which
every frame begins anew, so that the result is still path independent (Buss 2004 for the damping).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...character.root_joint import UNLIMITED
from ...mechanics.inverse_kinematics import coordinates
from ...mechanics.kinematics import Kinematics, Placement
from ...mechanics.tree import tree_of
from ...rotations import cross, quaternion_from_matrix, rotation_vector
from ..creature import Creature
from .aims import Aim
from .posing import Posing

STAGES = (0.25, 0.5, 0.75, 1.0)  # shares of the way from the rest pose to the aims
STEPS = 6  # of each stage
LAST_STEPS = 16  # of the last stage
DAMPING = 1e-4  # at first; times QUICKER after a step that helps and SLOWER after one that does not
QUICKER, SLOWER = 0.3, 6.0
FARTHEST = 0.6  # rad of a joint, or limb lengths of the root, in one step
STAY = 1e-3  # weight of the particles' pose beside a goal's distance in limb lengths, squared
ROOT_STAY = 1e-2  # of the root, which moves only where goals cannot be reached otherwise
TURN_SHARE = 0.05  # of a goal's rotation beside its place, squared
ENOUGH = 1e-3  # limb lengths


def to_joints(creature: Creature, posing: Posing, stages: Sequence[Sequence[Aim]]) -> Posing:
    """The pose as near to its aims as joints and limits allow.

    Args:
        creature: that is posed.
        posing: by particles; the pose stays near it where goals leave freedom.
        stages: aims on the way from the rest pose, the last of which count. A pose that is found by the same steps from
            the same rest pose in every frame changes little where aims change little, and flips of limbs are rare.
    """
    tree = tree_of(creature.character)
    origin, axes = creature.frame
    turn = axes @ posing.turn @ axes.T
    center = origin + posing.center @ axes.T
    reference = turn[:, creature.root]
    n = len(turn)
    placement = Placement(np.broadcast_to(np.eye(3), (n, 3, 3)), np.zeros((n, 3)), reference)
    near = coordinates(tree, center, np.swapaxes(reference, 1, 2)[:, None] @ turn, continuous=False)
    q = np.where(tree.parent[tree.body] < 0, near, 0.0)
    for k, aims in enumerate(stages):
        descent = _Descent.of(creature, aims, placement)
        q = descent.nearest(q, near, steps=LAST_STEPS if k == len(stages) - 1 else STEPS)
    pose = descent.kinematics.forward(q, placement)
    turned = axes.T @ pose.rotation.transpose(2, 3, 0, 1) @ axes
    arm = creature.joint - creature.center
    joint = creature.inside(pose.position.transpose(1, 2, 0)) + (turned @ arm[..., None])[..., 0]
    return Posing(creature, joint, turned)


@dataclass(frozen=True, eq=False)
class _Descent:
    """Least squares of goals over the degrees of freedom, world space.

    Attributes:
        kinematics: that tracks the handles of goals.
        placement: of the root.
        places: (G, 3, F) wanted handles [m], and their weights (G,) [1/m]; 0: not wanted.
        turns: (G, F, 3, 3) wanted rotations, and their weights (G,); 0: not wanted.
        stay: (n,) weights of the pose that goals should change little.
        unit: (n,) of each coordinate: 1 rad, or a limb length [m].
    """

    kinematics: Kinematics
    placement: Placement
    places: tuple[Array, Array]
    turns: tuple[Array, Array]
    stay: Array
    unit: Array

    @classmethod
    def of(cls, creature: Creature, aims: Sequence[Aim], placement: Placement) -> "_Descent":
        tree, (origin, axes) = tree_of(creature.character), creature.frame
        n = len(placement.turn)
        bodies = np.array([aim.body for aim in aims], np.intp)
        handles = origin + creature.handle[bodies] @ axes.T
        places, place_weights = np.zeros((len(aims), 3, n)), np.zeros(len(aims))
        turns, turn_weights = np.tile(np.eye(3), (len(aims), n, 1, 1)), np.zeros(len(aims))
        for k, aim in enumerate(aims):
            if aim.place is not None:
                places[k] = (origin + aim.place @ axes.T).T
                place_weights[k] = 1 / creature.limb_length[aim.body]
            if aim.turn is not None:
                turns[k] = axes @ aim.turn @ axes.T
                turn_weights[k] = TURN_SHARE**0.5
        stay = np.where(tree.parent[tree.body] < 0, ROOT_STAY, STAY)
        unit = np.where(tree.rotation, 1.0, creature.mean_limb)
        kinematics = Kinematics(creature.character, handles, bodies)
        return cls(kinematics, placement, (places, place_weights), (turns, turn_weights), stay, unit)

    def nearest(self, start: Array, near: Array, *, steps: int) -> Array:
        """Coordinates (F, n) by the Levenberg-Marquardt method; frames know nothing of each other.

        Args:
            start: (F, n) where it begins.
            near: (F, n) coordinates that goals should change little.
            steps: number of steps.
        """
        tree, unit = self.kinematics.tree, self.unit
        lower, upper = self.limits
        near = np.clip(near, lower, upper)
        q, damping = np.clip(start, lower, upper), np.full(len(start), DAMPING)
        free = np.broadcast_to((upper - lower > 1e-9).astype(float), q.shape)
        error, jacobian = self._rows(q)
        diagonal = np.arange(tree.n)
        for _ in range(steps):
            going = np.abs(error).max(axis=1, initial=0.0) > ENOUGH
            if not going.any():
                break
            back = np.swapaxes(jacobian * unit, 1, 2)
            held = free * ~self._outward(q, back, error)
            hessian = (back @ np.swapaxes(back, 1, 2)) * held[:, :, None] * held[:, None, :]
            hessian[:, diagonal, diagonal] += self.stay + damping[:, None] + (1 - held)
            pull = ((back @ error[..., None])[..., 0] + self.stay * (near - q) / unit) * held
            step = np.linalg.solve(hessian, pull[..., None])[..., 0]
            step *= np.minimum(1, FARTHEST / np.maximum(np.abs(step).max(1, keepdims=True), 1e-12))
            tried = np.clip(q + step * unit, lower, upper)
            new_error, new_jacobian = self._rows(tried)
            helps = going & (self._price(tried, new_error, near) < self._price(q, error, near))
            q = np.where(helps[:, None], tried, q)
            error = np.where(helps[:, None], new_error, error)
            jacobian = np.where(helps[:, None, None], new_jacobian, jacobian)
            damping = damping * np.where(helps, QUICKER, SLOWER)
        return q

    def _outward(self, q: Array, back: Array, error: Array) -> Flags:
        """Whether goals would move degrees of freedom at a limit beyond it."""
        (lower, upper), pull = self.limits, (back @ error[..., None])[..., 0]
        return ((q <= lower) & (pull < 0)) | ((q >= upper) & (pull > 0))

    @property
    def limits(self) -> tuple[Array, Array]:
        """Least and greatest coordinates (n,); the animated root has none."""
        tree = self.kinematics.tree
        free = tree.parent[tree.body] < 0
        return np.where(free, -UNLIMITED, tree.lower), np.where(free, UNLIMITED, tree.upper)

    def _price(self, q: Array, error: Array, near: Array) -> Array:
        price: Array = (error * error).sum(1) + (self.stay * ((q - near) / self.unit) ** 2).sum(1)
        return price

    def _rows(self, q: Array) -> tuple[Array, Array]:
        """Weighted errors (F, 6 G) and their slopes (F, 6 G, n)."""
        pose, bodies = self.kinematics.forward(q, self.placement), self.kinematics.point_body
        moves = self.kinematics.tree.moves
        errors, slopes = [], []
        for k, body in enumerate(bodies):
            point, weight = pose.points[:, :, k], self.places[1][k]
            slope = cross(pose.u, np.broadcast_to(point[..., None], pose.u.shape), axis=0) + pose.v
            errors.append((self.places[0][k] - point) * weight)
            slopes.append(slope * moves[body] * weight)
            if self.turns[1][k]:
                now, weight = pose.rotation[:, :, :, body].transpose(2, 0, 1), self.turns[1][k]
                away = rotation_vector(quaternion_from_matrix(self.turns[0][k] @ np.swapaxes(now, 1, 2)))
                errors.append(away.T * weight)
                slopes.append(pose.u * moves[body] * weight)
        if not errors:
            return np.zeros((len(q), 0)), np.zeros((len(q), 0, q.shape[1]))
        return np.concatenate(errors).T, np.concatenate(slopes).transpose(1, 0, 2)
