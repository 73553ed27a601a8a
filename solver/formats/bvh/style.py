"""How a BVH file is written, since its readers differ in what they expect."""

from dataclasses import dataclass

from ...errors import InputError
from ..axes import FileAxes

PLAIN, OWN = "PLAIN", "OWN"
NEEDED, ALL = "NEEDED", "ALL"


@dataclass(frozen=True)
class BvhStyle:
    """Choices that the format leaves open.

    Readers disagree about position channels of a joint with an offset: some replace it (Blender, MotionBuilder), others
    add both (three.js), which doubles all bones. All agree about a joint whose offset or whose position is zero.

    Attributes:
        up: the file's up axis, "Y" or "Z".
        unit: length of the file's unit [m].
        rotation_order: of every joint's channels, a permutation of XYZ.
        positions: joints with position channels: NEEDED are roots and joints that move from their place on their
            parent, with an offset of zero; ALL are all joints, with their offsets, for readers that replace these.
        names: PLAIN has letters, digits, - and _ only, as some readers require; OWN only replaces what breaks the file.
        stands: whether the offset of a root is its height in the rest pose, for readers that replace it; else zero.

    Raises:
        InputError: a choice does not exist, or the unit is not above 0.
    """

    up: str = "Y"
    unit: float = 1.0
    rotation_order: str = "ZXY"
    positions: str = NEEDED
    names: str = OWN
    stands: bool = False

    def __post_init__(self) -> None:
        if sorted(self.rotation_order) != ["X", "Y", "Z"]:
            raise InputError(
                f"expected an order of XYZ, found '{self.rotation_order}'", field="rotation_order"
            )
        for field, choices in (("positions", (NEEDED, ALL)), ("names", (OWN, PLAIN))):
            if getattr(self, field) not in choices:
                raise InputError(
                    f"expected {' or '.join(choices)}, found '{getattr(self, field)}'", field=field
                )
        _ = self.axes

    @property
    def axes(self) -> FileAxes:
        """Conversion to the file's axes and unit."""
        return FileAxes(self.up, self.unit)


USUAL = BvhStyle()
METERS, CENTIMETERS = 1.0, 0.01
STYLES = {  # by reader
    "BLENDER": BvhStyle(stands=True),
    "MOTIONBUILDER": BvhStyle(unit=CENTIMETERS, names=PLAIN),
    "THREEJS": BvhStyle(names=PLAIN),
}
