"""Other inverse kinematics on the goals of creatures: a damped Jacobian, and FABRIK.

Both know ball joints of given lengths, as particles do, and begin every frame at rest: they are path independent, too.
"""

from collections.abc import Sequence

import numpy as np

from solver.arrays import Array
from solver.retarget.creature import Creature
from solver.retarget.goals import Goal
from solver.rotations import matrix_from_quaternion, rotation_about

DLS_STEPS, DAMPING, FARTHEST = 40, 0.05, 0.4  # Buss (2004); rad
FABRIK_STEPS = 20  # Aristidou & Lasenby (2011)


def damped_least_squares(creature: Creature, goals: Sequence[Goal], n_frames: int) -> Array:
    """Handles (F, G, 3) of the goals' bodies by a Jacobian of all joints above them; the root stays at rest."""
    paths = [_path(creature, goal.body) for goal in goals]
    moved = sorted({b for path in paths for b in path}, key=creature.bodies.index)
    column = {b: 3 * k for k, b in enumerate(moved)}
    turn = np.tile(np.eye(3), (n_frames, len(creature.parent), 1, 1))
    size = np.array([creature.limb_length[goal.body] for goal in goals])
    wanted = np.stack([goal.position for goal in goals if goal.position is not None], axis=1)
    for _ in range(DLS_STEPS):
        joint, handle = _carried(creature, turn, [goal.body for goal in goals])
        error = ((wanted - handle) / size[:, None]).reshape(n_frames, -1)
        jacobian = np.zeros((n_frames, error.shape[1], 3 * len(moved)))
        for g, path in enumerate(paths):
            for b in path:
                arm = (handle[:, g] - joint[:, b]) / size[g]
                jacobian[:, 3 * g : 3 * g + 3, column[b] : column[b] + 3] = -_cross_matrix(arm)
        square = jacobian @ np.swapaxes(jacobian, 1, 2) + DAMPING**2 * np.eye(error.shape[1])
        step = (np.swapaxes(jacobian, 1, 2) @ np.linalg.solve(square, error[..., None]))[..., 0]
        step *= np.minimum(1, FARTHEST / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1e-12))
        vector = step.reshape(n_frames, len(moved), 3)
        angle = np.linalg.norm(vector, axis=2)
        rotation = matrix_from_quaternion(rotation_about(vector / np.maximum(angle, 1e-12)[..., None], angle))
        whole = np.tile(np.eye(3), (n_frames, len(creature.parent), 1, 1))
        for k, b in enumerate(moved):  # a turn of a body turns all that it carries
            whole[:, b] = whole[:, creature.parent[b]] @ rotation[:, k]
        carried = dict(zip(moved, range(len(moved)), strict=True))
        for b in creature.bodies:
            if b not in carried and creature.parent[b] >= 0:
                whole[:, b] = whole[:, creature.parent[b]]
        turn = whole @ turn
    return _carried(creature, turn, [goal.body for goal in goals])[1]


def fabrik(creature: Creature, goals: Sequence[Goal], n_frames: int) -> Array:
    """Handles (F, G, 3), every limb by itself from a base at rest; it knows no spine and no root."""
    found = []
    for goal in goals:
        limb = next((each for each in creature.limbs if each.end == goal.body), None)
        if limb is None:
            found.append(np.tile(creature.handle[goal.body], (n_frames, 1)))
            continue
        rest = np.concatenate([creature.joint[list(limb.bodies)], creature.handle[[goal.body]]])
        length = np.linalg.norm(np.diff(rest, axis=0), axis=1)
        points = np.tile(rest, (n_frames, 1, 1))
        for _ in range(FABRIK_STEPS):
            points[:, -1] = goal.position
            for k in range(len(length) - 1, 0, -1):
                points[:, k] = _at_length(points[:, k + 1], points[:, k], length[k])
            for k in range(len(length)):
                points[:, k + 1] = _at_length(points[:, k], points[:, k + 1], length[k])
        found.append(points[:, -1])
    return np.stack(found, axis=1)


def _path(creature: Creature, body: int) -> list[int]:
    path = []
    while creature.parent[body] >= 0:
        path.append(body)
        body = int(creature.parent[body])
    return path


def _carried(creature: Creature, turn: Array, bodies: Sequence[int]) -> tuple[Array, Array]:
    """Joints of all bodies (F, B, 3) and handles of some (F, G, 3)."""
    joint = np.tile(creature.joint, (len(turn), 1, 1))
    for b in creature.bodies:
        if (a := int(creature.parent[b])) >= 0:
            joint[:, b] = joint[:, a] + turn[:, a] @ (creature.joint[b] - creature.joint[a])
    handle = [joint[:, b] + turn[:, b] @ (creature.handle[b] - creature.joint[b]) for b in bodies]
    return joint, np.stack(handle, axis=1)


def _cross_matrix(v: Array) -> Array:
    zero = np.zeros(len(v))
    x, y, z = v.T
    found: Array = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)
    return found


def _at_length(fixed: Array, moved: Array, length: float) -> Array:
    way = moved - fixed
    found: Array = fixed + length * way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-12)
    return found
