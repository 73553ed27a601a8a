"""An action that any creature can play."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..document import Document
from ..errors import InputError
from ..number_range import above, within
from ..record_types import check_types
from .channel import GeneralChannel
from .creature import Creature
from .requirement import Requirement


@dataclass(frozen=True)
class Gait:
    """How the creature's frame travels while the action plays.

    Attributes:
        speed: along the path [leg lengths/s].
        turn: yaw per second of a person's time [rad/s]; see ``Creature.pace``.
        style: of the gait, a word of ``gait/``; empty: by speed.
    """

    speed: float = field(default=0.0, metadata=within(-10.0, 10.0))
    turn: float = field(default=0.0, metadata=within(-10.0, 10.0))
    style: str = ""


@dataclass(frozen=True)
class GeneralAction(Document):
    """Channels in generalized coordinates (Hecker 2008).

    Attributes:
        name: of the action.
        seconds: from its first frame to its last, in a person's time; see ``Creature.pace``.
        channels: in order of priority: the first that selects a body owns it.
        requirements: conditions that a creature must meet.
        loops: whether it repeats.
        gait: how the feet walk below it; None: feet stay unless a channel moves them.
        schema_version: of the format.

    Raises:
        InputError: names of channels repeat.
    """

    noun: ClassVar[str] = "action"

    name: str
    seconds: float = field(metadata=above(0.0, 3600.0, unit="s"))
    channels: tuple[GeneralChannel, ...]
    requirements: tuple[Requirement, ...] = ()
    loops: bool = False
    gait: Gait | None = None
    schema_version: int = 1

    def __post_init__(self) -> None:
        check_types(self, "action")
        names = [channel.name for channel in self.channels]
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"two channels are called '{name}'; rename one", field="action.channels")

    def refusal(self, creature: Creature) -> str:
        """Why a creature cannot play it: the first condition that it does not meet; empty: it can."""
        unmet = [str(each) for each in self.requirements if not each.accepts(creature)]
        if unmet:
            return f"'{self.name}' is for creatures with {unmet[0]}"
        if not any(channel.select.select(creature) for channel in self.channels) and self.gait is None:
            return f"'{self.name}' moves nothing that this creature has"
        return ""
