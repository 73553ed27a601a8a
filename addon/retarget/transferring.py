"""A transfer beside Blender: numbers only, in a thread that loads what it needs."""

from dataclasses import dataclass

from ...solver.character import Character
from ...solver.motion.motion import Motion
from ...solver.retarget.creature_map import CreatureMap


@dataclass(frozen=True, eq=False)
class Transfer:
    """A transferred motion, and what there is to report.

    Attributes:
        motion: of the target's bodies.
        limbs: that correspond.
        without: ends of the source's limbs without a partner.
        left_at_rest: ends of the target's limbs without a partner.
        scale: of its travel.
        residual: mean distance of hands and feet from their places, by name [m].
        slide: of feet that stand, at most [m].
        has_stances: whether any foot stands.
    """

    motion: Motion
    limbs: CreatureMap
    without: tuple[str, ...]
    left_at_rest: tuple[str, ...]
    scale: float
    residual: dict[str, float]
    slide: float
    has_stances: bool


def transferred(motion: Motion, target: Character, limbs: CreatureMap | None) -> Transfer:
    """Transfers a motion to another character.

    Args:
        motion: of the source.
        target: that will move like it.
        limbs: that correspond; None: by what they are.

    Raises:
        InputError: no limb corresponds, or one is not there.
    """
    from ...solver.retarget.creature import Creature  # with what they import, slow to load
    from ...solver.retarget.transfer import transfer

    found = transfer(motion, Creature(target), limbs=limbs)
    return Transfer(
        found.motion,
        found.map,
        found.unmatched[0],
        found.unmatched[1],
        found.scale,
        found.residual,
        found.slide,
        bool(found.stands.any()),
    )
