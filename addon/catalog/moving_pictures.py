"""Animated icons of presets and examples, from motions solved when the add-on was built."""

import json
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import bpy
import bpy.utils.previews

from ...solver.arrays import Array
from ..runtime import event_loop
from ..runtime.event_loop import After, Work, in_a_thread
from .film import SIZE, Film

FILMS = Path(__file__).with_name(
    "films.json"
)  # of motion.examples.EXAMPLES; python -m scripts.films writes it
REST = 0.6  # s for which the last drawing of an open motion is shown
RATE = 12.0  # redraws per second
Moment = tuple[str, int]  # example and drawing
UNSEEN = 1.5  # s without a redraw after which a panel counts as closed or scrolled away


class MovingPictures:
    """Animated icons by name."""

    def __init__(self) -> None:
        self._films: dict[str, Film] = {}
        self._previews: Any = None
        self._wanted: set[str] = set()
        self._seen = 0.0

    def icon_of(self, name: str) -> int:
        """Id of an example's current icon, or 0 until it is drawn; each call keeps the animation running."""
        self._seen = time.perf_counter()
        if not bpy.app.background and not event_loop.is_busy(self):
            event_loop.start(self._moving(), owner=self, holds_data=False)
        self._wanted.add(name)
        moments = _key(name, self.frame_of(name, self._seen)), _key(name, 0)
        shown = next((each for each in moments if each in self.pictures), None)
        return int(self.pictures[shown].icon_id) if shown is not None else 0

    def frame_of(self, name: str, moment: float) -> int:
        """Index of the drawing of an example at a time [s]."""
        film = self.films[name]
        n_frames = len(film.ellipses)
        if film.is_cyclic:
            return int(moment / film.seconds * n_frames) % n_frames
        return min(int(moment % (film.seconds + REST) / film.seconds * n_frames), n_frames - 1)

    @property
    def films(self) -> Mapping[str, Film]:
        """Films by example."""
        if not self._films:
            read = json.loads(FILMS.read_text(encoding="utf-8"))
            self._films = {name: Film.from_json(data) for name, data in read.items()}
        return self._films

    @property
    def pictures(self) -> Mapping[str, Any]:
        """All drawn icons."""
        return self._previews or {}

    @property
    def is_missing_some(self) -> bool:
        """Whether a requested icon is not drawn yet."""
        return any(_key(name, 0) not in self.pictures for name in self._wanted)

    def clear(self) -> None:
        """Removes all icons when the add-on is disabled."""
        event_loop.drop(self)
        self._wanted.clear()
        self._films = {}
        if self._previews is not None:
            bpy.utils.previews.remove(self._previews)
            self._previews = None

    def drawing(self) -> Work[None]:
        """Draws requested icons: the first of every example, then one example after another."""
        names = sorted(self._wanted)
        for moments in ([(name, 0) for name in names], *(self._moments(name) for name in names)):
            missing = [each for each in moments if _key(*each) not in self.pictures]
            for moment, picture in (yield from in_a_thread(partial(self._drawn, missing))) if missing else ():
                self._keep(_key(*moment), picture)
        self._wanted.difference_update(names)

    def _moments(self, name: str) -> list[Moment]:
        return [(name, frame) for frame in range(len(self.films[name].ellipses))]

    def _drawn(self, moments: list[Moment]) -> list[tuple[Moment, Array]]:
        """Draws in a thread."""
        return [((name, frame), self.films[name].drawing(frame)) for name, frame in moments]

    def _moving(self) -> Work[None]:
        """Draws icons and redraws panels until no panel requests an icon any more."""
        while time.perf_counter() - self._seen < UNSEEN:
            due = time.perf_counter() + 1 / RATE
            for word in self.drawing():
                yield word
                if time.perf_counter() > due:
                    event_loop.redraw_panels()
                    due += 1 / RATE
            event_loop.redraw_panels()
            yield After(1 / RATE)

    def _keep(self, name: str, picture: Array) -> None:
        if self._previews is None:
            self._previews = bpy.utils.previews.new()
        preview = self._previews.new(name)
        preview.image_size = SIZE, SIZE
        preview.image_pixels_float.foreach_set(picture.ravel())


moving_pictures = MovingPictures()


def _key(name: str, frame: int) -> str:
    """Name of a picture."""
    return f"{name} {frame}"
