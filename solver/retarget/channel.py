"""One channel of an action: which bodies, how their movement is measured, and how it goes."""

from dataclasses import dataclass, field

from ..errors import InputError
from ..number_range import within
from ..record_types import check_types
from .curve import KeyedCurve, still
from .movement import Movement
from .query import Query

SIDES = ("", "same", "opposite")
MODERATE, FULL = Movement(), still(1.0)


@dataclass(frozen=True)
class GeneralChannel:
    """Bodies found by meaning, with curves in generalized coordinates (Hecker 2008, section 3).

    Attributes:
        name: unique in the action.
        select: which bodies move.
        movement: what their coordinates mean.
        position: generalized position (3 components); None: the channel does not place its bodies.
        rotation: generalized rotation vector (3 components) [rad]; None: it does not turn them.
        weight: (1 component) from 0 to 1: its share where several channels of a blend group move a body.
        blend_group: channels of one group share bodies; the first channel to select a body owns it for its group.
        one_at_a_time: whether only one of the selected bodies moves at a time; which one is the variant that plays.
        variant_group: channels of a group choose together, such as a hand and its shoulder; empty: alone.
        side: "same" or "opposite" side of the body that the previous varying channel chose; empty: any.
        mirrors: whether bodies on the other side move mirrored.
        importance: how closely a physical motion follows it, beside 1 of others.
        contact: whether the bodies keep their place while the weight is 1 and the height on the ground, as feet do.
    """

    name: str
    select: Query
    movement: Movement = MODERATE
    position: KeyedCurve | None = None
    rotation: KeyedCurve | None = None
    weight: KeyedCurve = FULL
    blend_group: str = ""
    one_at_a_time: bool = False
    variant_group: str = ""
    side: str = ""
    mirrors: bool = True
    importance: float = field(default=1.0, metadata=within(0.0, 100.0))
    contact: bool = False

    def __post_init__(self) -> None:
        check_types(self, "channel")
        for part, width in (("position", 3), ("rotation", 3), ("weight", 1)):
            curve: KeyedCurve | None = getattr(self, part)
            if curve is not None and curve.width != width:
                raise InputError(
                    f"the channel '{self.name}' needs {width} components, found {curve.width}",
                    field=f"channel.{part}",
                )
        if self.side not in SIDES:
            raise InputError(f"expected same, opposite or nothing, found '{self.side}'", field="channel.side")
        if self.select.is_external:
            raise InputError(
                f"the channel '{self.name}' moves no body; a target has none", field="channel.select"
            )
