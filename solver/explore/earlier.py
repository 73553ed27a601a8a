"""Results of earlier runs of an exploration, in a store of clips, which are not searched again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..store.clip_store import ClipStore
from ..store.encoded_clip import EncodedClip

Earlier = Callable[[Job], Clip | None]


def nothing(_: Job) -> None:
    """No result, in a first run."""


class ExplorationStore:
    """Clips of explorations by name, valid only for exactly the same job.

    Args:
        file: of the store; made if missing.
        settings: description of all settings besides the job that determine the result, such as the metric.

    Raises:
        InputError: it is no clip store, or was made by a newer version.
    """

    def __init__(self, file: Path, settings: str = "") -> None:
        self._store, self._asked, self._given = ClipStore(file), settings, list[Clip]()

    def of_job(self, job: Job) -> Clip | None:
        """The clip with the name of the job, for a front, whose jobs have different names."""
        return self._known(self._named(job.name), job)

    def row(self, job: Job) -> tuple[Clip, ...]:
        """Numbered clips of one job, such as variations, up to the first missing number."""
        found: list[Clip] = []
        while (clip := self._known(self._numbered(job, len(found) + 1), job)) is not None:
            found.append(clip)
        return tuple(found)

    def keep(self, clip: Clip) -> None:
        """Stores a clip under the name of its job."""
        self._put(clip, self._named(clip.job.name))

    def keep_in_row(self, clip: Clip, number: int) -> None:
        """Stores a clip under a number, from 1."""
        self._put(clip, self._numbered(clip.job, number))

    def has_given(self, clip: Clip) -> bool:
        """Whether a clip is from an earlier run."""
        return any(clip is each for each in self._given)

    def _known(self, name: str, job: Job) -> Clip | None:
        if name not in self._store.names():
            return None
        clip = self._store.get(name)
        if clip.job != job or not clip.provenance.solved:
            return None
        self._given.append(clip)
        return clip

    def _put(self, clip: Clip, name: str) -> None:
        if not self.has_given(clip):
            self._store.put(replace(EncodedClip.of_clip(clip), name=name), replace=True)

    def _named(self, name: str) -> str:
        return f"{name}, {self._asked}" if self._asked else name

    def _numbered(self, job: Job, number: int) -> str:
        return f"{self._named(job.name)}, variation {number}"


def check_row(clips: tuple[Clip, ...], job: Job) -> None:
    """Checks that clips are of a job.

    Raises:
        InputError: one is of another job.
    """
    for clip in clips:
        if clip.job != job:
            raise InputError(f"expected motions of '{job.name}', found one of another job", field="earlier")
