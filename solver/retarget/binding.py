"""An action on one creature: which body each channel moves, and in how many ways (Hecker 2008, section 4.1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from ..arrays import Array
from ..errors import InputError
from .action import GeneralAction
from .channel import GeneralChannel
from .creature import Creature

BUSY = 1e6  # m: farther than any target
MIDDLE = 0.02  # of the creature's width: bodies in the middle have no side


@dataclass(frozen=True)
class Moved:
    """A body that a channel moves.

    Attributes:
        channel: index in the action.
        body: index in the creature.
        mirrored: whether it moves mirrored.
        places, turns: whether the channel owns the body's position and rotation, alone or with its blend group.
    """

    channel: int
    body: int
    mirrored: bool
    places: bool
    turns: bool


@dataclass(frozen=True, eq=False)
class Binding:
    """An action bound to a creature.

    Attributes:
        action: that plays.
        creature: on which.
        variants: ways to play it, at least one; each lists what moves.
    """

    action: GeneralAction
    creature: Creature
    variants: tuple[tuple[Moved, ...], ...]

    def nearest(self, targets: Mapping[str, Array] | None = None, *, busy: Sequence[int] = ()) -> int:
        """The variant whose varying bodies are free and, at rest, nearest to what they move toward.

        Args:
            targets: (3,) point of each channel that moves toward one, by name, creature frame [m].
            busy: bodies that are in use, such as hands that hold something.
        """
        best, least = 0, float("inf")
        for index, variant in enumerate(self.variants):
            price = 0.0
            for moved in variant:
                channel = self.action.channels[moved.channel]
                if channel.one_at_a_time:
                    price += BUSY * (moved.body in busy)
                    if targets and channel.name in targets:
                        away = self.creature.handle[moved.body] - targets[channel.name]
                        price += float(np.linalg.norm(away))
            if price < least - 1e-9:
                best, least = index, price
        return best


def bind(action: GeneralAction, creature: Creature) -> Binding:
    """Evaluates queries, ownership and variants of an action on a creature.

    Raises:
        InputError: the creature does not meet the action's conditions.
    """
    if reason := action.refusal(creature):
        raise InputError(f"{creature.character.name}: {reason}")
    selected = [channel.select.select(creature) for channel in action.channels]
    variants = []
    for choice in _choices(action.channels, selected, creature):
        chosen = [(choice[k],) if k in choice else bodies for k, bodies in enumerate(selected)]
        variants.append(_owned(action.channels, chosen, creature))
    return Binding(action, creature, tuple(variants))


def side_of(creature: Creature, body: int) -> int:
    """1 on the left, -1 on the right, 0 in the middle."""
    y = float(creature.handle[body, 1])
    return 0 if abs(y) < MIDDLE * float(creature.size[1]) else (1 if y > 0 else -1)


def _choices(
    channels: Sequence[GeneralChannel], selected: Sequence[tuple[int, ...]], creature: Creature
) -> Iterator[dict[int, int]]:
    """Product of the bodies of varying channels, without repetition, with same and opposite sides kept apart.

    Channels of a variant group vary together: the first one chooses, the others take the body that is nearest to its.
    """
    varying = [k for k, channel in enumerate(channels) if channel.one_at_a_time and selected[k]]
    leaders = [k for k in varying if _leader(channels, varying, k) == k]
    for bodies in product(*(selected[k] for k in leaders)):
        if len(set(bodies)) < len(bodies):
            continue
        choice = dict(zip(leaders, bodies, strict=True))
        if not _sides_agree(channels, leaders, choice, creature):
            continue
        for k in varying:
            if k not in choice:
                leader = choice[_leader(channels, varying, k)]
                choice[k] = _nearest_relative(creature, selected[k], leader)
        yield choice


def _leader(channels: Sequence[GeneralChannel], varying: Sequence[int], k: int) -> int:
    group = channels[k].variant_group
    return next(j for j in varying if j == k or (group and channels[j].variant_group == group))


def _sides_agree(
    channels: Sequence[GeneralChannel], leaders: Sequence[int], choice: dict[int, int], creature: Creature
) -> bool:
    for before, k in pairwise(leaders):
        a, b = side_of(creature, choice[before]), side_of(creature, choice[k])
        if (channels[k].side == "same" and a * b < 0) or (channels[k].side == "opposite" and a * b > 0):
            return False
    return True


def _nearest_relative(creature: Creature, bodies: Sequence[int], leader: int) -> int:
    """The body with the longest common path to the root, then the nearest."""
    above = set(_path(creature, leader))

    def rank(body: int) -> tuple[int, float]:
        shared = len(above & set(_path(creature, body)))
        return -shared, float(abs(creature.handle[body] - creature.handle[leader]).sum())

    return min(bodies, key=rank)


def _path(creature: Creature, body: int) -> list[int]:
    path = [body]
    while creature.parent[path[-1]] >= 0:
        path.append(int(creature.parent[path[-1]]))
    return path


def _owned(
    channels: Sequence[GeneralChannel], chosen: Sequence[tuple[int, ...]], creature: Creature
) -> tuple[Moved, ...]:
    """What moves each degree of freedom: the first channel that selects it, and later ones of its blend group."""
    owners: dict[tuple[int, str], int] = {}
    found = []
    for k, (channel, bodies) in enumerate(zip(channels, chosen, strict=True)):
        reference = next((side_of(creature, b) for b in bodies if side_of(creature, b)), 1)
        for body in bodies:
            rights = {}
            for freedom, curve in (("place", channel.position), ("turn", channel.rotation)):
                owner = owners.setdefault((body, freedom), k) if curve is not None else -1
                shares = (
                    owner >= 0 and channel.blend_group and channels[owner].blend_group == channel.blend_group
                )
                rights[freedom] = owner == k or bool(shares)
            if any(rights.values()):
                side = side_of(creature, body) or reference
                mirrored = channel.mirrors and side < 0
                found.append(Moved(k, body, mirrored, rights["place"], rights["turn"]))
    return tuple(found)
