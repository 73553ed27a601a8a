"""A motion composed of others, as a document."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ...animate import animate
from ...clip.clip import Clip
from ...document import Document
from ...errors import InputError
from ...messages import Sink
from ...motion.motion import Motion
from ...optimise.start import Start
from .expression import Expression
from .spacetime import CLOSENESS, spacetime


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
        name: of the clip that comes out.
        expression: what is defined; spacetime optimization fills the rest.
        sources: the motions; the character is that of the first.
        fps: frames per second.
        closeness: weight of staying close to what is defined.
        schema_version: of this format.
    """

    what: ClassVar[str] = "composition"
    name: str
    expression: Expression
    sources: tuple[Source, ...]
    fps: float = 30.0
    closeness: float = CLOSENESS
    schema_version: int = 1

    def __post_init__(self) -> None:
        if not self.sources:
            raise InputError("expected a motion at least, found none", field="composition.sources")
        if self.fps <= 0:
            raise InputError(f"expected more than 0, found {self.fps:g}", field="composition.fps")


def compose(
    composition: Composition,
    motions: dict[str, Motion],
    *,
    tell: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Clip:
    """Finds the motion of a composition.

    Args:
        composition: specifies the motion.
        motions: those that its sources name.
        tell: receives status, progress and previews.
        cancelled: called at each iteration; True stops and keeps the best so far.

    Raises:
        InputError: the expression is in conflict with itself, or does not fit the motions.
    """
    character = motions[composition.sources[0].name].character
    job, guess = spacetime(
        composition.expression.unit(motions), motions, character,
        fps=composition.fps, name=composition.name, closeness=composition.closeness,
    )  # fmt: skip
    return animate(job, tell=tell, cancelled=cancelled, start=Start.of_motion(job, guess))
