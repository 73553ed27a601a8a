from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Acceleration:
    kind: ClassVar[str] = "acceleration"
    weight: float = 1.0
