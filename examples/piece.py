"""A piece of the gallery: what its module says and how it is solved."""

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from solver.animate import animate
from solver.clip.clip import Clip
from solver.job.job import Job
from solver.optimise.start import Start


class Solve:
    """Makes a clip of a job, from another clip where there is one.

    Args:
        title: of the clips.
        iterations: after which each solve is cut off; 0: none is.
    """

    def __init__(self, title: str, iterations: int) -> None:
        self._title, self._iterations, self._asked = title, iterations, 0

    def __call__(self, job: Job, like: Clip | None = None) -> Clip:
        """Solve."""
        self._asked = 0
        start = Start.of_clip(like) if like else None
        return animate(self.titled(job), cancelled=self.is_enough, start=start)

    def titled(self, job: Job) -> Job:
        """The job under its piece's title."""
        return replace(job, name=self._title)

    def is_enough(self) -> bool:
        """Whether to cut off, asked at every iteration."""
        self._asked += 1
        return 0 < self._iterations < self._asked


@dataclass(frozen=True)
class Piece:
    """A module of this folder.

    Attributes:
        name: of the module, the job and the files.
        title: first line of its docstring.
        paragraphs: the others.
        job: what is to be found.
        film: makes the clip, where one solve is not enough.
        notes: a line about the clip, or nothing.
        n_poses: that the sheet shows.
        n_flashes: poses of a picture that shows the whole motion in one place; 0: there is none.
    """

    name: str
    title: str
    paragraphs: tuple[str, ...]
    job: Callable[[], Job]
    film: Callable[[Solve], Clip]
    notes: Callable[[Clip], str]
    n_poses: int
    n_flashes: int

    def solve(self, *, iterations: int = 0) -> Clip:
        """The clip; cut off after so many iterations of each solve if that is not 0."""
        return self.film(Solve(self.title, iterations))


def load(name: str) -> Piece:
    """The piece of a module of this folder."""
    module = importlib.import_module(f"examples.{name}")
    title, *paragraphs = re.split(r"\n\s*\n", (module.__doc__ or "").strip())
    return Piece(
        name,
        title.rstrip("."),
        tuple(" ".join(paragraph.split()) for paragraph in paragraphs),
        module.job,
        getattr(module, "film", lambda solve: solve(module.job())),
        getattr(module, "notes", lambda _: ""),
        getattr(module, "POSES", 8),
        getattr(module, "FLASHES", 0),
    )
