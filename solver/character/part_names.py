"""Names of anatomical parts: "neck", "thigh.L", and of the limbs of creatures, "hind_paw.R"."""

from collections.abc import Iterable
from dataclasses import dataclass

SIDES = ("L", "R")
SEGMENTS = ("upper", "lower", "paw", "hand")  # of a creature's limb, from the body outward


@dataclass(frozen=True)
class PartName:
    """The name of a part, taken apart.

    Attributes:
        kind: name without its side, such as "thigh" or "hind_paw".
        side: "L", "R", or "" in the middle.
    """

    kind: str
    side: str = ""

    @classmethod
    def of(cls, text: str) -> "PartName":
        """From the text, which ``str`` makes again."""
        kind, _, side = text.partition(".")
        return cls(kind, side)

    def __str__(self) -> str:
        return f"{self.kind}.{self.side}" if self.side else self.kind

    @property
    def limb(self) -> str:
        """The creature's limb, such as "hind"; "" if this is not a part of one."""
        return self.kind.rpartition("_")[0] if self.segment else ""

    @property
    def segment(self) -> str:
        """Which of ``SEGMENTS`` of a creature's limb this is; "" for any other part."""
        segment = self.kind.rpartition("_")[2]
        return segment if self.side and segment in SEGMENTS and segment != self.kind else ""

    def beside(self, kind: str) -> str:
        """Name of the part of another kind on the same side."""
        return str(PartName(kind, self.side))


def pairs(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Left and right names of the parts that have both sides."""
    names = list(names)
    rights = {
        name: str(PartName(PartName.of(name).kind, "R")) for name in names if PartName.of(name).side == "L"
    }
    return tuple((left, right) for left, right in rights.items() if right in names)
