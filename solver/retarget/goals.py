"""Where bodies shall be while an action plays, before inverse kinematics (Hecker 2008, section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array
from ..rotations import matrix_from_quaternion, quaternion_from_matrix, rotation_about
from .binding import Binding, Moved
from .channel import GeneralChannel
from .movement import specialize


@dataclass(frozen=True, eq=False)
class Partner:
    """A body to which another one goes, such as the mouth for a hand; both move until they meet.

    Attributes:
        body: index.
        share: (F,) of the partner's movement that the goal follows.
        handle: (F, 3) where the goal takes the partner's handle to be [m].
    """

    body: int
    share: Array
    handle: Array

    def at(self, frame: int) -> "Partner":
        """That of one frame."""
        one = slice(frame, frame + 1)
        return Partner(self.body, self.share[one], self.handle[one])


@dataclass(frozen=True, eq=False)
class Goal:
    """Pose of a body over F frames, creature frame.

    Attributes:
        body: index.
        position: (F, 3) of its handle [m]; None: anywhere.
        turn: (F, 3, 3) since rest; None: any.
        place_weight, turn_weight: (F,) from 0, the rest pose, to 1.
        importance: of its channels.
        partner: body that the position is relative to; None: it is fixed.
    """

    body: int
    position: Array | None
    turn: Array | None
    place_weight: Array
    turn_weight: Array
    importance: float = 1.0
    partner: Partner | None = None

    def at(self, frame: int) -> "Goal":
        """The goal of one frame."""
        one = slice(frame, frame + 1)
        return replace(
            self,
            position=None if self.position is None else self.position[one],
            turn=None if self.turn is None else self.turn[one],
            place_weight=self.place_weight[one],
            turn_weight=self.turn_weight[one],
            partner=None if self.partner is None else self.partner.at(frame),
        )

    def met(self, handles: Array) -> "Goal":
        """The goal with its position where the partner's handle is, of handles (F, B, 3) of all bodies [m]."""
        if self.partner is None or self.position is None:
            return self
        now = handles[:, self.partner.body]
        moved = self.position + self.partner.share[:, None] * (now - self.partner.handle)
        return replace(self, position=moved, partner=replace(self.partner, handle=now))


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
    importance, partner = 0.0, None
    for moved, channel in parts:
        weight = np.clip(channel.weight.at(times)[:, 0], 0.0, 1.0)
        near = _partner(binding, body, channel)
        target = _target(binding, body, channel, targets) if near is None else handles[:, near]
        general = _general(channel, times)
        position, turn = specialize(
            channel.movement, binding.creature, body, general, target, mirrored=moved.mirrored
        )
        importance = max(importance, channel.importance)
        if moved.places and near is not None and len(parts) == 1 and not channel.movement.looks:
            partner = Partner(near, np.clip(general[0][:, 0], 0.0, 1.0), handles[:, near])
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
        partner,
    )


def _general(channel: GeneralChannel, times: Array) -> tuple[Array, Array]:
    position = np.zeros((len(times), 3)) if channel.position is None else channel.position.at(times)
    vector = np.zeros((len(times), 3)) if channel.rotation is None else channel.rotation.at(times)
    angle = np.linalg.norm(vector, axis=1)
    axis = np.where(angle[:, None] > 1e-12, vector / np.maximum(angle, 1e-12)[:, None], [1.0, 0.0, 0.0])
    return position, matrix_from_quaternion(rotation_about(axis, angle))


def _target(binding: Binding, body: int, channel: GeneralChannel, targets: Targets) -> Array:
    """(F, 3) or (3,) point that a channel's movement is relative to; the body's rest position if there is none."""
    return np.asarray(targets.get(channel.name, binding.creature.handle[body]))


def _partner(binding: Binding, body: int, channel: GeneralChannel) -> int | None:
    """The body that a channel's movement is relative to: the nearest at rest."""
    toward, handle = channel.movement.toward, binding.creature.handle
    bodies = [] if toward is None else [b for b in toward.select(binding.creature) if b != body]
    return min(bodies, key=lambda b: float(np.linalg.norm(handle[b] - handle[body])), default=None)
