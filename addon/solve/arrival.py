"""Where a solved motion goes, and what is shown until then."""

from dataclasses import dataclass

from ...solver.formats.armature_motion import ArmaturePlace


@dataclass(frozen=True)
class Arrival:
    """How a motion is written once it is solved.

    Attributes:
        first_frame: of the timeline at which the motion begins; None: where the panel sets it.
        place: where the armature stood when the character was read; None: where it stands now.
        accepts: whether the motion goes to the character at once instead of its ghost; an attempt never does.
        previews: whether the solver's iterates are poses of the job's own frames, which the ghost can show.
        vain: message in place of the usual one if there is no motion.
    """

    first_frame: int | None = None
    place: ArmaturePlace | None = None
    accepts: bool = False
    previews: bool = True
    vain: str = ""
