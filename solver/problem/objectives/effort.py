from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Effort:
    kind: ClassVar[str] = "effort"
    weight: float = 1.0
