"""How much a body, as the head, turns and shakes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..expression.request import Request

if TYPE_CHECKING:
    from ..job import Job

TURN_TIME = 1.0  # s; turning by 1 rad in this time costs 1 per second
SHAKE_TIME = 0.3  # s; an acceleration of 1 m in the square of this time costs 1 per second


@dataclass(frozen=True)
class HeadSteady:
    """Integral over time of TURN_TIME^2 |w|^2 + SHAKE_TIME^4 |a|^2 of a body: spin w, acceleration a of its centre.

    |w|^2 is half the sum of |de_k/dt|^2 over the body's axes e_k.

    Attributes:
        body: its name.
        weight: how much it counts.
    """

    kind: ClassVar[str] = "head_steady"
    body: str
    weight: float = 1.0

    def integrands(self, job: "Job") -> tuple[Request, ...]:
        """Spin and shake, each where its differences are."""
        body = f"body({self.body!r})"
        rates = (f"{body}.{axis}_axis.velocity" for axis in "xyz")
        spin = " + ".join(f"dot({rate}, {rate})" for rate in rates)
        shake = f"dot({body}.acceleration, {body}.acceleration)"
        return (Request(f"{TURN_TIME**2 / 2!r} * ({spin})"), Request(f"{SHAKE_TIME**4!r} * {shake}"))
