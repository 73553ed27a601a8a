"""How far two points are from each other."""

from dataclasses import dataclass
from typing import ClassVar

from ...errors import InputError
from ..called import called
from ..expression.request import Request, position, vector
from ..when import ALWAYS, When

Place = tuple[float, float, float]


@dataclass(frozen=True)
class Together:
    """nearest <= |a - b| <= farthest; a = b where farthest is 0. Unlike a Hold it exchanges no force.

    Rows are the squared distance, or the three components where the points coincide.

    Attributes:
        body_a: name of a body.
        body_b: name of another; empty for a place in the world.
        point_a: of the body, in its own axes from its centre [m].
        point_b: the same, or the place in the world [m].
        nearest: [m].
        farthest: [m]; None: only apart.
        when: at which frames.
        called: what messages call the two; their names when empty.
    """

    kind: ClassVar[str] = "together"
    body_a: str
    body_b: str = ""
    point_a: Place = (0.0, 0.0, 0.0)
    point_b: Place = (0.0, 0.0, 0.0)
    nearest: float = 0.0
    farthest: float | None = 0.0
    when: When = ALWAYS
    called: tuple[str, ...] = ()

    def requests(self) -> tuple[Request, ...]:
        """One expression.

        Raises:
            InputError: the distances are negative or in the wrong order.
        """
        if self.farthest is not None and not 0 <= self.nearest <= self.farthest:
            raise InputError(
                f"expected 0 <= nearest <= farthest, found {self.nearest:g} and {self.farthest:g}",
                field="nearest",
            )
        other = position(self.body_b, self.point_b) if self.body_b else vector(self.point_b)
        apart = f"{position(self.body_a, self.point_a)} - {other}"
        one, another = called(self.called, self.body_a, self.body_b)
        label = f"distance of '{one}' and '{another or 'its place'}'"
        if self.farthest == 0:
            return (Request(apart, 0.0, 0.0, self.when, label=label, about=one),)
        lower = self.nearest**2 if self.nearest else None
        upper = None if self.farthest is None else self.farthest**2
        if lower is None and upper is None:
            raise InputError("expected nearest or farthest, found neither", field="nearest")
        return (Request(f"dot({apart}, {apart})", lower, upper, self.when, label=label, about=one),)
