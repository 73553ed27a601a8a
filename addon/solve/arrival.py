"""Destination of a solved motion, and its preview until then."""

from dataclasses import dataclass

from ...solver.formats.armature_motion import ArmaturePlace


@dataclass(frozen=True)
class Arrival:
    """How a solved motion is written.

    Attributes:
        first_frame: frame of the timeline at which the motion begins; None: as set in the panel.
        place: transform of the armature when the character was read; None: its current one.
        accepts: whether the motion goes directly to the character instead of its ghost; an attempt never does.
        previews: whether the solver's iterates are poses at the job's frames, which the ghost can show.
        vain: message that replaces the usual one if there is no motion.
    """

    first_frame: int | None = None
    place: ArmaturePlace | None = None
    accepts: bool = False
    previews: bool = True
    vain: str = ""
