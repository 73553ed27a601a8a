from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class ForceChange:
    kind: ClassVar[str] = "force_change"
    weight: float = 1.0
