"""Where bodies shall be while an action plays, before inverse kinematics (Hecker 2008, section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..rotations import matrix_from_quaternion, quaternion_from_matrix, rotation_about
from .binding import Binding, Moved
from .channel import GeneralChannel
from .movement import specialize


@dataclass(frozen=True, eq=False)
class Goal:
    """Pose of a body over F frames, creature frame.

    Attributes:
        body: index.
        position: (F, 3) of its handle [m]; None: anywhere.
        turn: (F, 3, 3) since rest; None: any.
        place_weight, turn_weight: (F,) from 0, the rest pose, to 1.
        importance: of its channels.
    """

    body: int
    position: Array | None
    turn: Array | None
    place_weight: Array
    turn_weight: Array
    importance: float = 1.0


Targets = Mapping[str, Array]  # channel to (3,) or (F, 3) points that it moves toward, creature frame [m]


def goals(binding: Binding, variant: int, times: Array, targets: Targets, handles: Array) -> tuple[Goal, ...]:
    """Goals of all moved bodies.

    Args:
        binding: action and creature.
        variant: which of its variants plays.
        times: (F,) since its start [s].
        targets: external targets of channels by name.
        handles: (F, B, 3) where the handles of all bodies are, for channels that move toward other bodies [m].
    """
    by_body: dict[int, list[tuple[Moved, GeneralChannel]]] = {}
    for moved in binding.variants[variant]:
        by_body.setdefault(moved.body, []).append((moved, binding.action.channels[moved.channel]))
    return tuple(_goal(binding, body, parts, times, targets, handles) for body, parts in by_body.items())


def _goal(
    binding: Binding,
    body: int,
    parts: list[tuple[Moved, GeneralChannel]],
    times: Array,
    targets: Targets,
    handles: Array,
) -> Goal:
    """The weighted mean of a body's channels."""
    n = len(times)
    place, place_sum, place_max = np.zeros((n, 3)), np.zeros(n), np.zeros(n)
    turns, turn_sum, turn_max = np.zeros((n, 4)), np.zeros(n), np.zeros(n)
    importance = 0.0
    for moved, channel in parts:
        weight = np.clip(channel.weight.at(times)[:, 0], 0.0, 1.0)
        target = _target(binding, body, channel, targets, handles)
        general = _general(channel, times)
        position, turn = specialize(
            channel.movement, binding.creature, body, general, target, mirrored=moved.mirrored
        )
        importance = max(importance, channel.importance)
        if moved.places:
            place += weight[:, None] * position
            place_sum, place_max = place_sum + weight, np.maximum(place_max, weight)
        if moved.turns:
            quaternion = np.broadcast_to(quaternion_from_matrix(turn), (n, 4))
            sign = np.where((quaternion * turns).sum(1, keepdims=True) < 0, -1.0, 1.0)
            turns += weight[:, None] * sign * quaternion
            turn_sum, turn_max = turn_sum + weight, np.maximum(turn_max, weight)
    has_place, has_turn = any(m.places for m, _ in parts), any(m.turns for m, _ in parts)
    rest = binding.creature.handle[body]
    mean = np.where(place_sum[:, None] > 0, place / np.maximum(place_sum, 1e-12)[:, None], rest)
    size = np.linalg.norm(turns, axis=1, keepdims=True)
    unit = np.where(size > 1e-9, turns / np.maximum(size, 1e-12), [1.0, 0.0, 0.0, 0.0])
    return Goal(
        body,
        mean if has_place else None,
        matrix_from_quaternion(unit) if has_turn else None,
        place_max,
        turn_max,
        importance,
    )


def _general(channel: GeneralChannel, times: Array) -> tuple[Array, Array]:
    position = np.zeros((len(times), 3)) if channel.position is None else channel.position.at(times)
    vector = np.zeros((len(times), 3)) if channel.rotation is None else channel.rotation.at(times)
    angle = np.linalg.norm(vector, axis=1)
    axis = np.where(angle[:, None] > 1e-12, vector / np.maximum(angle, 1e-12)[:, None], [1.0, 0.0, 0.0])
    return position, matrix_from_quaternion(rotation_about(axis, angle))


def _target(binding: Binding, body: int, channel: GeneralChannel, targets: Targets, handles: Array) -> Array:
    """(F, 3) or (3,) what a channel's movement is relative to; the body's rest position if there is nothing."""
    toward = channel.movement.toward
    if toward is None:
        return binding.creature.handle[body]
    if toward.is_external:
        return np.asarray(targets.get(channel.name, binding.creature.handle[body]))
    bodies = [b for b in toward.select(binding.creature) if b != body]
    if not bodies:
        return binding.creature.handle[body]
    near = min(
        bodies,
        key=lambda b: float(np.linalg.norm(binding.creature.handle[b] - binding.creature.handle[body])),
    )
    found: Array = handles[:, near]
    return found
