"""A row of the table: what became of a set-up."""

from dataclasses import asdict, dataclass
from typing import Any

from scripts.strangers.differences import Difference

SAME, SILENT, SAID, REFUSED, BROKEN = "same", "silent", "said", "refused", "broken"


@dataclass(frozen=True)
class Row:
    """Result of a set-up.

    Attributes:
        kind, name: of the set-up.
        seconds: that it took.
        refusal: sentence of the button that refused; empty if none did.
        fault: what broke instead of refusing.
        compared: stages that were compared.
        differences: those that are seen.
        words: that were said.
    """

    kind: str
    name: str
    seconds: float = 0.0
    refusal: str = ""
    fault: str = ""
    compared: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """SILENT if anything differs without a word."""
        if self.fault:
            return BROKEN
        if any(not each.is_said for each in self.differences):
            return SILENT
        if self.refusal:
            return REFUSED
        return SAID if self.differences else SAME

    def __str__(self) -> str:
        """As printed."""
        shown = "; ".join(str(each) + (" (said)" if each.is_said else "") for each in self.differences)
        line = f"{self.verdict:8} {self.name[:44]:44} {self.seconds:5.1f} s  {self.fault or self.refusal} {shown}"
        return line.rstrip()

    def plain(self) -> dict[str, Any]:
        """As a JSON value."""
        return asdict(self) | {"verdict": self.verdict}
