"""The pose that a creature's joints allow: a few damped least squares steps from the particles' pose.

Particles know lengths, but neither hinges nor limits; what a real character can do is found from their pose, with which
every frame begins anew, so that the result is still path independent (Buss 2004 for the damping).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...character.root_joint import UNLIMITED
from ...mechanics.inverse_kinematics import coordinates
from ...mechanics.kinematics import Kinematics, Placement
from ...mechanics.tree import Tree, tree_of
from ...rotations import (
    cross,
    matrix_from_quaternion,
    quaternion_from_matrix,
    rotation_about,
    rotation_vector,
)
from ..creature import Creature
from .aims import Aim
from .posing import Posing

STAGES = (0.25, 0.5, 0.75, 1.0)  # shares of the way from the rest pose to the aims
STEPS = 6  # of each stage
LAST_STEPS = 24  # of the last stage
DAMPING = 1e-4  # beside half the squared error
FULL = 2.8  # rad: a joint's largest turn that the particles' pose may ask for
HOLDS = 4  # rounds in which limits are found
BARELY = 0.02  # of ENOUGH beyond it, below which a frame is done
FARTHEST = 0.6  # rad of a joint, or limb lengths of the root, in one step
STAY = 1e-3  # weight of the particles' pose beside a goal's distance in limb lengths, squared
ROOT_STAY = 2e-3  # of the root, which moves only where goals cannot be reached otherwise
FIRM = 10.0  # weight of feet beside hands: who cannot reach does not slip
TURN_SHARE = 0.05  # of a goal's rotation beside its place, squared
REACH = 0.3  # limb lengths from a goal, beyond which it pulls no harder
ENOUGH = 2e-3  # limb lengths


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
    local = _within_reach(tree, np.swapaxes(reference, 1, 2)[:, None] @ turn)
    near = coordinates(tree, center, local, continuous=False)
    q = np.where(tree.parent[tree.body] < 0, near, 0.0)
    for k, aims in enumerate(stages):
        descent = _Descent.of(creature, aims, placement)
        q = descent.nearest(q, near, steps=LAST_STEPS if k == len(stages) - 1 else STEPS)
    pose = descent.kinematics.forward(q, placement)
    turned = axes.T @ pose.rotation.transpose(2, 3, 0, 1) @ axes
    arm = creature.joint - creature.center
    joint = creature.inside(pose.position.transpose(1, 2, 0)) + (turned @ arm[..., None])[..., 0]
    return Posing(creature, joint, turned)


def _within_reach(tree: Tree, turn: Array) -> Array:
    """Rotations (F, B, 3, 3) since rest, of which none is farther from its parent's than the joint between allows.

    Angles beyond the limits return to none at half a turn, where the two ways to get there meet.
    """
    bodies = np.flatnonzero(tree.parent >= 0)
    local = np.swapaxes(turn[:, tree.parent[bodies]], 2, 3) @ turn[:, bodies]
    vector = rotation_vector(quaternion_from_matrix(local))
    angle = np.linalg.norm(vector, axis=2)
    limit = np.array([_limit(tree, int(b)) for b in bodies])
    share = np.clip((angle - limit) / (np.pi - limit), 0, 1)
    kept = np.minimum(angle, limit) * (1 - share * share * (3 - 2 * share))
    axis = vector / np.maximum(angle, 1e-9)[..., None]
    local = matrix_from_quaternion(rotation_about(axis, kept))
    found, index = turn.copy(), {int(b): k for k, b in enumerate(bodies)}
    for b in tree.order:
        if b in index:
            found[:, b] = found[:, tree.parent[b]] @ local[:, index[b]]
    return found


def _limit(tree: Tree, body: int) -> float:
    """Angle [rad] that a joint can turn by about each of its axes, in the roomier direction."""
    own = np.flatnonzero((tree.body == body) & tree.rotation)
    room = np.maximum(np.abs(tree.lower[own]), np.abs(tree.upper[own]))
    return float(np.clip(room.min(initial=FULL), 0.0, FULL))


@dataclass(frozen=True, eq=False)
class _Descent:
    """Least squares of goals over the degrees of freedom, world space.

    Attributes:
        kinematics: that tracks handles of goals and of their partners, then the far ends of all bodies.
        placement: of the root.
        places: goals of position.
        turns: goals of rotation: body, (F, 3, 3) wanted.
        floor: (F, B) least heights of the far ends [m].
        stay: (n,) weights of the pose that goals should change little.
        unit: (n,) of each coordinate: 1 rad, or a limb length [m].
        length: mean of the creature's limbs [m].
    """

    kinematics: Kinematics
    placement: Placement
    places: tuple["_Place", ...]
    turns: tuple[tuple[int, Array], ...]
    floor: Array
    stay: Array
    unit: Array
    length: float

    @classmethod
    def of(cls, creature: Creature, aims: Sequence[Aim], placement: Placement) -> "_Descent":
        tree, (origin, axes) = tree_of(creature.character), creature.frame
        points: list[Array] = []
        bodies: list[int] = []
        places, turns = [], []
        for aim in aims:
            if aim.place is not None:
                is_foot = aim.body in creature.feet
                weight = (FIRM if is_foot else 1.0) / creature.limb_length[aim.body]
                most = np.inf if is_foot else REACH
                wanted, own = (origin + aim.place @ axes.T).T, [len(points)]
                points, bodies = [*points, creature.handle[aim.body]], [*bodies, aim.body]
                if aim.partner is None:
                    places.append(_Place(own[0], wanted, weight, most))
                else:
                    there = (origin + aim.partner.handle @ axes.T).T
                    wanted = wanted - aim.partner.share * there
                    places.append(_Place(own[0], wanted, weight, most, len(points), aim.partner.share))
                    points = [*points, creature.handle[aim.partner.body]]
                    bodies = [*bodies, aim.partner.body]
            if aim.turn is not None:
                turns.append((aim.body, axes @ aim.turn @ axes.T))
        far = 2 * creature.center - creature.joint
        own = np.array([each.diameters for each in creature.character.bodies]).min(axis=1) / 2
        floor = np.minimum(far[:, 2], own)
        floor[list(creature.feet)] = -np.inf  # they have goals, on any ground
        lowest = min((float(a.place[:, 2].min()) for a in aims if a.place is not None), default=0.0)
        kinematics = Kinematics(
            creature.character,
            origin + np.concatenate([np.array(points).reshape(-1, 3), far]) @ axes.T,
            np.array([*bodies, *range(len(far))], np.intp),
        )
        return cls(
            kinematics,
            placement,
            tuple(places),
            tuple(turns),
            floor + min(lowest, 0.0) + origin[2],
            np.where(tree.parent[tree.body] < 0, ROOT_STAY, STAY),
            np.where(tree.rotation, 1.0, creature.mean_limb),
            creature.mean_limb,
        )

    def nearest(self, start: Array, near: Array, *, steps: int) -> Array:
        """Coordinates (F, n) by the Levenberg-Marquardt method; frames know nothing of each other.

        The damping grows with the error (Sugihara 2011), so that no step is refused: the result changes smoothly with
        the aims, within reach and beyond.

        Args:
            start: (F, n) where it begins.
            near: (F, n) coordinates that goals should change little.
            steps: number of steps.
        """
        lower, upper = self.limits
        near, q = np.clip(near, lower, upper), np.clip(start, lower, upper)
        for _ in range(steps):
            error, jacobian = self._rows(q)
            going = np.clip(np.abs(error).max(axis=1, initial=0.0) / ENOUGH - 1, 0, 1)
            going[going < BARELY] = 0.0
            if not going.any():
                break
            damping = DAMPING + (error * error).sum(axis=1) / 2
            room = (lower - q) / self.unit, (upper - q) / self.unit
            pull = self.stay * (near - q) / self.unit
            step = _bounded(jacobian * self.unit, error, self.stay + damping[:, None], pull, room)
            step *= np.minimum(going, FARTHEST / np.maximum(np.abs(step).max(1), 1e-12))[:, None]
            q = np.clip(q + step * self.unit, lower, upper)
        return q

    @property
    def limits(self) -> tuple[Array, Array]:
        """Least and greatest coordinates (n,); the animated root has none."""
        tree = self.kinematics.tree
        free = tree.parent[tree.body] < 0
        return np.where(free, -UNLIMITED, tree.lower), np.where(free, UNLIMITED, tree.upper)

    def _rows(self, q: Array) -> tuple[Array, Array]:
        """Weighted errors (F, m) and their slopes (F, m, n)."""
        pose, bodies = self.kinematics.forward(q, self.placement), self.kinematics.point_body
        moves = self.kinematics.tree.moves

        def slope(k: int) -> Array:
            point = np.broadcast_to(pose.points[:, :, k, None], pose.u.shape)
            found: Array = (cross(pose.u, point, axis=0) + pose.v) * moves[bodies[k]]
            return found

        errors, slopes = [], []
        for place in self.places:
            away, own = place.wanted - pose.points[:, :, place.point], slope(place.point)
            if place.share is not None:
                away = away + place.share * pose.points[:, :, place.partner]
                own = own - place.share[:, None] * slope(place.partner)
            size = np.sqrt((away * away).sum(axis=0)) * place.weight
            errors.append(away * place.weight * np.minimum(1, place.most / np.maximum(size, 1e-12)))
            slopes.append(own * place.weight)
        for body, wanted in self.turns:
            now = pose.rotation[:, :, :, body].transpose(2, 0, 1)
            away = rotation_vector(quaternion_from_matrix(wanted @ np.swapaxes(now, 1, 2))).T
            errors.append(away * TURN_SHARE**0.5)
            slopes.append(pose.u * moves[body] * TURN_SHARE**0.5)
        first = len(bodies) - len(self.floor)
        depth = np.maximum(self.floor - pose.points[2, :, first:], 0.0)  # (F, B)
        for b in np.flatnonzero(depth.any(axis=0)):
            inside = depth[:, b] > 0
            errors.append(depth[None, :, b] / self.length)
            slopes.append(slope(first + int(b))[2:] * (inside / self.length)[:, None])
        if not errors:
            return np.zeros((len(q), 0)), np.zeros((len(q), 0, q.shape[1]))
        return np.concatenate(errors).T, np.concatenate(slopes).transpose(1, 0, 2)


@dataclass(frozen=True, eq=False)
class _Place:
    """Where a point shall be.

    Attributes:
        point: index.
        wanted: (3, F) [m].
        weight: of its distance [1/m].
        most: weighted distance beyond which it pulls no harder, so that feet do not slip for what is out of reach.
        partner: index of a point whose position counts as well, by a share (F,) of it; None: it does not.
    """

    point: int
    wanted: Array
    weight: float
    most: float
    partner: int = -1
    share: Array | None = None


def _bounded(jacobian: Array, error: Array, weight: Array, pull: Array, room: tuple[Array, Array]) -> Array:
    """Steps x (F, n) that minimize |J x - e|^2 + sum w x^2 - 2 pull x within their room.

    What would leave it is held at its end, and the others take its part, which joins both cases continuously.

    Args:
        jacobian: J (F, m, n).
        error: e (F, m).
        weight: w (F, n), above 0.
        pull: (F, n).
        room: least and greatest steps (F, n).
    """
    step = _damped(jacobian, error, weight, pull)
    held = np.zeros(step.shape, bool)
    for _ in range(HOLDS):
        kept = np.clip(step, *room)
        held |= kept != step
        if not held.any():
            break
        rest = error - (jacobian @ (held * kept)[..., None])[..., 0]
        step = np.where(held, kept, _damped(jacobian * ~held[:, None, :], rest, weight, pull * ~held))
    return np.clip(step, *room)


def _damped(jacobian: Array, error: Array, weight: Array, pull: Array) -> Array:
    """The same without limits, by the system of the rows, which are fewer than the degrees of freedom."""
    over = jacobian / weight[:, None, :]
    square: Array = np.eye(jacobian.shape[1]) + over @ np.swapaxes(jacobian, 1, 2)
    drawn = pull / weight
    rest = error - (jacobian @ drawn[..., None])[..., 0]
    found: Array = drawn + (np.swapaxes(over, 1, 2) @ np.linalg.solve(square, rest[..., None]))[..., 0]
    return found
