"""How a channel measures movement: generalization G and its inverse, specialization S (Hecker 2008, section 3.2)."""

from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..number_range import within
from ..record_types import check_types
from .creature import Creature
from .modes import (
    base_relative,
    creature_scale,
    ground_relative,
    limb_scale,
    look_at,
    rest_relative,
    sagittal_relative,
    secondary_relative,
)
from .modes.part import MIRROR, MovedPart
from .modes.placing import Placing
from .query import Query

SCALES = ("", "creature", "limb")


@dataclass(frozen=True)
class Movement:
    """Movement modes of a channel; together they make generalized coordinates invertible on every body.

    Attributes:
        from_rest: whether positions count from the rest pose; else they are absolute in the creature frame.
        from_base: whether positions count from the first joint of the limb instead, in limb lengths: 1 is stretched.
        turns_from_rest: whether rotations count from the rest pose.
        scale: "creature", "limb" or "": what a unit of position means; "": meters.
        to_ground: whether height is 0 at rest and 1 on the ground.
        to_middle: whether sideways is 0 at rest and 1 in the sagittal plane.
        toward: whose position, or which target, is at 1 of the first axis; None: nothing.
        direction_only: whether only the direction to it counts, not its distance.
        looks: whether rotations count from the one that faces what ``toward`` means.
        look_limit: angle from forward up to which it is faced exactly [rad].

    Raises:
        InputError: modes contradict each other.
    """

    from_rest: bool = True
    from_base: bool = False
    turns_from_rest: bool = True
    scale: str = "limb"
    to_ground: bool = False
    to_middle: bool = False
    toward: Query | None = None
    direction_only: bool = False
    looks: bool = False
    look_limit: float = field(default=1.9, metadata=within(0.0, 3.14, unit="rad"))

    def __post_init__(self) -> None:
        check_types(self, "movement")
        if self.scale not in SCALES:
            raise InputError(
                f"expected creature, limb or nothing, found '{self.scale}'", field="movement.scale"
            )
        if self.toward is not None and (self.to_ground or self.to_middle or self.from_base):
            raise InputError(
                "a movement toward a target cannot also be relative to the ground, the middle or the limb",
                field="movement.toward",
            )
        if self.toward is None and (self.looks or self.direction_only):
            raise InputError(
                "expected a target to look at or to move toward, found none", field="movement.toward"
            )

    def placing(self, part: MovedPart) -> Placing:
        """Coordinates of a part's position."""
        placing = Placing.identity()
        if self.scale:
            placing = {"creature": creature_scale, "limb": limb_scale}[self.scale].placed(placing, part)
        if self.from_base:
            placing = base_relative.placed(placing, part)
        elif self.from_rest:
            placing = rest_relative.placed(placing, part)
        if self.to_ground:
            placing = ground_relative.placed(placing, part)
        if self.to_middle:
            placing = sagittal_relative.placed(placing, part)
        if self.toward is not None and not self.looks:
            placing = secondary_relative.placed(placing, part, direction_only=self.direction_only)
        return placing

    def turning(self, part: MovedPart) -> tuple[Array, Array]:
        """Factors (F, 3, 3) before and (3, 3) behind a generalized rotation; F may be 1."""
        before = look_at.looking(part, self.look_limit) if self.looks else np.eye(3)[None]
        return before, rest_relative.turned(part, self.turns_from_rest)


def generalize(
    movement: Movement,
    creature: Creature,
    body: int,
    pose: tuple[Array, Array],
    target: Array,
    *,
    mirrored: bool = False,
) -> tuple[Array, Array]:
    """G: a body's movement in coordinates that mean the same on any creature.

    Args:
        movement: modes.
        creature: that moves.
        body: index.
        pose: (F, 3) positions of its handle and (F, 3, 3) its rotations since rest, creature frame.
        target: (F, 3) or (3,) position of what the movement is relative to, creature frame [m].
        mirrored: whether left and right change places.

    Returns:
        (F, 3) generalized positions and (F, 3, 3) rotations.
    """
    position, turn = pose
    if mirrored:
        position, turn = position @ MIRROR, MIRROR @ turn @ MIRROR
    part = MovedPart.of(creature, body, target, mirrored=mirrored)
    before, behind = movement.turning(part)
    general: Array = np.swapaxes(before, -1, -2) @ turn @ behind.T
    return movement.placing(part).generalize(position), general


def specialize(
    movement: Movement,
    creature: Creature,
    body: int,
    general: tuple[Array, Array],
    target: Array,
    *,
    mirrored: bool = False,
) -> tuple[Array, Array]:
    """S, the inverse of G: generalized positions (F, 3) and rotations (F, 3, 3) as the pose of a body; see there."""
    position, turn = general
    part = MovedPart.of(creature, body, target, mirrored=mirrored)
    before, behind = movement.turning(part)
    place, turned = movement.placing(part).specialize(position), before @ turn @ behind
    if mirrored:
        place, turned = place @ MIRROR, MIRROR @ turned @ MIRROR
    return place, turned


def remapped(
    new: Movement, old: Movement, creature: Creature, body: int, general: tuple[Array, Array], target: Array
) -> tuple[Array, Array]:
    """Keys in other modes for which an active body's curve stays as it is (Hecker 2008, section 3.3).

    g_new = G_new(b, S_old(b, g_old)), without mirroring.
    """
    return generalize(new, creature, body, specialize(old, creature, body, general, target), target)
