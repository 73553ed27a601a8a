"""A motion composed from others, as a document."""

from dataclasses import dataclass
from typing import ClassVar

from ...document import Document
from ...errors import InputError
from .expression import Expression

CLOSENESS = 10.0  # to the defined parts


@dataclass(frozen=True)
class Source:
    """A motion that an expression uses.

    Attributes:
        name: in the expression.
        clip: file of the clip, or of a job that follows a motion with all bodies.
    """

    name: str
    clip: str


@dataclass(frozen=True)
class Composition(Document):
    """A motion expression and the motions in it (Rose et al. 1996, section 4).

    Attributes:
        name: of the resulting clip.
        expression: the defined parts; spacetime optimization fills the rest.
        sources: the motions; the character is that of the first.
        fps: frames per second.
        closeness: weight of staying close to the defined parts.
        schema_version: of this format.
    """

    noun: ClassVar[str] = "composition"
    name: str
    expression: Expression
    sources: tuple[Source, ...]
    fps: float = 30.0
    closeness: float = CLOSENESS
    schema_version: int = 1

    def __post_init__(self) -> None:
        if not self.sources:
            raise InputError("expected at least one motion, found none", field="composition.sources")
        if self.fps <= 0:
            raise InputError(f"expected more than 0, found {self.fps:g}", field="composition.fps")
