"""Upper bound on the power of muscles."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...number_range import above
from ..when import ALWAYS, When


@dataclass(frozen=True)
class PowerLimit:
    """torque x rate <= strength x ``rate`` about every axis of every joint that has muscles.

    Without it, a muscle has its full strength at any speed, and only the time in the air limits the height of a jump.
    Power is bounded only where a muscle does positive work: absorbing energy, as in a landing, it is stronger
    (Hill 1938).

    Attributes:
        rate: at which a muscle at full strength would reach its largest power [rad/s]; about 4 for an athlete, whose
            legs then generate 62 W/kg.
        when: at which frames.
    """

    kind: ClassVar[str] = "power_limit"
    rate: float = field(default=4.0, metadata=above(0, 1e4, unit="rad/s"))
    when: When = ALWAYS
