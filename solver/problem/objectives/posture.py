from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Posture:
    kind: ClassVar[str] = "posture"
    weight: float = 1.0
